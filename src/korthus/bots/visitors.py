"""Players that other packages bring, under the entry point ``korthus.bots``: ``name = "module:Class"``.

The class says in ``games`` which games it plays; none named means any game. Players that no package names are
invited one by one, for as long as a process lives: those of ``korthus serve --bots``.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from korthus.bots.brings import players_of
from korthus.bots.faults import said_of
from korthus.bots.outside import class_named
from korthus.bots.protocol import Bot
from korthus.bots.random import RandomBot
from korthus.games.registry import Broken, package_of, sources

PLAYERS: Final = "korthus.bots"
_invited: Final[dict[str, type[Bot]]] = {}


def visitors_of(game_name: str) -> dict[str, type[Bot]]:
    """The players of other packages that play a game, by name, and those who are invited."""
    guests = {**_found()[0], **_invited}
    return {name: kind for name, kind in guests.items() if plays(kind, game_name)}


def plays(kind: type[Bot], game_name: str) -> bool:
    """Whether a player plays a game."""
    return not kind.games or game_name in kind.games


def invite(name: str) -> None:
    """Have a player that is written ``module:Class`` among those of its games, by this name.

    Raises:
        InvalidOptions: there is no such player, or its code fails.
    """
    _invited[name] = class_named(name)


def broken_players() -> tuple[Broken, ...]:
    """The players of other packages that cannot be used, each with the reason."""
    return _found()[1]


@cache
def _found() -> tuple[dict[str, type[Bot]], tuple[Broken, ...]]:
    usable: dict[str, type[Bot]] = {}
    broken = []
    for point in entry_points(group=PLAYERS):
        kind = _load(point)
        if isinstance(kind, str):
            broken.append(Broken("player", point.name, package_of(point), kind))
        elif point.name in usable:
            broken.append(Broken("player", point.name, package_of(point), "Another package has that name."))
        else:
            usable[point.name] = kind
    return usable, tuple(broken)


def _load(point: EntryPoint) -> type[Bot] | str:
    """The class of a player, or why it cannot be used."""
    try:
        return _check(point, point.load())
    except (Exception, SystemExit) as error:  # anything can happen while somebody else's code is loaded
        return said_of(error)


def _check(point: EntryPoint, kind: object) -> type[Bot] | str:
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        return f"{point.value} is not a subclass of korthus.bots.protocol.Bot."
    if getattr(kind, "name", None) != point.name:
        return f"Its class calls itself {getattr(kind, 'name', None)!r}."
    told: Any = kind
    if isinstance(told.games, str) or not all(isinstance(game, str) for game in told.games):
        return "Its games are no tuple of names."
    if not isinstance(told.about, str):
        return "Its about is no text."
    for game in kind.games or tuple(sources()):
        if point.name == RandomBot.name or point.name in players_of(game).BOTS:
            return f"The house has a player of {game} called {point.name} already."
    return kind
