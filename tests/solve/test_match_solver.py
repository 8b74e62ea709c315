"""The solver that goes from score to score, against the general one, on packs of a few cards."""

from __future__ import annotations

import pytest

from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.strategy import Strategy, Tables
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.solver import MatchSolver
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.match.trees import Sides, sided_tree
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.utility import Match

#: Kings, knights, sevens and aces: hands with and without pares, with juego and with punto.
DECK = (2, 0, 2, 0, 2, 0, 0, 2)
EQUITY = match_table().array()


@pytest.mark.parametrize("score", [None, (30, 35), (39, 2)])
def test_a_strategy_of_usual_words_is_worth_what_the_general_judge_finds(
    score: tuple[int, int] | None,
) -> None:
    stakes = Stakes() if score is None else Stakes(score, EQUITY)
    utility = None if score is None else Match(score, 40, EQUITY)
    backend = numpy_backend(1)
    solver = MatchSolver(Hand(Sides(), deck=DECK), backend, exact=True)
    solver.play_for(stakes)
    solver.run(3)
    tables: Tables = [[list(actions) for actions in nodes] for nodes in solver.strategy()]
    game = MusHand(MENUS["ordago"], deck=DECK, utility=utility).game
    found, expected = solver.judge(), judge(Strategy(game, tables), backend)
    assert found.value == pytest.approx(expected.value, abs=1e-9)
    assert found.best == pytest.approx(expected.best, abs=1e-9)


def test_a_solver_goes_from_score_to_score() -> None:
    backend = numpy_backend(1)
    hand = Hand(Sides((7,), 1), deck=DECK, lances=2)
    one, other = (MatchSolver(hand, backend, exact=True) for _ in range(2))
    one.play_for(Stakes((20, 3), EQUITY))
    one.run(3)
    one.play_for(Stakes((31, 36), EQUITY))
    one.restart()
    other.play_for(Stakes((31, 36), EQUITY))
    for solver in (one, other):
        solver.run(5)
    assert one.judge() == other.judge()


@pytest.mark.parametrize("stranger", [0, 1])
def test_a_stranger_with_more_amounts_is_answered_better_with_every_iteration(stranger: int) -> None:
    hand = Hand(Sides((5, 12), stranger), deck=DECK, lances=2)
    solver = MatchSolver(hand, numpy_backend(1), exact=True)
    solver.play_for(Stakes())
    solver.run(6)
    before = solver.judge().nash_conv
    solver.run(24)
    after = solver.judge().nash_conv
    assert 0 <= after < before / 2


def test_more_amounts_are_said_once_in_a_hand_and_by_the_stranger_alone() -> None:
    sides = Sides((5, 12), 0)
    opened, usual = sided_tree(sides, True), sided_tree(sides, False)
    for tree in (opened, usual):
        for path in tree.betting.paths:
            for turn, word in enumerate(path):
                if word in ("envido 5", "envido 12"):
                    assert tree is opened
                    assert turn % 2 == 0
    layers = Hand(sides, deck=DECK).layers
    ways, more = len(usual.usual_ways), len(opened.beyond_ways)
    counted = {(layer.spot.name, layer.is_open): layer.instances for layer in layers}
    assert counted["chica", True] == ways
    assert counted["chica", False] == more
    assert counted["pares", False] == 2 * ways * more


@pytest.mark.parametrize("stranger", [0, 1])
def test_payoffs_that_are_made_when_asked_for_are_those_that_are_kept(stranger: int) -> None:
    hand = Hand(Sides((7,), stranger), deck=DECK, lances=2)
    kept, made = (MatchSolver(hand, numpy_backend(1), exact=True) for _ in range(2))
    stakes = Stakes((12, 30), EQUITY)
    kept.play_for(stakes)
    made.play_for(stakes, keep=False)
    kept.run(2)
    policy = kept.strategy()
    assert made.judge(policy) == kept.judge(policy)
