"""What a game may bring to the web, besides its table and stylesheet in ``static/js/tables/<game>/``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast

import msgspec

from korthus.bots.levels import NAMES
from korthus.games.catalogue import game as game_of
from korthus.games.registry import brought, sources
from korthus.web.coaching import Coaching, Moment, coach_by_actions

#: Stands for a card that lies face down, in the picture of a preset.
BACK: Final = "back"


class Handlers(Protocol):
    """``handlers``: answers to requests of its own."""

    #: Litestar's route handlers.
    HANDLERS: Sequence[Any]


class Coach(Protocol):
    """``coach``: what is said to whoever plays the game for the first times."""

    COACH: Callable[[Moment], Coaching]


class Asks(msgspec.Struct, frozen=True, kw_only=True):
    """``asks.ASKS``: what a person is asked who chooses the game."""

    #: The options that are asked at first sight; the others lie behind "Single rules".
    first: tuple[str, ...] = ()
    #: The options that are not asked at all: they are for studies and written in notation.
    unasked: tuple[str, ...] = ()
    #: The cards that stand for a preset, as the drawings of the game's deck name them, or ``BACK``.
    pictures: Mapping[str, tuple[str, ...]] = {}
    #: The preset that most people know, chosen at first sight and by one tap; the game's first unless said.
    preset: str | None = None


class People(msgspec.Struct, frozen=True, kw_only=True):
    """``people.PEOPLE``: what the computer players of a game are called at its table.

    How they play is said in the catalogue, ``web_people.<game>.<level>``.
    """

    #: The one who plays a level.
    names: Mapping[str, str]
    #: Others, when a level sits at a table more than once.
    also: tuple[str, ...]


class Asking(Protocol):
    """``asks``: what a person is asked who chooses the game."""

    ASKS: Asks


class Named(Protocol):
    """``people``: what the computer players of a game are called."""

    PEOPLE: People


#: Who plays a game that names nobody.
_ANYBODY: Final = People(
    names=dict(zip(NAMES, ("Kim", "Robin", "Alex", "Sasha"), strict=True)),
    also=("Billie", "Charlie", "Jamie", "Lou", "Max", "Noa", "Sam", "Toni"),
)


class OwnHandlers(NamedTuple):
    """The route handlers that a game brings."""

    game: str
    handlers: Sequence[Any]


def handlers_of_games() -> list[OwnHandlers]:
    """The route handlers of all games that bring some."""
    found = []
    for name in sources():
        brings = cast("Handlers | None", brought(name, "web", "handlers"))
        if brings is not None:
            found.append(OwnHandlers(name, brings.HANDLERS))
    return found


def asks_of(name: str) -> Asks:
    """What a game asks; one that does not say so asks at first for its length, if it has one."""
    brings = cast("Asking | None", brought(name, "web", "asks"))
    if brings is not None:
        return brings.ASKS
    length = game_of(name).length_option
    return Asks(first=() if length is None else (length,))


def people_of(name: str) -> People:
    """Who plays a game at the levels of the house."""
    brings = cast("Named | None", brought(name, "web", "people"))
    return _ANYBODY if brings is None else brings.PEOPLE


def coach_of(name: str) -> Callable[[Moment], Coaching]:
    """Who coaches in a game's first games."""
    brings = cast("Coach | None", brought(name, "web", "coach"))
    return coach_by_actions if brings is None else brings.COACH
