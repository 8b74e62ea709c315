"""Who plays the games of a vectorised environment: compiled code, shared out among threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from korthus.core.protocol import AnyGame, State
from korthus.envs.brings import compiled_of, with_notes
from korthus.envs.vector_code import compiled_for, inlined_for
from korthus.envs.vector_loop import (
    Batch,
    Scratch,
    Slots,
    Start,
    Words,
    first_game,
    no_notes,
    reset_slots,
    show_slot,
    step_slots,
    take_turn,
)
from korthus.envs.vector_masks import words_for
from korthus.envs.vector_shares import Shares
from korthus.games.registry import brought
from korthus.kernels.brings import kernel_named
from korthus.kernels.bulk import kernel_of


class Engine(Protocol):
    """Plays many games and fills a batch."""

    @property
    def legal(self) -> Words:
        """Which ids are legal in each slot, as bits, 64 in a word: what the masks say."""

    def reset(self, seed: int) -> None:
        """Begin the first game of every slot."""

    def step(self, actions: Words) -> None:
        """Take an action, which is legal, in every slot."""

    def state(self, slot: int) -> State:
        """The position in a slot, hidden cards included."""

    def kept(self) -> Any:
        """Everything that changes from step to step."""

    def restore(self, kept: Any) -> None:
        """Go on from what another engine of the same kind has kept."""


class Loops(NamedTuple):
    """What is compiled for a game."""

    reset: Callable[..., None]
    step: Callable[..., None]


def _verbs(game: str) -> dict[str, Any]:
    """What the loops call, from the kernel of a game and its encoding."""
    kernel = kernel_named(game)
    numbers: Any = brought(game, "envs", "compiled")
    verbs = {name: getattr(kernel, name) for name in ("actor", "apply", "deal", "scores")}
    verbs |= {name: getattr(numbers, name) for name in ("observe", "mask", "code_of")}
    verbs["note"] = getattr(numbers, "note", no_notes)
    return verbs


@cache
def turn_of(game: str) -> Callable[..., int]:
    """``take_turn`` for a game."""
    made: Callable[..., int] = compiled_for(game, take_turn, _verbs(game))
    return made


@cache
def _loops(game: str) -> Loops:
    """The loops of a game."""
    verbs = _verbs(game)
    verbs["begin_game"] = compiled_for(game, first_game, verbs)
    verbs["show"] = inlined_for(game, show_slot, verbs)
    return Loops(compiled_for(game, reset_slots, verbs), compiled_for(game, step_slots, verbs))


class CompiledEngine:
    """Games on their kernel."""

    def __init__(self, game: AnyGame, batch: Batch, first: int, shares: Shares) -> None:
        """``first`` is the number of the first slot; the kernel knows the table (``compiled_refusal``)."""
        self._game: Final = game
        self._kernel: Final = kernel_of(game)
        self._loops: Final = _loops(game.name)
        self._batch: Final = batch
        n, seats = batch.rewards.shape
        self._start = self._make_start(seats, first)
        #: The games: not for players.
        self.slots: Final = Slots(
            states=np.zeros((n, self._start.state.size), dtype=np.int64),
            streams=np.zeros((n, 4), dtype=np.uint64),
            numbers=np.zeros(n, dtype=np.int64),
            totals=np.zeros((n, seats), dtype=np.int64),
            legal=np.zeros((n, words_for(batch.masks.shape[1])), dtype=np.int64),
        )
        self._shares: Final = shares
        width = batch.masks.shape[1]
        self._rooms: Final = [self._make_room(seats, width) for _ in shares.parts]

    def _make_start(self, seats: int, first: int) -> Start:
        packed: Words = self._kernel.pack(self._game, self._game.new(seats))
        points = np.zeros(seats, dtype=np.int64)
        self._kernel.scores(packed, points)
        numbers = compiled_of(self._game)
        assert numbers is not None, "without them the rules play"
        return Start(with_notes(numbers, packed), points, np.uint64(0), first)

    def _make_room(self, seats: int, width: int) -> Scratch:
        work = np.zeros(self._kernel.MAX_LEGAL + words_for(width), dtype=np.int64)
        return Scratch(work, np.zeros(seats, dtype=np.int64))

    @property
    def legal(self) -> Words:
        """See ``Engine.legal``."""
        return self.slots.legal

    def reset(self, seed: int) -> None:
        """See ``Engine.reset``."""
        self._start = self._start._replace(seed=np.uint64(seed % 2**64))
        self._run(self._loops.reset)

    def step(self, actions: Words) -> None:
        """See ``Engine.step``."""
        self._run(self._loops.step, actions)

    def _run(self, loop: Callable[..., None], *more: Words) -> None:
        slots, start, rooms, batch = self.slots, self._start, self._rooms, self._batch
        self._shares.run(lambda part, begin, end: loop(slots, start, rooms[part], batch, *more, begin, end))

    def state(self, slot: int) -> State:
        """See ``Engine.state``."""
        found: State = self._kernel.unpack(self._game, self.slots.states[slot])
        return found

    def kept(self) -> tuple[int, list[npt.NDArray[Any]]]:
        """See ``Engine.kept``."""
        return int(self._start.seed), [*self.slots]

    def restore(self, kept: tuple[int, list[npt.NDArray[Any]]]) -> None:
        """See ``Engine.restore``."""
        seed, arrays = kept
        self._start = self._start._replace(seed=np.uint64(seed))
        for own, other in zip(self.slots, arrays, strict=True):
            own[...] = other
