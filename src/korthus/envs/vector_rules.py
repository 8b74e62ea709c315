"""The games of a vectorised environment on the readable rules.

For games that bring no compiled numbers, and for tables that a game's kernel does not know.

Some hundred times slower than compiled code; everything else is the same, so that what is written for one
game runs with every game.
"""

from __future__ import annotations

import copy
import random
from typing import Any, Final

import numpy as np

from korthus.core.protocol import AnyGame, State
from korthus.envs.episode import Episode
from korthus.envs.vector_loop import Batch, Words
from korthus.envs.vector_masks import words_for


class RulesEngine:
    """Games on their rules, an episode for each slot."""

    def __init__(self, game: AnyGame, batch: Batch, first: int) -> None:
        """``first`` is the number of the first slot."""
        self._batch: Final = batch
        self._first: Final = first
        n, seats = batch.rewards.shape
        #: See ``Engine.legal``.
        self.legal: Final[Words] = np.zeros((n, words_for(batch.masks.shape[1])), dtype=np.int64)
        self._seed = 0
        self._episodes = [Episode(game, seats) for _ in range(n)]
        #: How many games were over in a slot before this one.
        self._numbers = [0] * n

    def reset(self, seed: int) -> None:
        """See ``Engine.reset``."""
        self._seed = seed
        self._batch.done[:] = False
        self._batch.rewards[:] = 0
        for slot in range(len(self._episodes)):
            self._begin(slot, 0)

    def _begin(self, slot: int, number: int) -> None:
        """Begin a game; every slot and every game in it has luck of its own."""
        self._numbers[slot] = number
        self._episodes[slot].begin(random.Random(f"{self._seed}/{self._first + slot}/{number}"))
        self._show(slot)

    def _show(self, slot: int) -> None:
        episode = self._episodes[slot]
        seat = episode.to_act
        assert seat is not None, "a game that is over has given way"
        self._batch.to_act[slot] = seat
        self._batch.observations[slot] = episode.observe(seat)
        mask = episode.mask(seat)
        self._batch.masks[slot] = mask
        bits = np.packbits(mask.astype(np.bool_), bitorder="little")
        self.legal[slot].view(np.uint8)[: bits.size] = bits

    def step(self, actions: Words) -> None:
        """See ``Engine.step``."""
        for slot, episode in enumerate(self._episodes):
            self._batch.rewards[slot] = episode.step(int(actions[slot]))
            over = episode.to_act is None
            self._batch.done[slot] = over
            if over:
                self._begin(slot, self._numbers[slot] + 1)
            else:
                self._show(slot)

    def state(self, slot: int) -> State:
        """See ``Engine.state``."""
        found: State = self._episodes[slot].state
        return found

    def kept(self) -> Any:
        """See ``Engine.kept``."""
        return self._seed, self._episodes, self._numbers, self.legal

    def restore(self, kept: Any) -> None:
        """See ``Engine.restore``."""
        *others, legal = copy.deepcopy(kept)
        self._seed, self._episodes, self._numbers = others
        self.legal[...] = legal
