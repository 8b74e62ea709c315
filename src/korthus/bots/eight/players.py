"""Computer players for Eight Cards: ``rules`` judges the flops, ``montecarlo`` plays hands out.

Both think in full placements. When cards are placed in turn, they make a plan for all eight that fits what
already lies there, and put down the next card of it. The players of ``search`` do that too; they value
all placements at once, in compiled code.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import pow
from typing import Final

from msgspec.structs import replace

from korthus.bots.eight.plans import next_action, own_cards, plans
from korthus.bots.eight.search import SEARCH_BOTS
from korthus.bots.protocol import Bot, Budget
from korthus.core.cards import DECK, Card, Rank, in_order
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.eight.actions import Place
from korthus.games.eight.boards import (
    BOARDS,
    PLO_SIZE,
    Board,
    Three,
    all_cards,
    kind_of,
    omaha_board,
)
from korthus.games.eight.evaluate import five
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import PATTERNS, sets_of
from korthus.games.eight.options import EightRules
from korthus.games.eight.scoring import Winners, best_seats, paid, settle, strength
from korthus.games.eight.state import EightState
from korthus.games.eight.view import EightView

# -- how good some cards look on a flop ------------------------------------------------------------

_HEIGHT: Final = {rank: height for height, rank in enumerate(Rank)}
# These are the character of the players, set by hand: ``python -m bench.strength_eight equity rules``
# measures them as a whole.

# What a draw adds to the part of all pairs, 0 to 1, that a pair of cards beats now.
_FLUSH_DRAW: Final = 0.22
_OPEN_STRAIGHT_DRAW: Final = 0.16
_GUTSHOT: Final = 0.07
#: The other player keeps the best of several pairs. How many that are taken to be on a hold'em board: the
#: chance to beat any two cards, to this power, is the chance to beat the best of them.
HOLDEM_POWER: Final = 3.0
#: The same on the Omaha board.
OMAHA_POWER: Final = 6.0
#: In Omaha, the part of the second best pair in what four cards are worth, 0 to 1.
SECOND_PAIR: Final = 0.15


class Looks(dict[tuple[Card, Card], float]):
    """For two cards on a flop, from 0 to 1: the part of all pairs that they beat now, plus draws.

    Pairs are judged when they are first asked for.
    """

    def __init__(self, flop: tuple[Card, ...]) -> None:
        super().__init__()
        self._flop = flop
        rest = [card for card in DECK if card not in flop]
        self._ladder = sorted([five(pair + flop) for pair in combinations(rest, 2)])

    def __missing__(self, pair: tuple[Card, Card]) -> float:
        value = five(pair + self._flop)
        rung = bisect_left(self._ladder, value) + bisect_right(self._ladder, value)
        beaten = rung / (2 * len(self._ladder))
        self[pair] = judged = beaten + (1 - beaten) * _draws(pair, self._flop)
        return judged


#: Judgements are kept for the flops of some hands, because every turn and every simulation asks again.
looks = lru_cache(maxsize=64)(Looks)


def _draws(pair: tuple[Card, Card], flop: tuple[Card, ...]) -> float:
    """What the two cards may become with the flop."""
    first, second = pair
    worth = 0.0
    if first.suit is second.suit and sum(card.suit is first.suit for card in flop) == 2:
        worth += _FLUSH_DRAW
    heights = {_HEIGHT[card.rank] for card in (*pair, *flop)}
    if _HEIGHT[Rank.ACE] in heights:
        heights.add(-1)
    own = {_HEIGHT[first.rank], _HEIGHT[second.rank]}
    ways = sum(
        len(window - heights) == 1 and len(window & own) == 2
        for window in (set(range(low, low + 5)) for low in range(-1, 9))
    )
    if ways >= 2:
        worth += _OPEN_STRAIGHT_DRAW
    elif ways == 1:
        worth += _GUTSHOT
    return worth


class Judge:
    """Scores placements of one hand: roughly, how many boards each should win."""

    def __init__(self, boards: Three) -> None:
        self._looks = tuple(looks(board[:3]) for board in boards)

    def holdem(self, pair: tuple[Card, ...], board: Board) -> float:
        """How good two cards look on a hold'em board."""
        return pow(self._looks[board.number][pair[0], pair[1]], HOLDEM_POWER)

    def omaha(self, four: tuple[Card, ...], board: Board) -> float:
        """How good four cards look on the Omaha board: their best pair, and a little for the second best."""
        table = self._looks[board.number]
        *_, second, best = sorted([table[pair] for pair in combinations(four, 2)])
        return (1 - SECOND_PAIR) * pow(best, OMAHA_POWER) + SECOND_PAIR * pow(second, OMAHA_POWER)

    def ranked(self, plans: Sequence[Place]) -> list[tuple[float, Place]]:
        """The plans with their scores, the best first."""
        scores: dict[tuple[Board, tuple[Card, ...]], float] = {}

        def score(cards: tuple[Card, ...], board: Board) -> float:
            key = (board, cards)
            if key not in scores:
                scores[key] = (self.omaha if len(cards) == PLO_SIZE else self.holdem)(cards, board)
            return scores[key]

        rated = [
            (score(plan.a, Board.A) + score(plan.b, Board.B) + score(plan.c, Board.C), plan) for plan in plans
        ]
        rated.sort(key=lambda each: each[0], reverse=True)
        return rated

    def best(self, cards: tuple[Card, ...], plo: Board | None) -> Place:
        """The placement of eight cards that looks best: the first of ``ranked``, found without the others."""
        sets = sets_of(in_order(cards))
        a, b, c = (self._scores(sets, board, plo) for board in BOARDS)
        first, second, third = max(
            PATTERNS[plo], key=lambda pattern: a[pattern[0]] + b[pattern[1]] + c[pattern[2]]
        )
        return Place(sets[first], sets[second], sets[third])

    def _scores(self, sets: list[tuple[Card, ...]], board: Board, plo: Board | None) -> list[float]:
        """What each set is worth on a board; 0 for sets of a size that cannot go there."""
        return [
            (self.omaha(cards, board) if plo in (None, board) else 0.0)
            if len(cards) == PLO_SIZE
            else (self.holdem(cards, board) if plo is not board else 0.0)
            for cards in sets
        ]


# -- the players -----------------------------------------------------------------------------------


class EightRulesBot(Bot):
    """Puts each card where it looks best on the three flops."""

    name = "rules"
    about = "puts each card where it looks best on the flops"

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        assert isinstance(view, EightView)
        return next_action(view, Judge(view.boards).ranked(plans(view))[0][1])


class EightEquityBot(Bot):
    """Gives each board the cards with the best chance there against anything, squared: a plain yardstick."""

    name = "equity"
    about = "adds up the squared chances to win each board against any cards"
    default_budget = Budget(simulations=120)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``. A simulation is a run-out; a budget of seconds does not change their number."""
        assert isinstance(view, EightView)
        from korthus.bots.eight.equity import best_plan  # loads the compiler

        choices = self.game.choices(view)
        if len(choices) == 1:
            return choices[0]
        given = (budget or self.default_budget).simulations
        worlds = given or self.default_budget.simulations
        assert worlds is not None
        return next_action(view, best_plan(view, worlds, self.rng.getrandbits(63)))


# -- playing hands out -----------------------------------------------------------------------------


class EightMonteCarloBot(Bot):
    """Deals the unseen cards many times and keeps the placement that wins the most chips.

    Only the placements that look best are tried. The other player is taken to place what looks best to them,
    unless their cards lie face up.
    """

    name = "montecarlo"
    about = "plays each hand out hundreds of times before it places"
    default_budget = Budget(simulations=300)

    #: How many placements are tried for each possible Omaha board.
    width = 12

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        assert isinstance(game, EightCards)
        self._rules = game.rules

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        assert isinstance(view, EightView)
        judge = Judge(view.boards)
        candidates = self._candidates(judge.ranked(plans(view)))
        if len(candidates) == 1:
            return next_action(view, candidates[0])
        totals = [0] * len(candidates)
        nets = nets_by_winners(self._rules, self.game.sample(view, self.rng), own_cards(view)[0])
        for _ in self._rounds(budget or self.default_budget):
            world: EightState = self.game.sample(view, self.rng)
            for number, net in enumerate(self._outcomes(view, world, judge, candidates, nets)):
                totals[number] += net
        return next_action(view, candidates[totals.index(max(totals))])

    def _candidates(self, rated: list[tuple[float, Place]]) -> list[Place]:
        kept: dict[Board | None, list[Place]] = {}
        for _, plan in rated:
            some = kept.setdefault(omaha_board(plan.boards), [])
            if len(some) < self.width:
                some.append(plan)
        return [plan for some in kept.values() for plan in some]

    def _rounds(self, budget: Budget) -> Iterator[int]:
        """One item per simulation, at least one."""
        limit = budget.simulations
        if budget.seconds is None and limit is None:
            limit = self.default_budget.simulations
        end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        done = 0
        while not done or ((limit is None or done < limit) and (end is None or time.perf_counter() < end)):
            yield done
            done += 1

    def _outcomes(
        self,
        view: EightView,
        world: EightState,
        judge: Judge,
        candidates: Sequence[Place],
        nets: dict[Winners, int],
    ) -> Iterator[int]:
        """What each candidate wins in one world, with one and the same run-out for all."""
        seat, cards, _ = own_cards(view)
        boards = self._run_out(world)
        other = _Other(view, world, judge)
        mine: dict[tuple[Board, tuple[Card, ...]], int] = {}
        theirs: dict[tuple[Board, tuple[Card, ...]], int] = {}
        for plan in candidates:
            plo = omaha_board(plan.boards)
            assert plo is not None
            if other.fixed is not None and other.fixed is not plo:  # EI-4: we shall have to place again
                plo = other.fixed
                placed = other.again(cards).boards
            else:
                placed = plan.boards
            answer = other.answer(plo)
            won: list[tuple[int, ...]] = []
            for board in BOARDS:
                kind, full = kind_of(board, plo), boards[board.number]
                own_key, their_key = (board, placed[board.number]), (board, answer[board.number])
                if own_key not in mine:
                    mine[own_key] = strength(kind, own_key[1], full)
                if their_key not in theirs:
                    theirs[their_key] = strength(kind, their_key[1], full)
                pair = (mine[own_key], theirs[their_key])
                won.append(best_seats(pair if seat == 0 else (pair[1], pair[0])))
            yield nets[won[0], won[1], won[2]]

    def _run_out(self, world: EightState) -> Three:
        """The boards with turns and rivers, from the cards that are left in a world."""
        out = set(self.game.located(world))
        a, b, c, d, e, f = self.rng.sample([card for card in DECK if card not in out], 6)
        first, second, third = world.boards
        return ((*first, a, b), (*second, c, d), (*third, e, f))


class _Other:
    """The other player in one sampled world: what they have, and how they are taken to place it."""

    def __init__(self, view: EightView, world: EightState, judge: Judge) -> None:
        assert view.seat is not None
        seat = 1 - view.seat
        self._judge = judge
        self._cards = world.hands[seat] + all_cards(world.placed[seat])
        self._face_up = view.placed[seat] if view.locked[seat] else None
        self._answers: dict[Board, Three] = {}
        self._again: Place | None = None
        #: The Omaha board that they have chosen unseen, if it is they who decide.
        self.fixed: Board | None = None
        if view.assignment == "simultaneous" and view.plo is None and view.locked[seat]:
            self.fixed = omaha_board(judge.best(self._cards, None).boards)

    def answer(self, plo: Board) -> Three:
        """Their placement when this board is Omaha."""
        if self._face_up is not None:
            return self._face_up
        if plo not in self._answers:
            self._answers[plo] = self._judge.best(self._cards, plo).boards
        return self._answers[plo]

    def again(self, cards: tuple[Card, ...]) -> Place:
        """What we would place if their choice of board stands."""
        if self._again is None:
            self._again = self._judge.best(cards, self.fixed)
        return self._again


_SIDES: Final = ((0,), (1,), (0, 1))


def nets_by_winners(rules: EightRules, state: EightState, seat: int) -> dict[Winners, int]:
    """What the hand is worth to a seat for each way the three boards can go."""
    nets = {}
    for a, b, c in product(_SIDES, repeat=3):
        won = paid(rules, state.pot, state.dealer, (a, b, c))
        behind = (state.bankrolls[0] + won[0], state.bankrolls[1] + won[1])
        nets[a, b, c] = settle(rules, replace(state, winners=(a, b, c)), behind).net[seat]
    return nets


BOTS: Final[dict[str, type[Bot]]] = {
    EightRulesBot.name: EightRulesBot,
    EightMonteCarloBot.name: EightMonteCarloBot,
    EightEquityBot.name: EightEquityBot,
    **SEARCH_BOTS,
}
AUTOMATIC = ""
