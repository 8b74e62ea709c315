"""The games of a vectorised environment on the readable rules, for games that bring no compiled numbers.

Some hundred times slower than compiled code; everything else is the same, so that what is written for one
game runs with every game.
"""

from __future__ import annotations

import random
from typing import Any, Final

from korthus.core.draws import Luck
from korthus.core.protocol import CHANCE, AnyGame, State
from korthus.envs.encoding import Encoding
from korthus.envs.rewards import Points, gained, points
from korthus.envs.vector_loop import Batch, Words


class _Table:
    """The game of one slot."""

    def __init__(self, state: State, points: Points, number: int, rng: random.Random) -> None:
        self.state = state
        self.points = points
        self.number = number
        self.rng = rng


class RulesEngine:
    """Games on their rules."""

    def __init__(self, game: AnyGame, encoding: Encoding, batch: Batch, first: int) -> None:
        """``first`` is the number of the first slot."""
        self._game: Final = game
        self._encoding: Final = encoding
        self._batch: Final = batch
        self._first: Final = first
        self._seed = 0
        self._tables: list[_Table] = []

    def reset(self, seed: int) -> None:
        """See ``Engine.reset``."""
        self._seed = seed
        self._batch.done[:] = False
        self._batch.rewards[:] = 0
        self._tables = [self._open(slot, 0) for slot in range(self._batch.done.size)]

    def _open(self, slot: int, number: int) -> _Table:
        """Begin a game; every slot and every game in it has luck of its own."""
        rng = random.Random(f"{self._seed}/{self._first + slot}/{number}")
        state = self._game.new(self._encoding.seats)
        table = _Table(state, points(self._game, state), number, rng)
        self._deal(table)
        self._show(slot, table)
        return table

    def _deal(self, table: _Table) -> None:
        while self._game.to_act(table.state) == CHANCE:
            deal = self._game.draw(table.state, Luck(table.rng))
            table.state = self._game.apply(table.state, deal).state

    def _show(self, slot: int, table: _Table) -> None:
        seat = self._game.to_act(table.state)
        view = self._game.view(table.state, seat)
        assert seat is not None
        self._batch.to_act[slot] = seat
        self._batch.observations[slot] = self._encoding.observe(view)
        self._batch.masks[slot] = self._encoding.mask(view)

    def step(self, actions: Words) -> None:
        """See ``Engine.step``."""
        for slot, table in enumerate(self._tables):
            ids = self._encoding.ids(self._game.view(table.state, self._game.to_act(table.state)))
            table.state = self._game.apply(table.state, ids[int(actions[slot])]).state
            self._deal(table)
            before, table.points = table.points, points(self._game, table.state)
            self._batch.rewards[slot] = gained(before, table.points)
            over = self._game.to_act(table.state) is None
            self._batch.done[slot] = over
            if over:
                self._tables[slot] = self._open(slot, table.number + 1)
            else:
                self._show(slot, table)

    def state(self, slot: int) -> State:
        """See ``Engine.state``."""
        return self._tables[slot].state

    def kept(self) -> Any:
        """See ``Engine.kept``."""
        return self._seed, self._tables

    def restore(self, kept: Any) -> None:
        """See ``Engine.restore``."""
        self._seed, self._tables = kept
