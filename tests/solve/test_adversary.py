"""The nearly best response, and the way along which it gains less, on a pack of a few cards."""

from __future__ import annotations

import numpy as np
import pytest

from korthus.solve.core.backend import numpy_backend
from korthus.solve.mus.match.adversary import advantages, soft_response
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.solver import MatchSolver, Tables
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.match.trees import Sides

DECK = (2, 0, 2, 0, 2, 0, 0, 2)
STAKES = {"single": Stakes(), "match": Stakes((30, 35), match_table().array())}


def solver_and_policy(stranger: int, stakes: Stakes) -> tuple[MatchSolver, Tables]:
    solver = MatchSolver(Hand(Sides((7,), stranger), deck=DECK, lances=2), numpy_backend(1), exact=True)
    solver.play_for(stakes)
    source = np.random.default_rng(7)
    policy: Tables = []
    for layer in solver.hand.layers:
        policy.append([])
        for node in layer.tree.betting.nodes:
            shape = (len(node.actions), layer.instances, len(layer.hands[node.seat]))
            chances = source.dirichlet(np.ones(shape[0]), size=shape[1:]).transpose(2, 0, 1)
            policy[-1].append(chances if node.seat != stranger else None)
    return solver, policy


def value(solver: MatchSolver, policy: Tables, other: Tables) -> float:
    """What the mano gets."""
    both = [
        [mine if mine is not None else theirs for mine, theirs in zip(*nodes, strict=True)]
        for nodes in zip(policy, other, strict=True)
    ]
    return solver.value(both)


@pytest.mark.parametrize("stakes", STAKES.values(), ids=STAKES)
@pytest.mark.parametrize("stranger", [0, 1])
def test_the_colder_the_nearer_to_the_best_response(stranger: int, stakes: Stakes) -> None:
    solver, policy = solver_and_policy(stranger, stakes)
    sign = 1 if stranger == 0 else -1
    scale = 1.0 if stakes.equity is None else 0.01
    best = solver.best(stranger, policy)
    short = [
        best - sign * value(solver, policy, soft_response(solver, stranger, policy, scale * each))
        for each in (10.0, 1.0, 0.1, 0.001)
    ]
    assert short == sorted(short, reverse=True)
    assert -1e-12 < short[-1] < 0.002 * scale


@pytest.mark.parametrize("stakes", STAKES.values(), ids=STAKES)
@pytest.mark.parametrize("stranger", [0, 1])
def test_a_small_step_along_the_advantages_gains_what_they_say(stranger: int, stakes: Stakes) -> None:
    solver, policy = solver_and_policy(stranger, stakes)
    me = 1 - stranger
    sign = 1 if me == 0 else -1
    other = soft_response(solver, stranger, policy, 1.0)
    gains, reaches = advantages(solver, me, policy, other)
    before = sign * value(solver, policy, other)
    for number, nodes in enumerate(policy):
        for node, chances in enumerate(nodes):
            if chances is None:
                continue
            step = 1e-6 * (np.eye(len(chances))[0][:, None, None] - chances)
            moved = [list(each) for each in policy]
            moved[number][node] = chances + step
            said = float((step * gains[number][node] * reaches[number][node][None, ...]).sum())
            assert sign * value(solver, moved, other) - before == pytest.approx(said, rel=1e-3, abs=1e-12)
