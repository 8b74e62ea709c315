"""Frozen structs as numbers, from the types of their fields: what a game gets that says nothing itself.

- Cards of the deck: how many of each different card (a single card: 1 at its index).
- A word of a list of words (enum, literal), a yes or no: 1 at its index.
- A seat (``seat``, ``dealer``, ``leader``, …): 1 at its index, counted from the seat that looks; nobody:
  zeros.
- A number: as it is. What may be missing has a cell ``known`` before it.
- Several of a kind: side by side; where there is one for each seat, the own one comes first. Where their
  number is open, there is room for ``ROOM`` (``INNER_ROOM`` inside another): the last ones are shown, and
  ``how_many`` says how many there are.
- Text: 1 at one of 32 indices, by a hash that is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from msgspec import inspect

from korthus.core.description import MARKS
from korthus.envs.errors import EnvError
from korthus.envs.parts import (
    Cards,
    Choice,
    Deck,
    Either,
    Flag,
    Listed,
    Mixed,
    Number,
    Part,
    Repeated,
    Seat,
    Struct,
    Words,
)

ROOM: Final = 16
INNER_ROOM: Final = 8
#: Names of fields that hold the number of a seat in any game.
SEAT_NAMES: Final = frozenset((*MARKS, "seat"))


@dataclass(frozen=True)
class Coder:
    """Makes parts for the types of one game."""

    game: str
    deck: Deck
    seats: int
    #: Fields whose open lists have an entry for each seat.
    by_seat: frozenset[str]
    #: Fields that hold the number of a seat.
    marks: frozenset[str]

    def struct(self, kind: type, *, prefix: str = "", leave_out: Iterable[str] = ()) -> Struct:
        """The part of a struct."""
        known = inspect.type_info(kind)
        assert isinstance(known, inspect.StructType)
        return self._struct(known, prefix, 0, frozenset(leave_out))

    def _struct(
        self, kind: inspect.StructType, prefix: str, depth: int, leave_out: frozenset[str] = frozenset()
    ) -> Struct:
        return Struct(
            kind.cls,
            {
                field.name: self._part(f"{prefix}{field.name}", field.type, depth)
                for field in kind.fields
                if field.name not in leave_out
            },
        )

    def _part(self, name: str, kind: inspect.Type, depth: int) -> Part:
        own = name.rpartition(".")[2]
        match kind:
            case inspect.Metadata(type=inner):
                return self._part(name, inner, depth)
            case inspect.UnionType(types=types):
                return self._either(name, types, depth)
            case inspect.IntType() if own in self.marks:
                return Seat(name, self.seats)
            case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high):
                return Number(name, low, high)
            case inspect.BoolType():
                return Flag(name)
            case inspect.EnumType(cls=cls) if self._is_card(cls):
                return Cards(name, self.deck, one=True)
            case inspect.EnumType(cls=cls):
                return Choice(name, tuple(cls))
            case inspect.LiteralType(values=values):
                return Choice(name, values)
            case inspect.StrType():
                return Words(name)
            case inspect.StructType():
                return self._struct(kind, f"{name}.", depth)
            case inspect.TupleType(item_types=kinds):
                return self._tuple(name, kinds, depth)
            case inspect.VarTupleType(item_type=item):
                return self._listed(name, item, depth)
            case _:
                raise EnvError("NO_NUMBERS", field=name, game=self.game)

    def _either(self, name: str, kinds: tuple[inspect.Type, ...], depth: int) -> Part:
        some = [each for each in kinds if not isinstance(each, inspect.NoneType)]
        if name.rpartition(".")[2] in self.marks and all(isinstance(each, inspect.IntType) for each in some):
            return Seat(name, self.seats)
        if len(some) == 1:
            return Either(name, [self._part(name, some[0], depth)])
        return Either(name, [self._part(f"{name}.{n}", each, depth) for n, each in enumerate(some)])

    def _tuple(self, name: str, kinds: tuple[inspect.Type, ...], depth: int) -> Part:
        if len({repr(each) for each in kinds}) == 1:
            return Repeated(self._part(name, kinds[0], depth), len(kinds), self.seats)
        return Mixed([self._part(f"{name}.{n}", each, depth) for n, each in enumerate(kinds)])

    def _listed(self, name: str, item: inspect.Type, depth: int) -> Part:
        if isinstance(item, inspect.EnumType) and self._is_card(item.cls):
            return Cards(name, self.deck, one=False)
        by_seat = name in self.by_seat
        room = max(self.seats if by_seat else 0, INNER_ROOM if depth else ROOM)
        inner = f"{name}.each" if isinstance(item, inspect.VarTupleType) else name
        return Listed(name, self._part(inner, item, depth + 1), room, self.seats, by_seat=by_seat)

    def _is_card(self, kind: type) -> bool:
        return any(isinstance(card, kind) for card in self.deck.cards)
