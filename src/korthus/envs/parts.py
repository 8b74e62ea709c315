"""The parts that structs are put into numbers by: one for each kind of type (``codec`` says which).

A part writes a value into *cells*, arrays that lie one after the other in a row. Inside tuples a cell has
more dimensions; ``at`` is the index in those.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.core.description import label_of
from korthus.envs.encoding import Field
from korthus.envs.errors import EnvError

#: Numbers that the hash of a text is put into.
WORDS: Final = 32
#: Numbers up to here are exact in an observation, whose numbers have 24 bits.
LARGEST: Final = 1 << 24

Cells = Sequence[npt.NDArray[np.float32]]
At = tuple[int, ...]


class Deck(NamedTuple):
    """The different cards of a game, and how many copies of one there are at most."""

    cards: tuple[Any, ...]
    copies: int

    @classmethod
    def of(cls, cards: Iterable[Any]) -> Deck:
        """The different ones of some cards, in their order."""
        every = tuple(cards)
        different = tuple(dict.fromkeys(every))
        return cls(different, max(map(every.count, different)))


class Part(ABC):
    """One type: its cells, and how a value of it is written into them. ``seat`` is who looks."""

    #: Of each cell the shape, the bounds and what it says; names begin with the part's own.
    fields: tuple[Field, ...]

    @abstractmethod
    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        """Write a value into cells that are all zeros; ``at`` is the index in those dimensions outside."""

    def fits(self, value: Any) -> bool:
        """Whether this is the part for a value, where there are several."""
        return value is not None


class Cards(Part):
    """Any number of cards, or one."""

    def __init__(self, name: str, deck: Deck, *, one: bool) -> None:
        self._one = one
        self._kinds = tuple({type(card) for card in deck.cards})
        self._indices = {card: index for index, card in enumerate(deck.cards)}
        says = "which card" if one else "how many of each card"
        high = 1 if one else deck.copies
        self.fields = (Field(name, (len(deck.cards),), 0, high, f"{_label(name)}: {says}."),)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        for card in (value,) if self._one else value:
            cells[0][(*at, self._indices[card])] += 1

    def fits(self, value: Any) -> bool:
        return isinstance(value, self._kinds if self._one else tuple)


class Number(Part):
    """A number between bounds."""

    def __init__(self, name: str, low: float | None, high: float | None) -> None:
        self._low = -LARGEST if low is None else low
        self._high = LARGEST if high is None else high
        self.fields = (Field(name, (), self._low, self._high, f"{_label(name)}."),)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        if not self._low <= value <= self._high:
            field = self.fields[0].name
            raise EnvError("BEYOND_BOUNDS", field=field, value=value, low=self._low, high=self._high)
        cells[0][at] = value

    def fits(self, value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool | Enum)


class Flag(Part):
    """Yes or no."""

    def __init__(self, name: str) -> None:
        self.fields = (Field(name, (), 0, 1, f"{_label(name)}: yes or no."),)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        cells[0][at] = value

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)


class Choice(Part):
    """One of a list of values."""

    def __init__(self, name: str, values: Sequence[Any]) -> None:
        self._indices = {value: index for index, value in enumerate(values)}
        listed = ", ".join(str(value) for value in values)
        self.fields = (Field(name, (len(values),), 0, 1, f"{_label(name)}: {listed}."),)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        cells[0][(*at, self._indices[value])] = 1

    def fits(self, value: Any) -> bool:
        return value.__hash__ is not None and value in self._indices


class Seat(Part):
    """The number of a seat, or of nobody."""

    def __init__(self, name: str, seats: int, *, absolute: bool = False) -> None:
        self._seats = seats
        self._absolute = absolute
        counted = "as the table counts" if absolute else "counted from the own; nobody: zeros"
        self.fields = (Field(name, (seats,), 0, 1, f"{_label(name)}: a seat, {counted}."),)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        if value is not None and 0 <= value < self._seats:
            index = value if self._absolute else (value - seat) % self._seats
            cells[0][(*at, index)] = 1


class Words(Part):
    """Text, by its hash."""

    def __init__(self, name: str) -> None:
        self.fields = (Field(name, (WORDS,), 0, 1, f"{_label(name)}: a text, by its hash."),)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        cells[0][(*at, zlib.crc32(value.encode()) % WORDS)] = 1

    def fits(self, value: Any) -> bool:
        return isinstance(value, str)


class Several(Part):
    """Parts whose cells lie one after the other."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        ends = np.cumsum([0, *(len(part.fields) for part in parts)]).tolist()
        self._slices = tuple(slice(first, last) for first, last in pairwise(ends))
        self.fields = tuple(field for part in parts for field in part.fields)


class Struct(Several):
    """The fields of a struct by name."""

    def __init__(self, kind: type, parts: dict[str, Part]) -> None:
        super().__init__(tuple(parts.values()))
        self._kind = kind
        self._names = tuple(parts)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        for name, part, index in zip(self._names, self._parts, self._slices, strict=True):
            part.put(getattr(value, name), cells[index], at, seat)

    def fits(self, value: Any) -> bool:
        return isinstance(value, self._kind)


class Either(Several):
    """One of several types, or nothing; ``known`` says which, if there is anything."""

    def __init__(self, name: str, parts: Sequence[Part]) -> None:
        super().__init__(parts)
        says = "whether there is one" if len(parts) == 1 else "which of its kinds it is"
        known = Field(f"{name}.known", (len(parts),), 0, 1, f"{_label(name)}: {says}.")
        self.fields = (known, *self.fields)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        for index, part in enumerate(self._parts):
            if value is not None and part.fits(value):
                cells[0][(*at, index)] = 1
                part.put(value, cells[1:][self._slices[index]], at, seat)
                return
        if value is not None:
            raise TypeError(f"{value!r} is no {self.fields[0].name}")


class Repeated(Part):
    """A tuple of fixed length, all of one type. One with a value for each seat begins with the own seat's."""

    def __init__(self, part: Part, number: int, seats: int) -> None:
        self._part = part
        self._seats = seats
        self.fields = tuple(field._replace(shape=(number, *field.shape)) for field in part.fields)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        turned = (*value[seat:], *value[:seat]) if len(value) == self._seats else value
        for index, each in enumerate(turned):
            self._part.put(each, cells, (*at, index), seat)

    def fits(self, value: Any) -> bool:
        return isinstance(value, tuple)


class Listed(Repeated):
    """An open number of the same: the last ``room`` of them, and how many there are."""

    def __init__(self, name: str, part: Part, room: int, seats: int, *, by_seat: bool) -> None:
        super().__init__(part, room, seats if by_seat else -1)
        self._room = room
        count = Field(f"{name}.how_many", (), 0, LARGEST, f"{_label(name)}: how many there are.")
        self.fields = (count, *self.fields)

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        cells[0][at] = len(value)
        super().put(value if len(value) == self._seats else value[-self._room :], cells[1:], at, seat)


class Mixed(Several):
    """A tuple of different kinds."""

    def put(self, value: Any, cells: Cells, at: At, seat: int) -> None:
        for each, part, index in zip(value, self._parts, self._slices, strict=True):
            part.put(each, cells[index], at, seat)

    def fits(self, value: Any) -> bool:
        return isinstance(value, tuple)


def _label(name: str) -> str:
    return label_of(name.replace(".", " "))
