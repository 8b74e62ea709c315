"""What a view shows, in a few words: which deck draws it, and which field is whose cards, pile or number.

A face that knows nothing about a game (the default screen, the default web table) draws its views from this.
``derive`` makes a description from the types of the view's fields, so that a game which says nothing is drawn
too; ``Game.describe`` lets a game say it better.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect


class Whose(StrEnum):
    """Where a zone lies."""

    #: Before the seat that looks.
    MINE = "mine"
    #: One entry for each seat, at that seat.
    SEATS = "seats"
    #: In the middle.
    TABLE = "table"


class Kind(StrEnum):
    """What a zone holds, which is how it is drawn."""

    #: Open cards side by side. Whatever else stands beside them in the field is not drawn, but for ``seat``.
    CARDS = "cards"
    #: Open cards on a pile: the last one and how many there are.
    PILE = "pile"
    #: How many cards there are that nobody sees.
    HIDDEN = "hidden"
    #: Points, tricks, the number of the round.
    NUMBER = "number"
    #: The number of a seat, which carries the label: the dealer, the leader.
    MARK = "mark"
    #: A word.
    TEXT = "text"


class Zone(msgspec.Struct, frozen=True):
    """A part of a view that is drawn.

    ``field`` names a field of the view, or a field inside it with dots: ``sides.taken``. Where a zone is one
    for each seat, the first tuple on the way has an entry for each seat.
    """

    field: str
    whose: Whose
    kind: Kind
    #: English, a noun: "Points".
    label: str


class Description(msgspec.Struct, frozen=True):
    """How a game is drawn by a face that does not know it."""

    #: The drawings, "french" or "spanish", where card codes are theirs (``9h``, ``7o``); None where a card is
    #: drawn as its text.
    deck: str | None
    #: Every card code, so that cards can be told from other words.
    codes: tuple[str, ...]
    zones: tuple[Zone, ...]


#: The codes of each deck that is drawn: rank, then suit.
DRAWN: Final[dict[str, frozenset[str]]] = {
    "french": frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"),
    "spanish": frozenset(rank + suit for rank in "1234567SCR" for suit in "oceb"),
}

#: Fields of every view that faces show in their own way.
_KNOWN: Final = frozenset({"seat", "to_act"})
#: Words in a field's name that say more than its type.
_HIDDEN: Final = ("count", "held", "hand", "stock")
_PILES: Final = ("taken", "discard", "pile", "left", "won", "burnt")
#: Fields that hold the number of a seat.
MARKS: Final = ("leader", "dealer", "turn", "starter", "winner", "mano")
_SEATS: Final = ("sides", "seats", "players", "hands")


def deck_of(cards: Collection[StrEnum]) -> str | None:
    """The drawings that have all these cards, if any do."""
    codes = {card.value for card in cards}
    return next((deck for deck, drawn in DRAWN.items() if codes <= drawn), None)


def label_of(name: str) -> str:
    """The words of a Python name.

    >>> label_of("hand_sizes"), label_of("RoundDealt")
    ('Hand sizes', 'Round dealt')
    """
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    words = " ".join(spaced.replace("_", " ").split())
    return words[:1].upper() + words[1:]


def derive(view_type: type[msgspec.Struct], cards: Collection[StrEnum]) -> Description:
    """The description that the fields' types allow, for a game of these cards."""
    return _derive(view_type, tuple(dict.fromkeys(cards)))


@cache
def _derive(view_type: type[msgspec.Struct], cards: tuple[StrEnum, ...]) -> Description:
    kinds = tuple({type(card) for card in cards})
    known = inspect.type_info(view_type)
    assert isinstance(known, inspect.StructType)
    zones = tuple(_zones(known, "", Whose.TABLE, kinds))
    return Description(deck_of(cards), tuple(card.value for card in cards), zones)


def _zones(struct: inspect.StructType, path: str, whose: Whose, cards: tuple[type, ...]) -> Iterator[Zone]:
    for field in struct.fields:
        if path or field.name not in _KNOWN:
            yield from _zone(field.name, f"{path}{field.name}", _sure(field.type), whose, cards)


def _zone(name: str, path: str, kind: inspect.Type, whose: Whose, cards: tuple[type, ...]) -> Iterator[Zone]:
    def zone(what: Kind, where: Whose = whose) -> Zone:
        return Zone(path, where, what, label_of(name))

    inner = _inner(kind)
    if _is_card(kind, cards) or (inner is not None and _is_card(inner, cards)):
        if name == "hand" and whose is Whose.TABLE:
            yield zone(Kind.CARDS, Whose.MINE)
        else:
            yield zone(Kind.PILE if _named(name, _PILES) else Kind.CARDS)
    elif isinstance(kind, inspect.StructType):
        yield from _zones(kind, f"{path}.", whose, cards)
    elif isinstance(kind, inspect.IntType):
        named = Kind.MARK if name in MARKS else Kind.HIDDEN if _named(name, _HIDDEN) else Kind.NUMBER
        yield zone(named)
    elif isinstance(kind, inspect.StrType | inspect.EnumType):
        yield zone(Kind.TEXT)
    elif (
        isinstance(inner, inspect.StructType)
        and isinstance(kind, inspect.VarTupleType)
        and name not in _SEATS
    ):
        if _holds_cards(inner, cards):
            yield zone(Kind.CARDS)
    elif inner is not None and whose is Whose.TABLE:
        yield from _zone(name, path, inner, Whose.SEATS, cards)


def _sure(kind: inspect.Type) -> inspect.Type:
    """The type without "or None"."""
    if isinstance(kind, inspect.UnionType):
        some = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        if len(some) == 1:
            return some[0]
    return kind


def _inner(kind: inspect.Type) -> inspect.Type | None:
    """What a tuple is of, if it is one and all of it is alike."""
    if isinstance(kind, inspect.VarTupleType):
        return _sure(kind.item_type)
    if isinstance(kind, inspect.TupleType) and len({repr(each) for each in kind.item_types}) == 1:
        return _sure(kind.item_types[0])
    return None


def _is_card(kind: inspect.Type, cards: tuple[type, ...]) -> bool:
    return isinstance(kind, inspect.EnumType) and kind.cls in cards


def _holds_cards(struct: inspect.StructType, cards: tuple[type, ...]) -> bool:
    """Whether cards lie in it: a card with the seat that played it, a pile with its owner."""
    kinds = [_sure(field.type) for field in struct.fields]
    return any(_is_card(each, cards) for kind in kinds for each in (kind, _inner(kind)) if each is not None)


def _named(name: str, words: tuple[str, ...]) -> bool:
    return any(word in name for word in words)


# -- reading a view by its description -------------------------------------------------------------


class Shown(msgspec.Struct, frozen=True):
    """What a zone shows in a view: one value, or one for each seat."""

    zone: Zone
    #: None where there is nothing to show.
    values: tuple[Any, ...]


def shown(view: Any, description: Description, seats: int) -> tuple[Shown, ...]:
    """What a view shows, zone by zone. A tuple that has no entry for each seat belongs to the table."""
    return tuple(_shown(view, zone, seats) for zone in description.zones)


def _shown(view: Any, zone: Zone, seats: int) -> Shown:
    path = zone.field.split(".")
    if zone.whose is not Whose.SEATS:
        return Shown(zone, (_walk(view, path, None),))
    if len(_walk(view, path[:1], None) or ()) != seats:
        table = msgspec.structs.replace(zone, whose=Whose.TABLE, kind=Kind.TEXT)
        return Shown(table, (_walk(view, path[:1], None),))
    return Shown(zone, tuple(_walk(view, path, seat) for seat in range(seats)))


def _walk(value: Any, path: list[str], seat: int | None) -> Any:
    for name in path:
        value = getattr(value, name, None)
        if seat is not None and isinstance(value, tuple):
            value, seat = value[seat], None
    return value


def cards_of(value: object, deck: Collection[StrEnum]) -> tuple[StrEnum, ...]:
    """The cards that an action, an event or a part of a view names, in the order of its fields."""
    kinds = tuple({type(card) for card in deck})
    return tuple(_cards(value, kinds))


def _cards(value: object, kinds: tuple[type, ...]) -> Iterator[StrEnum]:
    if isinstance(value, StrEnum):
        if isinstance(value, kinds):
            yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _cards(getattr(value, name), kinds)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _cards(each, kinds)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _cards((key, each), kinds)
