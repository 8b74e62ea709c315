"""Where each game comes from, and what it brings to each room of the house.

The games of the house are the packages beside this file. Others come with packages that name them under the
entry point ``korthus.games``, and are treated alike. A game may bring modules to any room: those of the house
lie in ``korthus/<room>/<game>/``, those of another package in ``<package>/<room>/``. Whatever a game does
not bring, the room has a default for.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple

from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame, Game
from korthus.core.version import __version__

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: Entry points of packages that bring games: ``name = "module:Class"``.
GAMES: Final = "korthus.games"
#: The package of the house itself.
HOUSE: Final = "korthus"


class Package(NamedTuple):
    """An installed package."""

    name: str
    version: str


class Source(NamedTuple):
    """Where the class of a game lies, and what its package may bring to a room besides."""

    package: Package
    module: str
    #: The class in ``module``.
    attribute: str
    #: The package of modules for a room; ``{room}`` stands for the room's name.
    home: str


class Broken(NamedTuple):
    """Something that a package brings and that cannot be used."""

    #: ``game``, ``player`` or ``words``.
    kind: str
    name: str
    package: Package
    #: A sentence, in English.
    why: str


def sources() -> dict[str, Source]:
    """Where every game comes from, by name; no game is loaded for it."""
    return {**visitors(), **own_games()}


def source_of(name: str) -> Source | None:
    """Where a game comes from; None if there is no such game."""
    return own_games().get(name) or visitors().get(name)


@cache
def own_games() -> dict[str, Source]:
    """The games of the house."""
    house = Package(HOUSE, __version__)
    return {
        each.name: Source(house, f"korthus.games.{each.name}.game", "GAME", f"korthus.{{room}}.{each.name}")
        for each in pkgutil.iter_modules(import_module("korthus.games").__path__)
        if each.ispkg
    }


@cache
def visitors() -> dict[str, Source]:
    """The games that other packages bring."""
    from importlib.metadata import entry_points  # takes as long to load as all the rest of ``import korthus``

    return {
        point.name: Source(package_of(point), point.module, point.attr, f"{_top(point)}.{{room}}")
        for point in entry_points(group=GAMES)
    }


def _top(point: EntryPoint) -> str:
    return point.module.partition(".")[0]


def package_of(point: EntryPoint) -> Package:
    """The package that an entry point belongs to."""
    return Package("?", "?") if point.dist is None else Package(point.dist.name, point.dist.version)


def broken_games() -> tuple[Broken, ...]:
    """The games of other packages that cannot be used, each with the reason."""
    return tuple(_broken())


def _broken() -> Iterator[Broken]:
    for name, source in visitors().items():
        if name in own_games():
            yield Broken("game", name, source.package, f"The house has a game called {name} already.")
            continue
        try:
            load(name)
        except InvalidOptions as error:
            yield Broken("game", name, source.package, str(error.params["why"]))


@cache
def load(name: str) -> type[AnyGame]:
    """The class of a game.

    Raises:
        KeyError: there is no such game.
        InvalidOptions: another package brings it, and it cannot be used; the sentence says why.
    """
    source = source_of(name)
    if source is None:
        raise KeyError(name)
    if source.package.name == HOUSE:
        kind: type[AnyGame] = getattr(import_module(source.module), source.attribute)
        return kind
    try:
        found = getattr(import_module(source.module), source.attribute)
    except Exception as error:  # anything can happen while somebody else's code is loaded
        raise _unusable(name, source, f"{type(error).__name__}: {error}"[:200]) from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise _unusable(
            name, source, f"{source.module}:{source.attribute} is not a subclass of korthus.Game."
        )
    if getattr(found, "name", None) != name:
        raise _unusable(name, source, f"Its class calls itself {getattr(found, 'name', None)!r}.")
    return found


def is_usable(name: str) -> bool:
    """Whether a game can be loaded; ``broken_games`` says why one of another package cannot."""
    if name in own_games():
        return True
    try:
        load(name)
    except InvalidOptions:
        return False
    return True


def _unusable(name: str, source: Source, why: str) -> InvalidOptions:
    return InvalidOptions(
        "BROKEN_GAME",
        "{name} of the package {package} cannot be used: {why}",
        name=name,
        package=source.package.name,
        why=why,
    )


def brought(game: str, room: str, part: str = "") -> ModuleType | None:
    """The module that a game brings to a room, or None if it brings none.

    Args:
        part: the name of the module in the game's package there; the package itself if it is empty.
    """
    source = source_of(game)
    if source is None or not is_usable(game):
        return None
    home = source.home.format(room=room)
    return _module(f"{home}.{part}" if part else home)


@cache
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name) if find_spec(name) is not None else None
    except ModuleNotFoundError as error:
        # The room's package itself is not there; what such a package lacks is another matter.
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return None
        raise
