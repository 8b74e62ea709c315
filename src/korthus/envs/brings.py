"""What a game may bring: ``encoding``, ``points``, ``told``, ``bounds``, ``compiled`` in its package here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
import numpy.typing as npt

from korthus.bots.known_tables import kernel_refusal
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.envs.encoding import Encoding
from korthus.games.registry import brought


class Encodes(Protocol):
    """``encoding``: the numbers of a game, written for it."""

    ENCODING: type[Encoding]


class Pays(Protocol):
    """``points``: the points of each seat so far, in the unit of ``Outcome.scores``.

    From what everybody knows, as the game's kernel counts them (``tests/envs``); rewards are made of them.
    """

    def points(self, game: AnyGame, state: Any, /) -> Sequence[float]: ...


class Tells(Protocol):
    """``told``: how many things a seat is told in a game at most, events and its own actions.

    At any seats that the game can be played by; None where there is no such number under these rules.
    Information states have room for that many.
    """

    def most_told(self, game: AnyGame, seats: int, /) -> int | None: ...


class Bounds(NamedTuple):
    """How long a game can be, and what it can bring a seat."""

    #: Actions of all seats together; None where there is no such number.
    moves: int | None
    #: The least and the most that a seat's points can change from the start of a game to its end.
    low: float
    high: float


class Bounded(Protocol):
    """``bounds``: what OpenSpiel is promised of a game under its rules; they need not be reached."""

    def bounds(self, game: AnyGame, seats: int, /) -> Bounds: ...


class Compiled(Protocol):
    """``compiled``: the same numbers written by compiled code from a packed state of the game's kernel.

    Proven equal to ``ENCODING`` step by step (``tests/envs``). Each works on the arrays it is given:

    - ``observe(s, seat, row)``: what ``Encoding.write`` does, for every word of ``row`` (zeros included);
    - ``mask(s, work, row)``: 1 and 0 for each id of the seat to act, and the same as bits: ``work`` has room
      for ``MAX_LEGAL`` actions of the kernel and, behind them, a word for every 64 ids. These last words
      (``vector_masks.first_word``) must have all legal ids as bits afterwards, zeros included: what is drawn
      and checked are these. ``vector_masks.write_mask`` makes the numbers of the bits where there are at
      least 64 ids; a game with fewer writes both;
    - ``code_of(s, action_id, work)``: the kernel's action for a legal id, the one that ``Encoding.ids`` has.

    ``observe`` is asked for the seat to act; a game whose ``observe`` also writes what the others see, and
    what everybody sees when the game is over, says so with ``ANY_SEAT = True``. The rules are asked else.

    Every number of an observation is whole. Where ``observe`` would have to read through what happened, a
    game may keep notes: ``words(packed)``, a plain function, says how many words the row of a game has (as
    many as the packed state otherwise), and ``note(s, action)`` keeps those at its end right before the
    kernel's ``apply``. ``envs.vector_code.compiled`` compiles all of them.
    """

    observe: Callable[..., Any]
    mask: Callable[..., Any]
    code_of: Callable[..., Any]


def encoding_of(game: AnyGame, seats: int | None = None) -> Encoding:
    """The numbers of a game: its own, or those made from its view's fields and its action texts.

    Raises:
        InvalidOptions: it cannot be played by that many; nobody has been asked for anything with them.
    """
    from korthus.envs.default import DefaultEncoding

    module = cast("Encodes | None", brought(game.name, "envs", "encoding"))
    kind = DefaultEncoding if module is None else module.ENCODING
    return kind(game, game.seats(game.new(seats)))


def most_told(game: AnyGame, seats: int) -> int | None:
    """How many things a seat is told at most; None if nobody knows."""
    module = cast("Tells | None", brought(game.name, "envs", "told"))
    return None if module is None else module.most_told(game, seats)


def bounds_of(game: AnyGame, seats: int) -> Bounds | None:
    """How long a game can be and what it can bring; None if nobody knows."""
    module = cast("Bounded | None", brought(game.name, "envs", "bounds"))
    return None if module is None else module.bounds(game, seats)


def compiled_of(game: AnyGame) -> Compiled | None:
    """The compiled form of a game's numbers, if there is one; loading it loads the compiler."""
    return cast("Compiled | None", brought(game.name, "envs", "compiled"))


def compiled_refusal(game: AnyGame, seats: int) -> InvalidOptions | None:
    """Why compiled code cannot play a game under its rules with this number of seats; None if it can."""
    if compiled_of(game) is None:
        return InvalidOptions("NO_COMPILED_RULES", "{game} has no compiled rules.", game=game.name)
    why = kernel_refusal(game, seats)
    return None if why is None else InvalidOptions("NO_KERNEL", "{why}", why=why)


def with_notes(numbers: Compiled, packed: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A packed state as compiled numbers want it: as long as they say, with room for their notes."""
    words: Callable[[npt.NDArray[np.int64]], int] = getattr(numbers, "words", len)
    row = np.zeros(words(packed), dtype=np.int64)
    known = min(row.size, packed.size)
    row[:known] = packed[:known]
    return row
