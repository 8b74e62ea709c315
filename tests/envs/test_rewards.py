"""The rewards of a game add up to its outcome, and are paid as the kernels count."""

from __future__ import annotations

import numpy as np
import pytest
from tests.envs.courses import GAMES, course

import korthus
from korthus.envs.rewards import gained, points
from korthus.kernels.bulk import kernel_of

#: What each seat has before the first deal.
START = {"eight": 1000, "eight in turn": 1000}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_rewards_add_up_to_the_outcome(name: str, seed: int) -> None:
    game, seats = GAMES[name]
    sums = [0.0] * seats
    before = points(game, game.new(seats))
    assert before == (START.get(name, 0),) * seats
    for moment in course(game, seats, seed):
        after = points(game, moment.state)
        sums = [total + reward for total, reward in zip(sums, gained(before, after), strict=True)]
        before = after
    outcome = game.outcome(moment.state)
    assert outcome is not None
    assert sums == [score - START.get(name, 0) for score in outcome.scores]


@pytest.mark.parametrize("name", ["mulle", "mulle draft", "kachuful", "mus", "mus hand", "eight"])
def test_points_are_those_of_the_kernel_at_every_step(name: str) -> None:
    game, seats = GAMES[name]
    kernel = kernel_of(game)
    counted = np.zeros(seats, dtype=np.int64)
    for moment in course(game, seats, seed=4):
        kernel.scores(kernel.pack(game, moment.state), counted)
        assert points(game, moment.state) == tuple(counted.tolist())


def test_points_come_before_the_end_where_the_game_says_them() -> None:
    game, seats = GAMES["scopa"]
    steps = [points(game, moment.state) for moment in course(game, seats, seed=2)]
    assert len(set(steps)) > 2, "Scopa pays after every deal"
    silent, seats = GAMES["high card"]
    steps = [points(silent, moment.state) for moment in course(silent, seats)]
    assert set(steps[:-1]) == {(0.0, 0.0, 0.0)}, "high card pays at the end"


@pytest.mark.parametrize("scope", ["omgang", "rond", "session"])
def test_points_of_a_bonus_are_those_of_the_kernel_too(scope: str) -> None:
    game = korthus.game("mulle", omgangar=1, bonus_scope=scope, intake_in_total=True)
    kernel = kernel_of(game)
    counted = np.zeros(2, dtype=np.int64)
    for moment in course(game, 2):
        kernel.scores(kernel.pack(game, moment.state), counted)
        assert points(game, moment.state) == tuple(counted.tolist())
