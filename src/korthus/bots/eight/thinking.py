"""How an Eight Cards player thinks: the view made into sets, worlds met, their outcomes made readable."""

from __future__ import annotations

import math
import random
import time
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.bots.advice import Advice, Reason, by_chance, decides, fitted
from korthus.bots.eight.plans import next_action, own_cards, take_backs_left
from korthus.bots.eight.players import HOLDEM_POWER, OMAHA_POWER, SECOND_PAIR, looks, nets_by_winners
from korthus.bots.eight.policy import (
    POOL,
    POOL_FOURS,
    POOL_PAIRS,
    RIVALS,
    RUNS,
    draw_runs,
    good_rivals,
    learn,
    random_rivals,
    rank_pool,
    thumb_fours,
)
from korthus.bots.eight.values import ANSWERS, OUTCOMES, Opponent, Space, judge
from korthus.bots.protocol import Budget
from korthus.core.cards import DECK, ORDER, Card, in_order
from korthus.core.protocol import Action
from korthus.games.eight.actions import Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, NO_CARDS, Three
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import PATTERNS, sets_of
from korthus.games.eight.view import EightView
from korthus.kernels.eight.layout import SPLITS, SPLITS_OF_BOARD, UNKNOWN
from korthus.kernels.eight.placements import RANKS, SETS, SPLIT
from korthus.kernels.eight.poker import STRENGTHS
from korthus.kernels.rng import stream

Floats = npt.NDArray[np.float64]

#: Worlds between two looks at the clock: 2 ms (``bench/constants.py``: eight.looks).
_ROUND: Final = 128
#: The part of the worlds in which the opponent reckons with what we may have, and the passes in which their
#: tables have learnt. With a third of the worlds, or with two passes, ``equity`` lost about 0.005 pots a hand
#: less in 500 deals (``bench/strength_eight.py``).
_RECKONING: Final = 0.6
_PASSES: Final = 1
#: The gain, in pots, that taking cards back must promise over going on, beside three standard errors, which
#: do not tell how far the tables are off: by as much, in shares of a board (``bench/constants.py``:
#: eight.rivals, eight.taking_back).
_WORTH_TAKING_BACK: Final = 0.02
#: What is said of splits that no world has tried: their board was never the one that the opponent chose.
_PLACE_AGAIN: Final = Reason("eight.advice.place_again")
#: A share of a board, 0 to 1, above which it is rather won than lost.
_FAVOURED: Final = 0.5


# -- what good players think of the flops ----------------------------------------------------------


class Stakes(NamedTuple):
    """What a sweep adds for a seat, and what it costs it, in pots."""

    gain: float
    loss: float


#: Rules of thumb do not count sweeps.
_NO_STAKES: Final = Stakes(0.0, 0.0)


class Tables(NamedTuple):
    """See ``bots/eight/policy.py``."""

    worth: npt.NDArray[np.float32]
    worth_four: npt.NDArray[np.float32]


@lru_cache(maxsize=64)
def study(flops: tuple[int, int, int], chooser: bool, own: Stakes, other: Stakes, passes: int) -> Tables:
    """What sets of cards are worth to the player who chooses the Omaha board, or to the one who answers.

    The more passes, the better the rivals that the tables have learnt from. The same flops always give the
    same tables.
    """
    rng = stream(flops[0] ^ flops[1] << 1 ^ flops[2] << 2, 2 * passes + chooser)
    taken = flops[0] | flops[1] | flops[2]
    pool = np.array([card for card in range(52) if not taken >> card & 1], dtype=np.int64)
    full, blocked = np.zeros((3, RUNS), dtype=np.int64), np.zeros((3, POOL), dtype=np.int64)
    draw_runs(pool, np.array(flops, dtype=np.int64), rng, full, blocked)
    holdem = np.zeros((3, RUNS, POOL_PAIRS), dtype=np.uint16)
    omaha = np.zeros_like(holdem)
    rank_pool(pool, full, holdem, omaha)
    deck, hand = np.arange(POOL, dtype=np.int64), np.zeros((4, SETS), dtype=np.int64)
    rivals, three = np.zeros((3, RIVALS, 12), dtype=np.int64), np.zeros((2, 3), dtype=np.int64)
    if passes == 0:
        random_rivals(deck, hand, rng, rivals)
    else:
        theirs = study(flops, not chooser, other, own, passes - 1)
        stakes = np.array(other, dtype=np.float64)
        good_rivals(
            deck, hand, not chooser, theirs.worth, theirs.worth_four, stakes, three[0], rng, rivals, three[1]
        )
    made = Tables(np.zeros((3, 3, POOL_PAIRS), dtype=np.float32), np.zeros((3, POOL_FOURS), dtype=np.float32))
    counts, sums = np.zeros(STRENGTHS, dtype=np.int64), np.zeros((2, POOL_PAIRS), dtype=np.int64)
    shares = np.zeros((POOL_PAIRS, RUNS), dtype=np.uint8)
    learn(rivals, blocked, holdem, omaha, counts, shares, sums, made.worth, made.worth_four)
    return made


@lru_cache(maxsize=64)
def thumb(flops: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]) -> Tables:
    """What sets of cards are worth by rules of thumb (``bots.eight.players.Judge``): tables for all cards."""
    pool = [card for card in DECK if card not in flops[0] + flops[1] + flops[2]]
    pairs = np.array(
        [
            [looks(flop)[pool[low], pool[high]] for high in range(POOL) for low in range(high)]
            for flop in flops
        ]
    )
    worth = np.repeat((pairs**HOLDEM_POWER)[None], 3, axis=0).astype(np.float32)
    worth_four = np.zeros((3, POOL_FOURS), dtype=np.float32)
    thumb_fours(pairs**OMAHA_POWER, SECOND_PAIR, worth_four)
    return Tables(worth, worth_four)


# -- what placements are worth ---------------------------------------------------------------------


class Values(NamedTuple):
    """By split: what it brings in chips, the standard error of that, and in how many worlds it was tried."""

    chips: Floats
    errors: Floats
    worlds: npt.NDArray[np.int64]
    #: By split and outcome: the part of the worlds.
    outcomes: Floats
    #: How likely the opponent has chosen each board where that is not known and decides who places again.
    chosen: Floats | None = None


class Chances(NamedTuple):
    """By split: the chance to have more chips after it, and the standard error of that."""

    means: Floats
    errors: Floats


def _set(cards: tuple[Card, ...]) -> int:
    return sum(1 << ORDER[card] for card in cards)


class Mind:
    """The thinking of a player at one table: what each choice in a view is worth, and which is the best.

    Choices are placements, of whichever seat a view is. What was found last is remembered.
    """

    def __init__(self, game: EightCards) -> None:
        self._game = game
        self._last: tuple[object, Values] | None = None

    def choose(self, view: EightView, budget: Budget, rng: random.Random) -> Action:
        """The best action."""
        values = self.values(view, budget, rng)
        if view.assignment != "alternating":
            return _place(view, int(np.argmax(_met(values))))
        return _step(view, values)

    def rank(
        self, view: EightView, budget: Budget, rng: random.Random, *, to_win: bool = False
    ) -> tuple[Advice, ...]:
        """Every legal action, the best first; what ``choose`` takes is the first.

        Args:
            to_win: this hand is the last one: it counts who has more chips after it, and nothing else, unless
                that is decided already.
        """
        values = self.values(view, budget, rng)
        if to_win:
            advice = self._ranked(view, values, _chances(values, self._wins(view, rng)))
            if decides(advice):
                return by_chance(advice)
        return fitted(self._ranked(view, values, None))

    def _ranked(self, view: EightView, values: Values, chances: Chances | None) -> list[Advice]:
        if view.assignment != "alternating":
            actions = self._game.choices(view)
            start = SPLITS - len(actions) if view.plo is None else SPLITS_OF_BOARD * view.plo.number
            order = np.argsort(-_met(values)[start : start + len(actions)], kind="stable")
            return [_advice(actions[n], start + int(n), values, chances) for n in order]
        first = _step(view, values)
        liked = values.chips if chances is None else chances.means
        rated = [(action, _best(view, values, action, liked)) for action in self._game.choices(view)]
        rated.sort(key=lambda each: (each[0] != first, -values.chips[each[1]]))
        return [_advice(action, split, values, chances) for action, split in rated]

    def _wins(self, view: EightView, rng: random.Random) -> Floats:
        """By outcome of the boards: 1 if the seat has more chips after it, a half for as many, or 0."""
        seat = own_cards(view)[0]
        gained = self._chips(view, rng)[seat]  # and lost by the other
        made: Floats = 0.5 + 0.5 * np.sign(view.bankrolls[seat] - view.bankrolls[1 - seat] + 2 * gained)
        return made

    def values(self, view: EightView, budget: Budget, rng: random.Random) -> Values:
        """What all splits of the seat's eight cards are worth.

        As long as nothing new is seen, a plan stays what it was: cards placed one by one need one thought.
        """
        seat, cards, _ = own_cards(view)
        news = (in_order(cards), view.boards, view.plo, view.placed[1 - seat], view.shown[1 - seat])
        about = (news, view.locked, view.number, view.bankrolls, budget)
        if view.assignment == "alternating" and self._last is not None and self._last[0] == about:
            return self._last[1]
        made = self._meet(view, budget, rng)
        self._last = (about, made)
        return made

    def _meet(self, view: EightView, budget: Budget, rng: random.Random) -> Values:
        start = time.perf_counter()
        seat = own_cards(view)[0]
        other = 1 - seat
        chips = self._chips(view, rng)
        mine, theirs = _stakes(chips[seat], view.ante), _stakes(chips[other], view.ante)
        they_chose = view.assignment != "alternating" and view.locked[other]
        a, b, c = (_set(board[:3]) for board in view.boards)
        tables = study((a, b, c), they_chose, theirs, mine, _PASSES)
        by_thumb = thumb((view.boards[0][:3], view.boards[1][:3], view.boards[2][:3]))
        world = _World(view, they_chose, rng.getrandbits(63))
        limit = budget.simulations
        if budget.seconds is None and limit is None:
            limit = _ROUND
        done = 0
        while not done or (
            (limit is None or done < limit)
            and (budget.seconds is None or time.perf_counter() - start < budget.seconds)
        ):
            many = _ROUND if limit is None else min(_ROUND, max(limit, 1) - done)
            # Most opponents reckon with what we may have, others go by what looks good on the flops.
            reckoning = math.ceil(_RECKONING * many)
            world.meet(reckoning, tables, theirs)
            world.meet(many - reckoning, by_thumb, _NO_STAKES)
            done += many
        return world.values(chips[seat])

    def _chips(self, view: EightView, rng: random.Random) -> tuple[Floats, Floats]:
        """What each of the 27 outcomes brings the seats, by the rules themselves."""
        state = self._game.sample(view, rng)
        made = []
        for seat in (0, 1):
            nets = nets_by_winners(self._game.rules, state, seat)
            sides = ((1 - seat,), (0, 1), (seat,))
            made.append(np.array([nets[a, b, c] for a in sides for b in sides for c in sides], dtype=float))
        return made[0], made[1]


def _stakes(chips: Floats, ante: int) -> Stakes:
    """What a sweep adds beyond the three boards themselves."""
    pot = 2 * ante
    return Stakes((float(chips[-1]) - ante) / pot, (-ante - float(chips[0])) / pot)


class _World:
    """The compiled search with everything it works on."""

    def __init__(self, view: EightView, they_chose: bool, seed: int) -> None:
        seat, cards, _ = own_cards(view)
        placed = view.placed[1 - seat] or NO_CARDS
        self._hand = _set(cards)
        self._flops = np.array([_set(board) for board in view.boards], dtype=np.int64)
        theirs = [_set(cards) for cards in (*placed, view.shown[1 - seat])]
        self._theirs = np.array(theirs, dtype=np.int64)
        on_flops = int(self._flops[0] | self._flops[1] | self._flops[2])
        gone = self._hand | on_flops | theirs[0] | theirs[1] | theirs[2] | theirs[3]
        self._unseen = np.array([card for card in range(52) if not gone >> card & 1], dtype=np.int64)
        self._number = np.array([(~on_flops & (1 << card) - 1).bit_count() for card in range(52)])
        self._plo = UNKNOWN if view.plo is None else view.plo.number
        self._they_chose = they_chose
        self._rng = stream(seed)
        self._space = Space(
            work=np.zeros((4, SETS), dtype=np.int64),
            fixed=np.zeros(3, dtype=np.int64),
            boards=np.zeros(3, dtype=np.int64),
            answers=np.zeros(ANSWERS, dtype=np.int64),
            my_ranks=np.zeros(RANKS, dtype=np.uint16),
            their_ranks=np.zeros(RANKS, dtype=np.uint16),
            marks=np.zeros((3, SETS), dtype=np.uint8),
            out=np.zeros(SPLITS, dtype=np.uint8),
        )
        self._found = np.zeros((SPLITS, OUTCOMES), dtype=np.uint32)
        self._drawn = np.zeros(3, dtype=np.int64)

    def meet(self, worlds: int, tables: Tables, stakes: Stakes) -> None:
        """Meet ``worlds`` more worlds in which the opponent places by these tables and stakes."""
        opponent = Opponent(
            theirs=self._theirs,
            plo=self._plo,
            they_chose=self._they_chose,
            number=self._number,
            worth=tables.worth,
            worth_four=tables.worth_four,
            stakes=np.array(stakes, dtype=np.float64),
        )
        judge(
            worlds,
            self._hand,
            self._flops,
            self._unseen,
            opponent,
            self._rng,
            self._space,
            self._found,
            self._drawn,
        )

    def values(self, chips: Floats) -> Values:
        """What the worlds have shown. A split that cannot be played is worth minus infinity."""
        worlds = np.repeat(self._drawn, SPLITS_OF_BOARD)
        met = np.maximum(worlds, 1)
        parts = self._found / met[:, None]
        means = parts @ chips
        spread = np.maximum(parts @ chips**2 - means**2, 0.0)
        errors = np.where(worlds > 1, np.sqrt(spread / np.maximum(worlds - 1, 1)), np.inf)
        means[worlds == 0] = -np.inf
        chosen = None
        if self._they_chose and self._plo == UNKNOWN:
            chosen = self._drawn / max(int(self._drawn.sum()), 1)
            means = _place_again(means, chosen)
        return Values(means, errors, worlds, parts, chosen)


def _place_again(means: Floats, chosen: Floats) -> Floats:
    """EI-4: where the opponent's unseen choice is another board, we place again, as well as we can."""
    best = [float(means[k * SPLITS_OF_BOARD : (k + 1) * SPLITS_OF_BOARD].max()) for k in range(3)]
    made = means.copy()
    for k in range(3):
        elsewhere = sum(chosen[n] * best[n] for n in range(3) if n != k and chosen[n])
        own = slice(k * SPLITS_OF_BOARD, (k + 1) * SPLITS_OF_BOARD)
        made[own] = chosen[k] * means[own] + elsewhere if chosen[k] else elsewhere
    return made


def _chances(values: Values, wins: Floats) -> Chances:
    """What splits do for having more chips, given what that is by outcome (``Mind._wins``)."""
    means = values.outcomes @ wins
    spread = np.maximum(values.outcomes @ wins**2 - means**2, 0.0)
    errors = np.where(values.worlds > 1, np.sqrt(spread / np.maximum(values.worlds - 1, 1)), np.inf)
    means[values.worlds == 0] = -np.inf
    if values.chosen is not None:
        means = _place_again(means, values.chosen)
    return Chances(means, errors)


# -- from splits to actions ------------------------------------------------------------------------


def _met(values: Values) -> Floats:
    """What splits bring, those last that no world has tried: to play one would be a blind shot."""
    return np.where(values.worlds > 0, values.chips, -np.inf)


def _place(view: EightView, split: int) -> Place:
    _, cards, _ = own_cards(view)
    sets = sets_of(in_order(cards))
    a, b, c = PATTERNS[None][split]
    return Place(sets[a], sets[b], sets[c])


def _misplaced(view: EightView, placed: Three) -> npt.NDArray[np.int64]:
    """By split: how many placed cards it wants elsewhere."""
    _, cards, _ = own_cards(view)
    places = {card: index for index, card in enumerate(in_order(cards))}
    wrong = np.zeros(SPLITS, dtype=np.int64)
    for board in BOARDS:
        for card in placed[board.number]:
            wrong += 1 - (SPLIT[:, board.number] >> places[card] & 1)
    return wrong


def _step(view: EightView, values: Values) -> Action:
    """The next card of the best plan; a card goes back first where that is worth it."""
    _, _, placed = own_cards(view)
    wrong = _misplaced(view, placed)
    straight = int(np.argmax(np.where(wrong == 0, values.chips, -np.inf)))
    left = take_backs_left(view)
    other = int(np.argmax(np.where(wrong <= left, values.chips, -np.inf)))
    need = max(_WORTH_TAKING_BACK * 2 * view.ante, 3 * float(values.errors[other]))
    if wrong[other] and (wrong[straight] or values.chips[other] > values.chips[straight] + need):
        plan = _place(view, other)
        return next(
            TakeBack(card)
            for board in BOARDS
            for card in placed[board.number]
            if card not in plan.boards[board.number]
        )
    return next_action(view, _place(view, straight))


def _best(view: EightView, values: Values, action: Action, liked: Floats) -> int:
    """The split that is liked best of those that an action leads to."""
    _, _, placed = own_cards(view)
    there = [list(cards) for cards in placed]
    match action:
        case PlaceCard(card=card, board=board):
            there[board.number].append(card)
        case TakeBack(card=card):
            there = [[each for each in cards if each is not card] for cards in there]
        case _:
            assert isinstance(action, Lock)
    wrong = _misplaced(view, (tuple(there[0]), tuple(there[1]), tuple(there[2])))
    fewest = int(wrong[np.isfinite(values.chips)].min())
    return int(np.argmax(np.where(wrong == fewest, liked, -np.inf)))


def _advice(action: Action, split: int, values: Values, chances: Chances | None) -> Advice:
    return Advice(
        action=action,
        value=float(values.chips[split]),
        error=float(values.errors[split]),
        visits=int(values.worlds[split]),
        reasons=_reasons(values.outcomes[split]) if values.worlds[split] else (_PLACE_AGAIN,),
        chance=None if chances is None else min(1.0, max(0.0, float(chances.means[split]))),
        chance_error=None if chances is None else float(chances.errors[split]),
    )


def _reasons(parts: Floats) -> tuple[Reason, ...]:
    """Which boards the placement should win, and how often all three, from how its worlds went."""
    by_board = parts.reshape(3, 3, 3)
    half = np.array([0.0, 0.5, 1.0])
    shares = [float(by_board.sum(axis=tuple({0, 1, 2} - {index})) @ half) for index in range(3)]
    favoured = [board for board in BOARDS if shares[board.number] > _FAVOURED]
    percents = {str(board).lower(): round(100 * shares[board.number]) for board in BOARDS}
    first = Reason("eight.advice.boards", {"favoured": " ".join(favoured) or "-", **percents})
    return first, Reason(
        "eight.advice.sweep", {"sweep": round(100 * parts[-1]), "swept": round(100 * parts[0])}
    )
