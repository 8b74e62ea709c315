"""A Mus of nine cards: the solver and a naive walk through the engine agree to the last digit.

OpenSpiel agrees too: ``tests/envs/test_openspiel_mus.py``.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.solve.lines import Moment, place
from tests.solve.naive import best, worlds

from korthus.games.mus.game import Mus
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import LanceMenu, Menu

BACKEND = numpy_backend(1)
#: One bet and no raises; and órdago as the only bet.
BET = Menu.even("bet", LanceMenu(bets=(2,), raises=(), max_raises=0))
ALL_IN = Menu.even("all in", LanceMenu(bets=(), raises=(), max_raises=0), 40)
NINE = (4, 0, 0, 2, 0, 0, 2, 1)
HANDS = {menu.name: MusHand(menu, deck=NINE) for menu in (BET, ALL_IN)}


def some_strategy(hand: MusHand) -> Strategy:
    """Numbers that mean nothing, zeros among them."""
    strategy = Strategy.uniform(hand.game)
    rng = np.random.default_rng(5)
    for nodes in strategy.tables:
        for actions in nodes:
            for table in actions:
                table[:] = np.maximum(rng.random(table.shape) - 0.2, 0)
    return strategy


def solved(hand: MusHand, iterations: int = 60) -> Strategy:
    """A good strategy."""
    solver = Solver(hand.game, VARIANTS["dcfr"], BACKEND)
    solver.run(iterations)
    return solver.strategy()


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("make", [Strategy.uniform, some_strategy, solved], ids=["uniform", "some", "solved"])
def test_a_naive_walk_finds_the_same_best_responses(name: str, make: object) -> None:
    hand = HANDS[name]
    game = Mus(hand.rules)
    assert callable(make)
    strategy = make(hand.game if make == Strategy.uniform else hand)

    def plays(moment: Moment) -> dict[str, float]:
        stage, instance, node = place(hand, game, moment)
        actor = hand.game.stages[stage].betting.nodes[node]
        held = hand.hands.number[moment.state.hands[actor.seat]]
        return dict(zip(actor.actions, strategy.at(stage, node, instance, held), strict=True))

    found = judge(strategy, BACKEND)
    for seat in (0, 1):
        assert best(game, seat, worlds(hand, game), plays) == pytest.approx(found.best[seat], abs=1e-10)


def test_the_bounds_hold_the_value() -> None:
    hand = HANDS["bet"]
    rough, fine = (judge(solved(hand, n), BACKEND) for n in (20, 400))
    assert rough.bounds[0] <= fine.bounds[0] <= fine.bounds[1] <= rough.bounds[1]
    assert fine.exploitability < rough.exploitability / 10
