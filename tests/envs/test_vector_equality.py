"""Many games at once are the games of the rules: every row, mask, reward and end, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.envs.vector_games import TABLES, Table

from korthus.core.protocol import CHANCE, AnyGame
from korthus.envs.encoding import Encoding
from korthus.envs.rewards import points
from korthus.envs.vector_env import VectorEnv
from korthus.kernels.bulk import kernel_of

SLOTS = 2
#: As many steps as it takes to end a game, and at least so many.
LEAST_STEPS = 200


def check_slot(env: VectorEnv, slot: int) -> Any:
    """What is shown of a slot is what the encoding says of the view; the state in it."""
    game, encoding, batch = env.game, env.encoding, env.batch
    state = env.state(slot)
    seat = game.to_act(state)
    assert seat == batch.to_act[slot]
    view = game.view(state, seat)
    where = game.format_state(state)
    row = encoding.observe(view)
    if not np.array_equal(row, batch.observations[slot]):
        told = encoding.named(batch.observations[slot].astype(np.float32))
        wrong = [name for name, part in encoding.named(row).items() if not np.array_equal(part, told[name])]
        raise AssertionError(f"{wrong} of {where}")
    assert np.array_equal(encoding.mask(view), batch.masks[slot]), where
    return state


def check_step(game: AnyGame, encoding: Encoding, before: Any, action: int, after: Any) -> Any:
    """One action of the rules leads to the state that the slot has now, unless luck comes between.

    A kernel may not keep an order of cards that has no meaning, so both are compared as it keeps them.
    """
    view = game.view(before, game.to_act(before))
    by_rules = game.apply(before, encoding.ids(view)[action]).state
    if game.to_act(by_rules) not in (CHANCE, None):
        kernel = kernel_of(game)
        assert kernel.unpack(game, kernel.pack(game, by_rules)) == after, game.format_state(before)
    return by_rules


def pick(env: VectorEnv, rng: np.random.Generator) -> Any:
    """Any legal id for each slot, or one of the first two: a bet would seldom end where all are alike."""
    actions = env.random_actions()
    for slot in range(env.n):
        if rng.random() < 0.5:
            actions[slot] = rng.choice(np.flatnonzero(env.batch.masks[slot])[:2])
    return actions


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_many_games_are_the_games_of_the_rules(table: Table) -> None:
    game = table.game
    env = VectorEnv(game, SLOTS, table.seats, seed=5)
    first = points(game, game.new(table.seats))
    sums = [np.array(first) for _ in range(SLOTS)]
    states = [check_slot(env, slot) for slot in range(SLOTS)]
    rng = np.random.default_rng(5)
    steps = ended = 0
    while ended == 0 or steps < LEAST_STEPS:
        actions = pick(env, rng)
        batch = env.step(actions)
        steps += 1
        for slot in range(SLOTS):
            now = check_slot(env, slot)
            by_rules = check_step(game, env.encoding, states[slot], int(actions[slot]), now)
            outcome = game.outcome(by_rules)
            assert batch.done[slot] == (outcome is not None)
            sums[slot] = sums[slot] + batch.rewards[slot]
            assert sums[slot].tolist() == [*(points(game, now) if outcome is None else outcome.scores)]
            if outcome is not None:
                sums[slot] = np.array(first)
                ended += 1
            states[slot] = now
