"""A game on its kernel: an ``Episode`` for those who want speed and no history.

The cards come from the kernel's own stream, so that a seed gives other games than on the rules. What a seat
sees and may do, and what it gets for it, is the same (``tests/envs/test_compiled_episode.py``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.core.protocol import AnyGame, State, View
from korthus.envs.brings import compiled_of, compiled_refusal, encoding_of, with_notes
from korthus.envs.encoding import Encoding, Mask, Row
from korthus.envs.errors import EnvError, refusal_of
from korthus.envs.information import Heard
from korthus.envs.rewards import Points
from korthus.envs.vector_engine import turn_of
from korthus.envs.vector_masks import words_for
from korthus.kernels.bulk import kernel_of
from korthus.kernels.rng import restart, stream

Words = npt.NDArray[np.int64]
#: The actor of a kernel's state in which cards are to be dealt.
_CHANCE: Final = -1


class CompiledEpisode:
    """A game from ``begin`` to its end; see ``Episode``."""

    def __init__(self, game: AnyGame, seats: int | None = None) -> None:
        """Raises InvalidOptions if there is no compiled code for the game, these rules or these seats."""
        self.game: Final = game
        first = game.new(seats)
        self.seats: Final[int] = game.seats(first)
        self.encoding: Final[Encoding] = encoding_of(game, self.seats)
        self._find_verbs()
        self._first: Final[Words] = with_notes(self._numbers, self._kernel.pack(game, first))
        self._s: Final = self._first.copy()
        room = self._kernel.MAX_LEGAL + words_for(self.encoding.actions)
        self._legal: Final[Words] = np.zeros(room, dtype=np.int64)
        self._points: Final[Words] = np.zeros(self.seats, dtype=np.int64)
        self._luck: Final = stream(0)
        self.begin(random.Random(0))

    def _find_verbs(self) -> None:
        """Modules and compiled functions are found again wherever a copy goes."""
        refusal = compiled_refusal(self.game, self.seats)
        if refusal is not None:
            raise refusal
        numbers: Any = compiled_of(self.game)
        self._numbers = numbers
        self._kernel = kernel_of(self.game)
        self._take_turn: Callable[..., int] = turn_of(self.game.name)
        self._any_seat: bool = getattr(numbers, "ANY_SEAT", False)

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: value
            for name, value in self.__dict__.items()
            if name not in ("_numbers", "_kernel", "_take_turn", "_any_seat")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._find_verbs()

    def begin(self, rng: random.Random) -> None:
        """Begin a new game; all its cards follow from a number that ``rng`` gives."""
        restart(self._luck, np.uint64(rng.getrandbits(64)), np.uint64(0))
        self._s[:] = self._first
        self._kernel.scores(self._s, self._points)
        #: The points of each seat.
        self._paid: list[int] = self._points.tolist()
        while self._kernel.actor(self._s) == _CHANCE:
            self._kernel.deal(self._s, self._luck)
        self._arrive(self._kernel.actor(self._s))

    def _arrive(self, actor: int) -> None:
        """Go on with another position, in which nothing is to be dealt."""
        #: A seat, or None when the game is over.
        self.to_act: int | None = actor if actor >= 0 else None
        self._mask: Mask | None = None
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The position as a state of the rules, hidden cards included: not for players."""
        if self._state is None:
            found: State = self._kernel.unpack(self.game, self._s)
            self._state = found
        return self._state

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know."""
        view: View = self.game.view(self.state, seat)
        return view

    def observe(self, seat: int) -> Row:
        """What a seat sees, as a flat row; for seats that are not to act perhaps by way of the rules."""
        if seat != self.to_act and not self._any_seat:
            return self.encoding.observe(self.view(seat))
        row = np.empty(self.encoding.size, dtype=np.float32)
        self._numbers.observe(self._s, seat, row)
        return row

    def mask(self, seat: int) -> Mask:
        """1 for each legal id of a seat; zeros if it is not to act."""
        if seat != self.to_act:
            return np.zeros(self.encoding.actions, dtype=np.int8)
        return self._legal_mask().copy()

    def _legal_mask(self) -> Mask:
        if self._mask is None:
            self._mask = np.empty(self.encoding.actions, dtype=np.int8)
            self._numbers.mask(self._s, self._legal, self._mask)
        return self._mask

    def step(self, action_id: int) -> Points:
        """Take an action; what it, and what chance did after it, has brought each seat.

        Raises:
            EnvError: the id is not legal now; nothing has changed.
            GameOver: nothing more can be played.
        """
        if self.to_act is None or not self._is_legal(action_id):
            legal = [] if self.to_act is None else np.flatnonzero(self._legal_mask()).tolist()
            raise refusal_of(action_id, legal)
        self._arrive(self._take_turn(self._s, self._luck, int(action_id), self._legal, self._points))
        before, self._paid = self._paid, self._points.tolist()
        return tuple([late - early for early, late in zip(before, self._paid, strict=True)])

    def _is_legal(self, action_id: object) -> bool:
        if not isinstance(action_id, int | np.integer) or not 0 <= action_id < self.encoding.actions:
            return False
        return bool(self._legal_mask()[action_id])

    def heard(self, seat: int) -> Heard:
        """Nobody writes down what is told here.

        Raises:
            EnvError: always.
        """
        raise EnvError("NO_STORY")
