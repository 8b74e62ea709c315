"""Many games at once are the games of the rules: every row, mask, reward and end, step by step."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from tests.envs.vector_games import TABLES, Table

from korthus.core.protocol import CHANCE, AnyGame
from korthus.envs.encoding import Encoding
from korthus.envs.rewards import points
from korthus.envs.vector_engine import CompiledEngine
from korthus.envs.vector_env import VectorEnv
from korthus.kernels.bulk import kernel_of

SLOTS = 2
#: Steps played at least; more are where no game has ended by then.
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


class Copy:
    """A slot before a step: its state and its luck."""

    def __init__(self, env: VectorEnv, slot: int) -> None:
        slots = cast("CompiledEngine", env.engine).slots
        self.kernel = kernel_of(env.game)
        self.state = env.state(slot)
        self.row, self.luck = slots.states[slot].copy(), slots.streams[slot].copy()

    def after(self, game: AnyGame, encoding: Encoding, action_id: int) -> Any:
        """Where an action leads by the rules; where luck comes then, by the kernel with the same luck.

        A kernel may not keep an order of cards that has no meaning, so states are as it keeps them.
        """
        kernel = self.kernel
        action = encoding.ids(game.view(self.state, game.to_act(self.state)))[action_id]
        state = game.apply(self.state, action).state
        state = kernel.unpack(game, kernel.pack(game, state))
        if game.to_act(state) != CHANCE:
            return state
        kernel.apply(self.row, kernel.encode(game, self.row, action))
        assert state == kernel.unpack(game, self.row)
        while kernel.actor(self.row) == -1:
            kernel.deal(self.row, self.luck)
        return kernel.unpack(game, self.row)


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
    for slot in range(SLOTS):
        check_slot(env, slot)
    rng = np.random.default_rng(5)
    steps = ended = 0
    while ended == 0 or steps < LEAST_STEPS:
        actions = pick(env, rng)
        copies = [Copy(env, slot) for slot in range(SLOTS)]
        batch = env.step(actions)
        steps += 1
        for slot, copy in enumerate(copies):
            after = copy.after(game, env.encoding, int(actions[slot]))
            now = check_slot(env, slot)
            sums[slot] = sums[slot] + batch.rewards[slot]
            assert sums[slot].tolist() == [*points(game, after)]
            assert batch.done[slot] == (game.outcome(after) is not None)
            if batch.done[slot]:
                sums[slot] = np.array(first)
                ended += 1
            else:
                assert after == now, game.format_state(copy.state)
