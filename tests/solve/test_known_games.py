"""Games with known answers: Kuhn's and Leduc, and what OpenSpiel says of them."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest

from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.kuhn import kuhn
from korthus.solve.core.leduc import leduc
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS, Variant

BACKEND = numpy_backend(1)
GAMES = {"kuhn": kuhn(), "leduc": leduc()}


def test_uniform_play_of_kuhn_loses_eleven_twelfths() -> None:
    found = judge(Strategy.uniform(GAMES["kuhn"]), BACKEND)
    assert found.nash_conv == pytest.approx(11 / 12, abs=1e-12)
    assert found.value == pytest.approx(1 / 8, abs=1e-12)


def test_uniform_play_of_leduc_loses_what_openspiel_says() -> None:
    found = judge(Strategy.uniform(GAMES["leduc"]), BACKEND)
    assert found.nash_conv == pytest.approx(4.747222222222222, abs=1e-12)
    game = pyspiel.load_game("leduc_poker")
    assert found.nash_conv == pytest.approx(pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_solves_kuhn(name: str) -> None:
    solver = Solver(GAMES["kuhn"], VARIANTS[name], BACKEND)
    solver.run(400)
    found = solver.judge()
    assert found.value == pytest.approx(-1 / 18, abs=2e-4)
    assert 0 <= found.exploitability < 1e-3
    low, high = found.bounds
    assert low <= -1 / 18 <= high


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_solves_leduc(name: str) -> None:
    solver = Solver(GAMES["leduc"], VARIANTS[name], BACKEND)
    solver.run(150)
    found = solver.judge()
    assert found.value == pytest.approx(-0.0856, abs=2e-3)
    assert 0 <= found.exploitability < 0.02
    low, high = found.bounds
    assert low <= -0.08561 <= high


def test_cfr_plus_does_what_openspiels_does() -> None:
    game = pyspiel.load_game("leduc_poker")
    theirs = pyspiel.CFRPlusSolver(game)
    ours = Solver(GAMES["leduc"], VARIANTS["cfr+"], BACKEND)
    for _ in range(6):
        theirs.evaluate_and_update_policy()
        ours.run(1)
        expected = pyspiel.exploitability(game, theirs.average_policy())
        assert ours.judge().exploitability == pytest.approx(expected, rel=1e-4)


def test_the_nuts_of_kuhn() -> None:
    solver = Solver(GAMES["kuhn"], VARIANTS["pcfr+"], BACKEND)
    solver.run(400)
    strategy = solver.strategy()
    _, call = strategy.at(0, 3, 0, 2)
    assert call == pytest.approx(1.0, abs=1e-3)  # a king calls
    _, call = strategy.at(0, 3, 0, 0)
    assert call == pytest.approx(0.0, abs=1e-3)  # a jack does not


def test_what_is_kept_of_regrets_grows_to_everything() -> None:
    variant = Variant("slow", alpha=1.5, beta=-1.0)
    kept = [variant.keep(iteration) for iteration in (0, 1, 10, 1000)]
    assert kept[0] == (0.0, 0.0)
    assert [round(above, 4) for above, _ in kept] == [0.0, 0.5, 0.9693, 1.0]
    assert [round(below, 4) for _, below in kept] == [0.0, 0.5, 0.0909, 0.001]
    assert VARIANTS["cfr+"].keep(7) == (1.0, 1.0)


@pytest.mark.parametrize(("name", "sets"), [("kuhn", 12), ("leduc", 288)])
def test_information_sets_are_counted(name: str, sets: int) -> None:
    assert GAMES[name].information_sets == sets


def test_payoffs_hold_the_chance_of_every_deal() -> None:
    ante = GAMES["kuhn"].stages[0].payoffs[3]  # a bet that is not called wins one, whatever the cards are
    assert ante.sum() == pytest.approx(1)
    assert np.diag(ante).sum() == 0
