"""Where each game comes from, and what it brings to each room of the house.

The games of the house are the packages beside this file. Others come with packages that name them under the
entry point ``korthus.games``, and are treated alike. A game may bring modules to any room: those of the house
lie in ``korthus/<room>/<game>/``, those of another package in ``<package>/<room>/``. Whatever a game does
not bring, the room has a default for.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple, ParamSpec, TypeVar

from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.core.version import __version__
from korthus.games.fitness import Unfit, check_class
from korthus.games.parts import PARTS, Promise, check_part

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

P = ParamSpec("P")
T = TypeVar("T")

#: Entry points of packages that bring games: ``name = "module:Class"``.
GAMES: Final = "korthus.games"
#: The package of the house itself.
OWN_PACKAGE: Final = "korthus"


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

    #: ``game``, ``part``, ``player`` or ``words``.
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
    house = Package(OWN_PACKAGE, __version__)
    return {
        each.name: Source(house, f"korthus.games.{each.name}.game", "GAME", f"korthus.{{room}}.{each.name}")
        for each in pkgutil.iter_modules(import_module("korthus.games").__path__)
        if each.ispkg
    }


@cache
def visitors() -> dict[str, Source]:
    """The games that other packages bring."""
    from importlib.metadata import entry_points  # takes as long to load as all the rest of ``import korthus``

    return {point.name: _source(point) for point in entry_points(group=GAMES)}


def _source(point: EntryPoint) -> Source:
    try:
        module, attribute = point.module, point.attr
    except AttributeError:  # it is not written so: loading it says what is wrong
        module, attribute = point.value, ""
    return Source(package_of(point), module, attribute, f"{module.partition('.')[0]}.{{room}}")


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


def load(name: str) -> type[AnyGame]:
    """The class of a game.

    Raises:
        KeyError: there is no such game.
        InvalidOptions: another package brings it, and it cannot be used; the sentence says why.
    """
    source = source_of(name)
    if source is None:
        raise KeyError(name)
    found = _own(source) if source.package.name == OWN_PACKAGE else _guest(name, source)
    if isinstance(found, str):
        raise _unusable(name, source, found)
    return found


@cache
def _own(source: Source) -> type[AnyGame]:
    kind: type[AnyGame] = getattr(import_module(source.module), source.attribute)
    return kind


@cache
def _guest(name: str, source: Source) -> type[AnyGame] | str:
    """The class of a game that another package brings, or why it cannot be used."""
    try:
        found = getattr(import_module(source.module), source.attribute)
        return check_class(found, f"{source.module}:{source.attribute}", name)
    except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
        return reason_of(error)


def reason_of(error: BaseException) -> str:
    """What was raised, in a line."""
    if isinstance(error, Unfit):
        return str(error)
    said = " ".join(str(error).split())
    return (f"{type(error).__name__}: {said}" if said else type(error).__name__)[:200]


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

    Of another package's game it is None too if it cannot be used; ``broken_parts`` says why.

    Args:
        part: the name of the module in the game's package there; the package itself if it is empty.
    """
    source = source_of(game)
    if source is None or not is_usable(game):
        return None
    name = _name(source, room, part)
    if source.package.name == OWN_PACKAGE:
        return _module(name)
    if (game, f"{room}/{part}") in _noted:
        return None
    return fenced(game, f"{room}/{part}", _checked, name, PARTS.get(room, {}).get(part))


def _checked(name: str, promise: Promise | None) -> ModuleType | None:
    """A module that has what is promised."""
    module = _module(name)
    if module is not None and promise is not None:
        check_part(module, promise)
    return module


#: What games of other packages bring that cannot be used, by game and part, as far as it was asked for.
_noted: Final[dict[tuple[str, str], Broken]] = {}


def fenced(game: str, part: str, ask: Callable[P, T], *args: P.args, **more: P.kwargs) -> T | None:
    """What a function says that asks a game for something; None if the code of another package fails.

    ``broken_parts`` knows of it then. What a game of the house raises is raised.
    """
    source = source_of(game)
    try:
        return ask(*args, **more)
    except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
        if source is None or source.package.name == OWN_PACKAGE:
            raise
        _noted[game, part] = Broken("part", game, source.package, f"{part}: {reason_of(error)}")
        return None


def broken_parts(rooms: Collection[str] = ()) -> tuple[Broken, ...]:
    """What games of other packages bring and what cannot be used, each with the reason.

    Args:
        rooms: those whose modules are loaded for it; of others is told what is known already.
    """
    for game in visitors():
        for room in rooms:
            for part in PARTS[room]:
                brought(game, room, part)
    return tuple(_noted[key] for key in sorted(_noted))


def module_of(game: str, room: str, part: str) -> ModuleType | None:
    """The module that a game brings to a room, or None; whatever its code raises is raised."""
    source = source_of(game)
    return None if source is None or not is_usable(game) else _module(_name(source, room, part))


def _name(source: Source, room: str, part: str) -> str:
    home = source.home.format(room=room)
    return f"{home}.{part}" if part else home


@cache
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name) if find_spec(name) is not None else None
    except ModuleNotFoundError as error:
        # The room's package itself is not there; what such a package lacks is another matter.
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return None
        raise
