"""Two players of mus: one who weighs every bet against exact odds, and one who plays hands out in the head.

Both reckon with all hands the other may have, weighted by the ways to deal them, and both value a score the
way a player does: stones matter most near the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import perf_counter
from typing import Final, NamedTuple, TypeVar

from korthus.bots.mus.search import SEARCH_BOTS
from korthus.bots.mus.solved import SolvedBot
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import CHANCE, Action, AnyGame, View
from korthus.games.mus import actions
from korthus.games.mus.actions import Discard, Envido, MusAction
from korthus.games.mus.betting import Ending, Turn, amounts, deje, speak
from korthus.games.mus.cards import Hand, Rank, counts
from korthus.games.mus.counting import count, dejes, ordago_stones
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.sample import hand_weights
from korthus.games.mus.scoring import LANCES, Lance, Pares, plays, strength, value, winner
from korthus.games.mus.state import Bet, How, MusState, Phase, Settled
from korthus.games.mus.view import MusView

T = TypeVar("T")

# -- how good a hand is --------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def percentiles(deck: tuple[int, ...]) -> tuple[dict[Hand, float], ...]:
    """For each lance: the share of hands that a hand beats, ties counted half.

    Exact, over all deals of four cards. Only hands that meet are compared: those that have pares, those that
    have juego, and for punto those without.
    """
    tables = []
    for lance in LANCES:
        hands, totals = hand_weights(deck, None, None)
        met = [each for each in zip(hands, _weights(totals), strict=True) if plays(lance, each[0])]
        ranked = sorted(met, key=lambda each: strength(each[0])[lance.number])
        total = sum(weight for _, weight in ranked)
        table: dict[Hand, float] = {}
        below, start = 0, 0
        while start < len(ranked):
            end, here = start, 0
            key = strength(ranked[start][0])[lance.number]
            while end < len(ranked) and strength(ranked[end][0])[lance.number] == key:
                here += ranked[end][1]
                end += 1
            for hand, _ in ranked[start:end]:
                table[hand] = (below + here / 2) / total
            below += here
            start = end
        tables.append(table)
    return tuple(tables)


def _weights(totals: tuple[int, ...]) -> list[int]:
    """The single weights of running totals."""
    return [after - before for before, after in zip((0, *totals), totals, strict=False)]


class Rival(NamedTuple):
    """A hand the other may have: how likely it is, how it ranks, and whether it loses to mine."""

    weight: float
    rank: float
    beaten: bool
    worth: int


@lru_cache(maxsize=4096)
def _rivals(
    deck: tuple[int, ...],
    hand: Hand,
    unseen: tuple[int, ...],
    lance: Lance,
    pares: bool | None,
    juego: bool | None,
    mano: bool,
) -> tuple[Rival, ...]:
    """Every hand the other may have in a lance, from the cards left and what was declared."""
    table = percentiles(deck)[lance.number]
    hands, totals = hand_weights(unseen, pares, juego)
    rivals = []
    for other, weight in zip(hands, _weights(totals), strict=True):
        beaten = winner(lance, (hand, other), 0 if mano else 1) == 0
        rivals.append(Rival(weight / totals[-1], table[other], beaten, value(lance, other)))
    return tuple(rivals)


def rivals(rules: MusRules, view: MusView, lance: Lance) -> tuple[Rival, ...]:
    """Every hand the other may have, for the seat of a view."""
    assert view.seat is not None
    other = 1 - view.seat
    known = counts((*view.hand, *view.discards))
    unseen = tuple(a - b for a, b in zip(rules.deck, known, strict=True))
    return _rivals(
        rules.deck,
        view.hand,
        unseen,
        lance,
        view.pares and view.pares[other],
        view.juego and view.juego[other],
        view.seat == view.mano,
    )


# -- what a score is worth -----------------------------------------------------------------------------

# These are the character of a player, set by hand: ``python -m bench.strength_mus rules random`` measures it
# as a whole.

#: The lead in a single hand, in stones, that is worth as much as a match.
_WHOLE_MATCH: Final = 80
#: Stones that are added to what each lacks: about five a hand go to either side, so whoever lacks a few more
#: is not far behind.
_A_HAND: Final = 4


def prospects(rules: MusRules, mine: int, theirs: int) -> float:
    """What a score is worth to the one who has ``mine``: the chance to win the match, roughly.

    The nearer of two players to the target is the likelier winner, the more so the fewer stones both lack.
    In a single hand it is simply the difference.
    """
    target = rules.target_stones
    if target is None:
        return (mine - theirs) / _WHOLE_MATCH
    if mine >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    lack, other = target - mine + _A_HAND, target - theirs + _A_HAND
    return other**2 / (lack**2 + other**2)


def _after(rules: MusRules, view: MusView, mine: int, theirs: int) -> float:
    """``prospects`` when both score that much more."""
    assert view.seat is not None
    return prospects(rules, view.stones[view.seat] + mine, view.stones[1 - view.seat] + theirs)


def _counted(rules: MusRules, view: MusView, result: Settled, rival: Rival) -> float:
    """``prospects`` when a lance that was settled like this is counted against a hand of the other."""
    assert view.seat is not None
    own = value(result.lance, view.hand)
    values = (own, rival.worth) if view.seat == 0 else (rival.worth, own)
    better = view.seat if rival.beaten else 1 - view.seat
    gained = list(dejes([result]))
    for gain in count(rules, result, better, values):
        gained[gain.seat] += gain.stones
    return _after(rules, view, gained[view.seat], gained[1 - view.seat])


# -- the careful one -----------------------------------------------------------------------------------

# The numbers below are the character of a player, set by hand: ``python -m bench.strength_mus rules random``
# measures it as a whole.

#: Share of hands beaten, 0 to 1, that a hand needs beyond its pot odds: bettors have good cards.
_CAUTION: Final = 0.13
#: Share of hands beaten, 0 to 1, from which an average player makes a first bet without bluffing.
_BETS_FROM: Final = 0.55
#: What that rises by, as a share: for each raise, for each stone at stake, and for órdago.
_BY_RAISE, _BY_STONE, _BY_ORDAGO = 0.12, 0.01, 0.3
#: The most stones at stake that it rises by, and the share that it rises to at most.
_STONES_THAT_COUNT: Final = 12
_BETS_FROM_AT_MOST: Final = 0.9
#: Chance, 0 to 1, of a bet with a hand below that, next to the hands above it.
_BLUFFS: Final = 0.12
#: The part of these bluffs, 0 to 1, that is left where the bet is órdago.
_BLUFFS_WITH_ORDAGO: Final = 0.5
#: Chance of better cards, 0 to 1, up to which a hand that should pass may bluff.
_HOPELESS: Final = 0.4
#: Chance, 0 to 1, that it does: as the mano, who speaks first, and as the other.
_BLUFFS_FIRST, _BLUFFS_LAST = 0.12, 0.25
#: Share of hands beaten, 0 to 1, from which órdago is answered: with a match that is lost else, and what it
#: rises by up to a match that is won.
_ANSWERS_ORDAGO, _BY_PROSPECT = 0.86, 0.12
#: Sizes of a bet that are weighed: stones above the least one.
_SIZES: Final = (0, 1, 3, 8)
#: Chance of better cards, 0 to 1, above which órdago is thought of.
_SURE: Final = 0.9
#: Chance to win the match after another lost stone, 0 to 1, below which órdago is the last hope.
_LOST: Final = 0.12

# Whether a hand is too good to change. Its merits add up; shares are of hands beaten, 0 to 1.

#: The merits from which a hand is kept. Grande and chica count with their share.
_KEPT_FROM: Final = 2.0
#: The merits of medias or duples, and what their share counts beyond that; the merits of a par.
_MEDIAS, _BY_MEDIAS, _PAR = 1.0, 0.5, 0.4
#: The merits of juego, and what its share counts beyond that.
_JUEGO, _BY_JUEGO = 0.8, 0.6


class RulesBot(Bot):
    """Weighs each bet: what it wins, what it loses, how often it is refused. Bluffs now and then."""

    name = "rules"
    about = "weighs each bet against exact odds and bluffs now and then"
    game: Mus

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        assert isinstance(view, MusView)
        legal = self.game.choices(view)
        if view.phase is Phase.MUS:
            return actions.NO_MUS if worth_keeping(self.game.rules, view.hand) else actions.ASK_MUS
        if view.phase is Phase.DISCARD:
            return best_discard(view.hand)
        return self._speak(view, legal)

    def _speak(self, view: MusView, legal: tuple[MusAction, ...]) -> MusAction:
        lance = view.lance
        assert lance is not None
        rules = self.game.rules
        field = rivals(rules, view, lance)
        if view.bet is not None:
            field = bettors(field, view.bet)
        choices = shortlist(rules, view, legal)
        values = {action: self._value(view, lance, field, action) for action in choices}
        best = max(values, key=values.__getitem__)
        if best == actions.PASS and self.rng.random() < self._bluff(view, field):
            return min(
                (action for action in legal if isinstance(action, Envido)), default=actions.PASS, key=_amount
            )
        return best

    def _bluff(self, view: MusView, field: tuple[Rival, ...]) -> float:
        """How often to bet on a hand that is not worth it: more often when the other has passed."""
        win = sum(rival.weight for rival in field if rival.beaten)
        return 0.0 if win > _HOPELESS else _BLUFFS_FIRST if view.seat == view.mano else _BLUFFS_LAST

    def _value(self, view: MusView, lance: Lance, field: tuple[Rival, ...], action: MusAction) -> float:
        """What an action leads to on average, if the other answers by its odds."""
        rules, seat = self.game.rules, view.seat
        assert seat is not None
        if action == actions.PASS:  # if the other passes too
            return self._settled(view, field, Settled(lance, How.PASS))
        after = speak(rules, view.mano, Turn(seat, view.bet), action)
        if isinstance(after, Ending):
            return self._ended(view, lance, field, after)
        refused = speak(rules, view.mano, after, actions.REFUSE)
        accepted = speak(rules, view.mano, after, actions.ACCEPT)
        assert isinstance(refused, Ending)
        assert isinstance(accepted, Ending)
        if accepted.ordago:
            needed = ordago_from(1 - _after(rules, view, refused.stones, 0))
        else:
            needed = answer_from(accepted.stones, refused.stones)
        calls = tuple(rival for rival in field if rival.rank >= needed)
        folds = tuple(rival for rival in field if rival.rank < needed)
        return self._ended(view, lance, folds, refused) + self._ended(view, lance, calls, accepted)

    def _ended(self, view: MusView, lance: Lance, field: tuple[Rival, ...], ending: Ending) -> float:
        """What the end of a lance leads to against some of the hands the other may have."""
        if ending.ordago:
            return sum(rival.weight * self._all_in(view, rival) for rival in field)
        return self._settled(view, field, Settled(lance, ending.how, ending.seat, ending.stones))

    def _all_in(self, view: MusView, rival: Rival) -> float:
        rules, seat = self.game.rules, view.seat
        assert seat is not None
        mine, theirs = (ordago_stones(rules, view.stones[each]) for each in (seat, 1 - seat))
        return _after(rules, view, mine, 0) if rival.beaten else _after(rules, view, 0, theirs)

    def _settled(self, view: MusView, field: tuple[Rival, ...], result: Settled) -> float:
        """Hands that are beaten alike and worth the same are counted once."""
        known: dict[tuple[bool, int], float] = {}
        total = 0.0
        for rival in field:
            kind = (rival.beaten, rival.worth)
            if kind not in known:
                known[kind] = _counted(self.game.rules, view, result, rival)
            total += rival.weight * known[kind]
        return total


def _amount(action: MusAction) -> int:
    return action.amount if isinstance(action, Envido) else 0


def answer_from(stake: int, deje: int) -> float:
    """The rank from which a hand should take a bet on: its odds, and some caution."""
    return (1 - deje / stake) / 2 + _CAUTION if stake > deje else _CAUTION


def bettors(field: tuple[Rival, ...], bet: Bet) -> tuple[Rival, ...]:
    """The hands of the other in the light of a bet: good ones are likelier, and more so after raises."""
    likely = [r.weight * bet_likelihood(bet, r.rank) for r in field]
    total = sum(likely)
    return tuple(r._replace(weight=weight / total) for r, weight in zip(field, likely, strict=True))


def ordago_from(prospect: float) -> float:
    """The rank from which a hand should answer órdago: nearly the best, less so when all is lost anyway."""
    return _ANSWERS_ORDAGO + _BY_PROSPECT * prospect


def bet_likelihood(bet: Bet, rank: float) -> float:
    """How likely a hand of that rank makes such a bet, next to the best hands. The rest would be bluffs."""
    stones = min(bet.stake, _STONES_THAT_COUNT)
    least = _BETS_FROM + _BY_RAISE * bet.raises + _BY_STONE * stones + _BY_ORDAGO * bet.ordago
    if rank >= min(_BETS_FROM_AT_MOST, least):
        return 1.0
    return _BLUFFS * _BLUFFS_WITH_ORDAGO if bet.ordago else _BLUFFS


def shortlist(rules: MusRules, view: MusView, legal: tuple[MusAction, ...]) -> tuple[MusAction, ...]:
    """The actions worth thinking about.

    Of all the sizes of a bet, the least and a few larger ones. Órdago only with cards for it, or with nothing
    to lose: no bluff is worth a match that is still open.
    """
    bets = [action.amount for action in legal if isinstance(action, Envido)]
    wanted = {bets[0] + more for more in _SIZES} if bets else set()
    chosen = tuple(a for a in legal if (a.amount in wanted if isinstance(a, Envido) else a != actions.ORDAGO))
    if actions.ORDAGO not in legal or view.lance is None:
        return chosen
    win = sum(rival.weight for rival in rivals(rules, view, view.lance) if rival.beaten)
    return (*chosen, actions.ORDAGO) if win > _SURE or _after(rules, view, 0, 1) < _LOST else chosen


# -- changing cards ------------------------------------------------------------------------------------


def worth_keeping(rules: MusRules, hand: Hand) -> bool:
    """Whether a hand is too good to change: good in one lance, or fair in several."""
    tables = percentiles(rules.deck)
    known = strength(hand)
    merits = tables[0][hand] + tables[1][hand]
    if known.pares_value >= Pares.MEDIAS:
        merits += _MEDIAS + _BY_MEDIAS * tables[2][hand]
    elif known.pares:
        merits += _PAR
    if known.juego:
        merits += _JUEGO + _BY_JUEGO * tables[3][hand]
    return merits >= _KEPT_FROM


def best_discard(hand: Hand) -> Discard:
    """Keep kings and anything that pairs, else the highest card; put the rest away, one card at least."""
    kept = [card for card in hand if card is Rank.REY or hand.count(card) >= 2] or [hand[0]]
    rest = tuple(card for card in hand if card not in kept)
    return Discard(rest or hand[-1:])


# -- the one who plays it out --------------------------------------------------------------------------

# The numbers below are the character of a player, set by hand: ``python -m bench.mus_solved hands
# montecarlo@30`` measures it as a whole. Ranks are shares of hands beaten, 0 to 1.

#: Hands of the other that are played out for a choice, unless a budget says otherwise.
_SIMULATIONS: Final = 300
#: What a seat takes its rank to be too high or too low by, at most.
_MISJUDGED: Final = 0.08
#: The rank above which a seat bets, and the chance, 0 to 1, that it bets with a lower one.
_OPENS_FROM, _OPENS_ANYHOW = 0.62, 0.08
#: The rank above which it raises, and how many raises it has heard of when it raises no more.
_RAISES_FROM, _RAISES = 0.88, 2
#: The rank above which a hand would have bet: whoever passed has such a hand less likely, by this factor.
_SURELY_BETS, _HID_IT = 0.65, 0.5
#: The rank up to which whoever bet or accepted, and from which whoever refused, has a hand less likely, by
#: this factor.
_TAKES_FROM, _REFUSES_TO, _ODD = 0.5, 0.6, 0.25
#: The rank that is taken for a hand which cannot play the lance.
_MIDDLE: Final = 0.5


class _Luck:
    """A ``Chance`` for hands that are only imagined."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """See ``Chance.draw``."""
        return tuple(self._rng.sample(pool, count))


class Habits:
    """How players of flesh and blood bet, roughly: good cards bet, poor ones give way, sometimes not."""

    def __init__(self, rules: MusRules) -> None:
        self._rules = rules
        self._tables = percentiles(rules.deck)

    def act(self, state: MusState, seat: int, rng: random.Random) -> MusAction:
        """What a seat does out of habit. Looks at that seat's own cards only."""
        hand = state.hands[seat]
        if state.phase is not Phase.BET:
            if state.phase is Phase.DISCARD:
                return best_discard(hand)
            return actions.NO_MUS if worth_keeping(self._rules, hand) else actions.ASK_MUS
        assert state.lance is not None
        rank = self._tables[state.lance.number][hand] + rng.uniform(-_MISJUDGED, _MISJUDGED)
        bet = state.bet
        if bet is None:
            bets = amounts(self._rules, None)
            if bets and (rank > _OPENS_FROM or rng.random() < _OPENS_ANYHOW):
                return Envido(bets[0])
            return actions.PASS
        if bet.ordago:
            given = state.stones[1 - seat] + deje(self._rules, bet)
            left = prospects(self._rules, state.stones[seat], given)
            return actions.ACCEPT if rank > ordago_from(left) else actions.REFUSE
        if rank < answer_from(bet.stake, deje(self._rules, bet)):
            return actions.REFUSE
        more = amounts(self._rules, bet)
        raises = more and rank > _RAISES_FROM and bet.raises < _RAISES
        return Envido(more[0]) if raises else actions.ACCEPT

    def likelihood(self, view: MusView, world: MusState) -> float:
        """How well the other's hand in an imagined world explains what the other has said in this hand."""
        assert view.seat is not None
        other = 1 - view.seat
        hand = world.hands[other]
        likely = 1.0
        for result in view.settled:
            rank = self._tables[result.lance.number].get(hand, _MIDDLE)
            if result.how is How.PASS:
                likely *= _HID_IT if rank > _SURELY_BETS else 1.0
            elif result.how is How.ACCEPTED or (result.how is How.REFUSED and result.seat == other):
                likely *= 1.0 if rank > _TAKES_FROM else _ODD
            elif result.how is How.REFUSED:
                likely *= 1.0 if rank < _REFUSES_TO else _ODD
        if view.lance is None:
            return likely
        rank = self._tables[view.lance.number].get(hand, _MIDDLE)
        if view.bet is not None:
            return likely * bet_likelihood(view.bet, rank)
        return likely * (_HID_IT if view.seat != view.mano and rank > _SURELY_BETS else 1.0)


class MonteCarloBot(Bot):
    """Deals the other a hand, plays the rest of it for both by simple habits, again and again."""

    name = "montecarlo"
    about = "plays each choice out in the head against many possible hands"
    default_budget = Budget(simulations=_SIMULATIONS)
    game: Mus

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._habits = Habits(self.game.rules)
        self._luck = _Luck(rng)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``. Each simulation tries every choice against the same hand of the other."""
        assert isinstance(view, MusView)
        legal = self.game.choices(view)
        choices = shortlist(self.game.rules, view, legal)
        if len(choices) == 1:
            return choices[0]
        totals = dict.fromkeys(choices, 0.0)
        for _ in _rounds(budget or self.default_budget):
            world = self.game.sample(view, self.rng)
            weight = self._habits.likelihood(view, world)
            for choice in choices:
                totals[choice] += weight * self._play_out(world, choice, view)
        return max(totals, key=totals.__getitem__)

    def _play_out(self, world: MusState, choice: MusAction, view: MusView) -> float:
        """The worth of the score when this hand is over."""
        game = self.game
        state = game.apply(world, choice).state
        while state.number == view.number and (turn := state.turn) is not None:
            if turn == CHANCE:
                action = game.draw(state, self._luck)
            else:
                action = self._habits.act(state, turn, self.rng)
            state = game.apply(state, action).state
        assert view.seat is not None
        return prospects(game.rules, state.stones[view.seat], state.stones[1 - view.seat])


def _rounds(budget: Budget) -> Iterable[int]:
    """As many simulations as a budget allows, at least one."""
    start = perf_counter()
    done = 0
    while True:
        yield done
        done += 1
        if budget.simulations is not None and done >= budget.simulations:
            return
        if budget.seconds is not None and perf_counter() - start >= budget.seconds:
            return
        if budget.simulations is None and budget.seconds is None and done >= _SIMULATIONS:
            return


#: From weak to strong.
BOTS: dict[str, type[Bot]] = {
    **{bot.name: bot for bot in (RulesBot, MonteCarloBot)},
    **SEARCH_BOTS,
    SolvedBot.name: SolvedBot,
}
AUTOMATIC = ""
