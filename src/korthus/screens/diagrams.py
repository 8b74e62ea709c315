"""What a game brings for its rules page: sections, positions to show, and how a position is laid out in rows.

Title and explanation of an example are ``web_home.example.<game>.<key>.title`` and ``.about``; what somebody
wishes for in vain with action n of a try is ``.refused.<n>``. The sections are
``web_home.rules.<game>.<section>.title`` and ``.text``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import msgspec

from korthus.games.registry import brought
from korthus.locale import Translator


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that lie together, and what is written under them."""

    cards: tuple[str, ...]
    note: str = ""
    marked: bool = False


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Groups side by side. ``note`` says what is true of all of them."""

    label: str
    note: str = ""
    groups: tuple[Group, ...] = ()


class Example(NamedTuple):
    """A position, and what may be tried in it: rows of actions, the last of which may be refused."""

    key: str
    #: The section of the rules that it belongs to.
    section: str
    #: In the notation of the game.
    position: str
    tries: tuple[tuple[str, ...], ...]
    options: tuple[tuple[str, object], ...] = ()


#: The rows of a state with all hands open, in the words of a language, with the names of the seats.
RowsOf: TypeAlias = Callable[[Any, Translator, Sequence[str]], Iterable[Row]]


def no_rows(state: Any, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    """The rows of a game that brings none."""
    return ()


class Diagrams(NamedTuple):
    """The rules page of a game: ``diagrams.DIAGRAMS`` of its package here."""

    #: The sections of the rules, in order.
    sections: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    rows: RowsOf = no_rows
    #: The pack that its cards are drawn from: "french" or "spanish".
    deck: str = "french"


class Drawn(Protocol):
    """``diagrams``: what a game may bring to this room."""

    DIAGRAMS: Diagrams


def diagrams_of(game: str) -> Diagrams:
    """The diagrams of a game by its name; a game that brings none has an empty page."""
    brings = cast("Drawn | None", brought(game, "screens", "diagrams"))
    return Diagrams() if brings is None else brings.DIAGRAMS


def each_apart(cards: Iterable[str]) -> tuple[Group, ...]:
    """A group for each card."""
    return tuple(Group(cards=(str(card),)) for card in cards)


def together(cards: Iterable[str]) -> tuple[Group, ...]:
    """One group of all cards, none if there are none."""
    heap = tuple(map(str, cards))
    return (Group(cards=heap),) if heap else ()
