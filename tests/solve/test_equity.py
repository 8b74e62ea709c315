"""The chance to win a match: counted by courses, and hand by hand through the engine."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.solve.lines import pairs

from korthus.games.mus.actions import PASS, Deal
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import MusState, Phase
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.equity import courses, equity_table
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS, LanceMenu, Menu
from korthus.solve.mus.utility import Match

BACKEND = numpy_backend(1)
NINE = (4, 0, 0, 2, 0, 0, 2, 1)
ALL_IN = Menu.even("all in", LanceMenu(bets=(), raises=(), max_raises=0), 40)
BET = Menu.even("bet", LanceMenu(bets=(2,), raises=(), max_raises=0))


def passing(hand: MusHand) -> Strategy:
    """Never bet."""
    strategy = Strategy.uniform(hand.game)
    for number, place, _, node in hand.game.spots():
        for action, table in zip(node.actions, strategy.tables[number][place], strict=True):
            table[:] = float(action in ("pass", "no quiero"))
    return strategy


def by_the_engine(hand: MusHand, score: tuple[int, int]) -> float:
    """The chance of the mano from a score when nobody ever bets, hand after hand, deal after deal."""
    game = Mus(MusRules(deck=hand.hands.deck))  # type: ignore[arg-type]  # eight counts
    known: dict[tuple[int, int], float] = {}

    def chance(mine: int, theirs: int) -> float:
        if (mine, theirs) not in known:
            known[mine, theirs] = sum(
                float(hand.hands.chance[a, b]) * after(mine, theirs, a, b) for a, b in pairs(hand)
            )
        return known[mine, theirs]

    def after(mine: int, theirs: int, a: int, b: int) -> float:
        hands = hand.hands.all
        start = replace(game.new(), stones=(mine, theirs), tally=((mine, 0, 0, 0, 0), (theirs, 0, 0, 0, 0)))
        state: MusState = game.apply(start, Deal((*hands[a], *hands[b]))).state
        while state.phase is Phase.BET:
            state = game.apply(state, PASS).state
        if state.phase is Phase.OVER:
            return float(state.stones[0] >= 40)
        return 1 - chance(state.stones[1], state.stones[0])

    return chance(*score)


def test_courses_hold_the_value_of_the_hand() -> None:
    for menu in (MENUS["plain"], ALL_IN):
        hand = MusHand(menu, deck=NINE)
        solver = Solver(hand.game, VARIANTS["dcfr"], BACKEND)
        solver.run(12)
        found = courses(hand, solver.strategy())
        assert found.chances.sum() == pytest.approx(1, abs=1e-9)
        assert found.mean(40) == pytest.approx(solver.judge().value, abs=1e-9)


def test_UI6_the_order_of_counting_decides_near_the_end() -> None:
    hand = MusHand(BET, deck=NINE)
    table = equity_table(courses(hand, passing(hand)))
    for score in ((39, 39), (39, 38), (38, 39), (36, 35), (30, 33)):
        assert table[score] == pytest.approx(by_the_engine(hand, score), abs=1e-9)


def test_playing_for_the_match_is_worth_what_the_table_says() -> None:
    hand = MusHand(ALL_IN, deck=NINE)
    strategy = Strategy.uniform(hand.game)
    table = equity_table(courses(hand, strategy))
    for score in ((0, 0), (38, 39), (39, 37)):
        match = MusHand(ALL_IN, deck=NINE, utility=Match(score, 40, table))
        same = Strategy(match.game, strategy.tables)
        assert judge(same, BACKEND).value + 0.5 == pytest.approx(table[score], abs=1e-9)


def test_a_match_solver_is_hard_to_beat_at_the_end() -> None:
    stones = MusHand(BET, deck=NINE)
    table = equity_table(courses(stones, passing(stones)))
    hand = MusHand(BET, deck=NINE, utility=Match((39, 38), 40, table))
    solver = Solver(hand.game, VARIANTS["dcfr"], BACKEND)
    solver.run(80)
    found = solver.judge()
    assert found.exploitability < 0.005
    assert found.exploitability < judge(Strategy(hand.game, passing(stones).tables), BACKEND).exploitability
