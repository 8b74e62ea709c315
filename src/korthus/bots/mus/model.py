"""What a Mus player knows before it looks at its cards: how sensible players bet, and what a score is worth.

Everything is worked out from the rules of the table when it is first asked for, in about a second, and kept.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from math import comb, log, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.bots.mus.bets import ANSWERS, BET, GIVE, HANDS, MOVES, NODES, TAKE, Game, Work, exists, solve
from korthus.bots.mus.policy import count_gains, fill_match, follow_changes, value_discards, value_hands
from korthus.bots.mus.terms import Terms, terms_of
from korthus.games.mus.cards import Hand, counts
from korthus.games.mus.game import Mus
from korthus.games.mus.legal import discards
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import LANCES, Lance, strength, value
from korthus.games.mus.scoring import plays as plays_lance
from korthus.games.mus.state import Bet
from korthus.kernels.mus import kernel as mus
from korthus.kernels.mus import layout as at
from korthus.kernels.mus.hands import MOST_DISCARDS, count_cards, every_hand
from korthus.kernels.rng import stream

Reals = npt.NDArray[np.float64]
Wholes = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]

EVERY_HAND: Final[tuple[Hand, ...]] = every_hand()
NUMBER_OF: Final = {hand: number for number, hand in enumerate(EVERY_HAND)}
CARDS: Final = np.array([count_cards(hand) for hand in EVERY_HAND], dtype=np.int64)
_COUNTS: Final = np.array([counts(hand) for hand in EVERY_HAND], dtype=np.int64)

#: By lance and hand: how good it is, what it is worth when it wins, and whether it plays at all.
RANKS: Final[Wholes] = np.array([[strength(hand)[each.number] for hand in EVERY_HAND] for each in LANCES])
WORTH: Final[Wholes] = np.array([[value(each, hand) for hand in EVERY_HAND] for each in LANCES])
_PLAYS: Final[Truths] = np.array([[plays_lance(each, hand) for hand in EVERY_HAND] for each in LANCES])
HAS_PARES: Final[Truths] = RANKS[Lance.PARES.number] > 0
HAS_JUEGO: Final[Truths] = RANKS[Lance.JUEGO.number] > 0

# The numbers below are the character of a player, set by hand: ``python -m bench.strength_mus strong rules``
# measures it as a whole.

#: Stones that an órdago counts as in the later lances: the nearer of the two. The first is about right at the
#: beginning of a match, the second near its end.
_ALL_IN: Final = (7.0, 20.0)
#: Stones that an órdago counts as in the lance that is bet on: the nearest of these.
_ALL_IN_NOW: Final = (4.0, 5.0, 7.0, 10.0, 14.0, 20.0, 28.0, 40.0)
#: Stones that an órdago counts as while the worth of scores and of hands is learnt.
_USUAL: Final = 20.0
#: Stones of a first bet in the model when somebody has bet another amount: the nearest of these.
_LARGER: Final = (5.0, 10.0, 20.0)
#: Stones of a raise in the model when somebody has raised by another amount: the nearest of these.
_RAISED: Final = (2.0, 4.0, 10.0, 20.0)
#: Share of hands beaten, 0 to 1: below it the style without bluffs does not bet.
_POOR: Final = 0.55
#: Share of hands beaten, 0 to 1: above it the style without bluffs refuses no bet.
_GOOD: Final = 0.85
#: Rounds of regret matching for a lance.
_ROUNDS: Final = 250
#: Hands that the model plays against itself to learn what a score is worth.
_LESSONS: Final = 40_000
#: Hands that are played out to learn what one of the 330 hands is worth.
_TRIALS: Final = 300


def plays(lance: Lance) -> Truths:
    """The hands that can meet in a lance."""
    return _PLAYS[lance.number]


@lru_cache(maxsize=256)
def ways(unseen: tuple[int, ...]) -> Reals:
    """In how many ways some cards make each hand."""
    return np.array(
        [prod(comb(there, need) for there, need in zip(unseen, needed, strict=True)) for needed in _COUNTS],
        dtype=np.float64,
    )


def solve_lance(terms: Terms, lance: Lance, all_in: float, prior: Reals, rounds: int) -> Reals:
    """How both bet in a lance with hands as likely as ``prior`` says: a chance by hand, node and move."""
    able = np.flatnonzero(plays(lance))
    ranks = RANKS[lance.number]
    order = able[np.argsort(ranks[able], kind="stable")]
    table = terms.array(lance, all_in)
    likely = np.ascontiguousarray(prior / prior.sum(axis=1, keepdims=True))
    by_move, by_node = (NODES, MOVES, HANDS), (NODES, HANDS)
    shapes = (by_move, by_move, by_move, by_node, by_node, by_node, (MOVES, HANDS), (HANDS,))
    work = Work(*(np.zeros(shape) for shape in shapes))
    solve(Game(table, order, ranks, WORTH[lance.number], likely), rounds, work)
    now, total = work.now, work.total
    there = np.array([[exists(table, node, move) for move in range(MOVES)] for node in range(NODES)])
    # At a node that a hand never reaches it plays its last strategy; one that is not in the lance gives way.
    total += 1e-9 * now + 1e-15 * there[:, :, None]
    return np.ascontiguousarray((total / total.sum(axis=1, keepdims=True)).transpose(2, 0, 1))


@lru_cache(maxsize=256)
def _strategy(terms: Terms, deck: tuple[int, ...], lance: Lance, all_in: float) -> Reals:
    here = ways(deck) * plays(lance)
    if not here.any():
        here = plays(lance).astype(np.float64)
    return solve_lance(terms, lance, all_in, np.stack([here, here]), _ROUNDS)


@lru_cache(maxsize=16)
def _strategies(terms: Terms, deck: tuple[int, ...], all_in: float) -> Reals:
    return np.stack([_strategy(terms, deck, lance, all_in) for lance in LANCES])


def _nearest(amount: float, known: tuple[float, ...]) -> float:
    return min(known, key=lambda each: abs(log(each / amount)))


class Model:
    """What is known about one table."""

    def __init__(self, game: Mus) -> None:
        self._game = game
        self.rules = game.rules
        self.terms = terms_of(game.rules)
        self._bets: dict[float, Reals] = {}

    def bets(self, all_in: float) -> Reals:
        """How players bet if órdago is worth ``all_in`` stones: by style, lance, hand, node and move.

        There are two styles, the solved one and the honest one.
        """
        nearest = _nearest(all_in, _ALL_IN)
        if nearest not in self._bets:
            solved = _strategies(self.terms, self.rules.deck, nearest)
            self._bets[nearest] = np.stack(
                [solved, np.stack([self.honest(solved[each.number], each) for each in LANCES])]
            )
        return self._bets[nearest]

    def terms_for(self, bet: Bet | None) -> Terms:
        """The terms of a lance in which that bet was made: with its size, about, among those of the model."""
        if bet is None or bet.ordago:
            return self.terms
        terms, more = self.terms, bet.stake - bet.before
        first = bet.stake - bet.raises * more
        if first > 3:
            terms = terms._replace(large=int(_nearest(first, _LARGER)))
        if bet.raises:
            terms = terms._replace(raise_by=int(_nearest(more, _RAISED)))
        return terms

    def bets_in(self, lance: Lance, terms: Terms, all_in: float) -> Reals:
        """How sensible players bet in one lance on certain terms: by hand, node and move."""
        return _strategy(terms, self.rules.deck, lance, _nearest(all_in, _ALL_IN_NOW))

    def honest(self, here: Reals, lance: Lance) -> Reals:
        """The same betting without bluffs: poor hands do not bet, and good ones do not give way to a bet."""
        poor = self._percentiles[lance.number] < _POOR
        good = self._percentiles[lance.number] > _GOOD
        made = here.copy()
        made[poor, :, GIVE] += made[poor, :, BET:].sum(axis=2)
        made[poor, :, BET:] = 0.0
        made[good, ANSWERS:, TAKE] += made[good, ANSWERS:, GIVE]
        made[good, ANSWERS:, GIVE] = 0.0
        return made

    @cached_property
    def _percentiles(self) -> Reals:
        """By lance: the share of hands that a hand beats."""
        table = np.zeros((len(LANCES), HANDS))
        for lance in LANCES:
            likely, ranks = ways(self.rules.deck) * plays(lance), RANKS[lance.number]
            below = [float(likely[ranks < rank].sum() + likely[ranks == rank].sum() / 2) for rank in ranks]
            table[lance.number] = np.array(below) / max(float(likely.sum()), 1.0)
        return table

    def stone(self, mine: int, theirs: int, is_mano_next: bool) -> float:
        """What a stone is worth at a score, as a chance to win the match; 1 in a single hand."""
        if self.rules.target_stones is None:
            return 1.0
        table = self.match[0 if is_mano_next else 1]
        last = len(table) - 1
        up = table[min(mine + 2, last), theirs] if mine + 2 <= last else 1.0
        down = table[mine, theirs + 2] if theirs + 2 <= last else 0.0
        return max(float(up - down) / 4, 1e-3)

    def all_in(self, stone: float) -> float:
        """What órdago is worth in stones: it decides the match."""
        if self.rules.target_stones is None:
            return float(self.rules.cap)
        return min(max(0.5 / stone, 2.0), float(self.rules.cap))

    @cached_property
    def _single(self) -> Wholes:
        """A packed hand of this table that nobody ends by winning a match."""
        s = mus.pack(self._game, self._game.new())
        s[at.TARGET] = at.NO_TARGET
        s[at.OPENING] &= ~s[at.ORDAGOS]
        s[at.ORDAGOS] = 0
        return s

    @cached_property
    def match(self) -> Reals:
        """The chance to win: for the mano of the next hand and for the other, by own and other's stones."""
        target = self.rules.target_stones
        if target is None:
            return np.zeros((2, 1, 1))
        gains = np.zeros((target + 1, target + 1))
        luck = stream(self.rules.first_mano, target)
        bets = self.bets(_USUAL)
        count_gains(self._single.copy(), _LESSONS, self._terms(), bets, self.changes, luck, gains)
        match = np.zeros((2, target, target))
        fill_match(gains, float(_LESSONS), match)
        return match

    def _terms(self) -> Reals:
        return self.terms.array(Lance.GRANDE, _USUAL)

    @cached_property
    def _discards(self) -> tuple[Wholes, Reals, Reals]:
        """The worth of hands, as the mano and the other, and after each discard."""
        s = self._single.copy()
        s[at.WITH_MUS] = 0
        nothing = np.zeros((HANDS, 3), dtype=np.int64)
        worth, after = np.zeros((HANDS, 2)), np.full((HANDS, MOST_DISCARDS, 2), -100.0)
        held = CARDS[ways(self.rules.deck) > 0]
        part = np.zeros((len(held), 2))
        value_hands(s, held, _TRIALS, self._terms(), self.bets(_USUAL), nothing, stream(1), part)
        worth[ways(self.rules.deck) > 0] = part
        value_discards(int(s[at.DECK]), CARDS, worth, after)
        return nothing, worth, after

    @cached_property
    def changes(self) -> Wholes:
        """By hand: whether to ask for mus as the mano, as the other, and the index of the best discard."""
        if not self.rules.mus_phase:
            return np.zeros((HANDS, 3), dtype=np.int64)
        _, worth, after = self._discards
        best = after.mean(axis=2).argmax(axis=1)
        better = after[np.arange(HANDS), best] - worth
        # The other changes cards too and gains by it as much as one does oneself on average.
        likely = ways(self.rules.deck)[:, None]
        usual = (np.maximum(better, 0.0) * likely).sum(axis=0) / likely.sum()
        changes = np.zeros((HANDS, 3), dtype=np.int64)
        changes[:, :2] = better > usual
        changes[:, 2] = best
        return changes

    @cached_property
    def kept(self) -> Wholes:
        """By hand and number of cards: what is left after the best discard of that many, as counts."""
        _, _, after = self._discards
        left = np.zeros((HANDS, 5), dtype=np.int64)
        for number, hand in enumerate(EVERY_HAND):
            best = [-1000.0] * 5
            for index, choice in enumerate(discards(hand)):
                here = float(after[number, index].mean())
                if here > best[len(choice.cards)]:
                    best[len(choice.cards)] = here
                    left[number, len(choice.cards)] = CARDS[number] - count_cards(choice.cards)
        left[:, 0] = CARDS
        return left

    @cached_property
    def puts_away(self) -> Wholes:
        """How many cards each hand puts away."""
        return np.array(
            [len(discards(hand)[self.changes[number, 2]].cards) for number, hand in enumerate(EVERY_HAND)]
        )

    @cached_property
    def becomes(self) -> Reals:
        """The chance that each hand becomes each other one when cards are changed."""
        out = np.zeros((HANDS, HANDS))
        deck = count_cards(self._game.deck())
        follow_changes(deck, CARDS, self.changes, out)
        return out


@cache
def _model(rules: MusRules) -> Model:
    return Model(Mus(rules))


def model(game: Mus) -> Model:
    """The model of a table, made once for all that sit at tables like it."""
    return _model(game.rules)
