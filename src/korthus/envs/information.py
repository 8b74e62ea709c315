"""Everything that a seat knows: its information state with perfect recall, as a text and as a tensor.

A view may forget (of a bet it keeps how it ended, not each word). What a seat has been told does not: every
event that it may know, in order, and each action of its own before the events that it caused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod
from typing import Final, NamedTuple

import msgspec
import numpy as np

from korthus.core.protocol import Action, AnyGame, Event, View, visible
from korthus.envs.brings import most_told
from korthus.envs.default import coder_of
from korthus.envs.encoding import Field, Row
from korthus.envs.errors import EnvError
from korthus.envs.parts import Struct

#: What a seat is told: an event, its own action, or in a sampled world what it sees when that begins.
Entry = Event | Action | View
Heard = tuple[Entry, ...]
#: What each seat has been told, and last what everybody has.
Told = tuple[Heard, ...]

#: Room of a tensor, in events and own actions, where no most is known (``brings.Tells``).
UNKNOWN: Final = 2048
#: No tensor has more numbers than this (16 MiB), unless more room is asked for.
MOST_NUMBERS: Final = 1 << 22


def nothing_told(seats: int) -> Told:
    """Before the first deal."""
    return ((),) * (seats + 1)


def tell(told: Told, actor: int, action: Action, events: Sequence[Event]) -> Told:
    """What everybody has been told after an action of a seat, or of chance."""
    seats = len(told) - 1
    heard = [
        (*told[seat], action, *visible(events, seat)) if seat == actor else told[seat] + visible(events, seat)
        for seat in range(seats)
    ]
    return (*heard, told[seats] + visible(events, None))


def sampled(told: Told, seat: int, views: Sequence[View]) -> Told:
    """What everybody has been told in a world that was sampled for a seat; ``views`` are by seat.

    The seat itself knows what it knew. What the others were told of their own in that world, nobody knows:
    they have heard what everybody has, and see what they see there.
    """
    public = told[-1]
    return (*(told[seat] if each == seat else (*public, view) for each, view in enumerate(views)), public)


def information_string(heard: Heard, seat: int) -> str:
    """A line for the seat, then one for each thing it was told: events as JSON, own actions after ``>``."""
    return "\n".join([f"seat {seat}", *map(_line, heard)])


def _line(entry: Entry) -> str:
    return f"> {entry}" if isinstance(entry, Action) else msgspec.json.encode(entry).decode()


class _Kind(NamedTuple):
    """How a kind of entry lies in its row: the part, and each cell's place and shape."""

    number: int
    part: Struct
    cells: tuple[tuple[slice, tuple[int, ...]], ...]


class InformationTensor:
    """The same as numbers: a row for each thing told, ``most`` rows in all, those that are left are zeros.

    Unless it is said how many, there are as many as a seat can be told things in a game under these rules.
    A row begins with one number for each kind of entry (the game's events, then its actions), 1 for the kind
    that it is; then come the fields of that kind as ``codec`` puts them, with seats counted from the own one.
    Before all rows stands the seat as the table counts.
    """

    def __init__(self, game: AnyGame, seats: int, most: int | None = None) -> None:
        self.game: Final = game
        self.seats: Final = seats
        coder = coder_of(game, seats)
        kinds = [*game.event_types, *(kind for kind in game.action_types if kind is not game.deal_type)]
        parts = [coder.struct(kind) for kind in kinds]
        self._kinds: Final = {
            kind: _Kind(number, part, _cells(part.fields, len(kinds)))
            for number, (kind, part) in enumerate(zip(kinds, parts, strict=True))
        }
        self.width: Final = len(kinds) + max(sum(field.size for field in part.fields) for part in parts)
        self.most: Final = _room(game, seats, self.width) if most is None else most

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Its two parts: the seat, and the rows."""
        bound = max(
            max(abs(field.low), field.high) for kind in self._kinds.values() for field in kind.part.fields
        )
        return (
            Field("seat", (self.seats,), 0, 1, "The seat, as the table counts."),
            Field("told", (self.most, self.width), -bound, bound, "A row for each thing told."),
        )

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return self.seats + self.most * self.width

    def tensor(self, heard: Heard, seat: int) -> Row:
        """The information state of a seat.

        Raises:
            EnvError: the seat was told more than there is room for, or is not the seat that a world was
                sampled for.
        """
        row = np.zeros(self.size, dtype=np.float32)
        self.write(heard, seat, row)
        return row

    def write(self, heard: Heard, seat: int, row: Row) -> None:
        """Fill ``row``, which is all zeros; raises as ``tensor``."""
        if len(heard) > self.most:
            raise EnvError("LONG_STORY", seat=seat, count=len(heard), most=self.most)
        row[seat] = 1
        rows = row[self.seats :].reshape(self.most, self.width)
        for line, entry in zip(rows, heard, strict=False):
            if isinstance(entry, View):
                raise EnvError("SAMPLED_SEAT")
            kind = self._kinds[type(entry)]
            line[kind.number] = 1
            kind.part.put(entry, [line[index].reshape(shape) for index, shape in kind.cells], (), seat)


def _room(game: AnyGame, seats: int, width: int) -> int:
    """How many rows of a width there are if nobody says it."""
    most = most_told(game, seats)
    return min(UNKNOWN if most is None else most, MOST_NUMBERS // width)


def _cells(fields: Sequence[Field], begin: int) -> tuple[tuple[slice, tuple[int, ...]], ...]:
    found = []
    for field in fields:
        end = begin + prod(field.shape)
        found.append((slice(begin, end), field.shape))
        begin = end
    return tuple(found)
