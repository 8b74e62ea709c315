"""Which games there are, and how to get one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import msgspec

from korthus.core.errors import InvalidOptions, unknown
from korthus.core.protocol import AnyGame
from korthus.core.rules import Option

#: Each game's class, loaded when it is first asked for.
_GAMES = {
    "mulle": ("korthus.games.mulle.game", "Mulle"),
    "kachuful": ("korthus.games.kachuful.game", "Kachuful"),
    "mus": ("korthus.games.mus.game", "Mus"),
    "eight": ("korthus.games.eight.game", "EightCards"),
}


def _kind(name: str) -> type[AnyGame]:
    module, attribute = _GAMES[name]
    kind: type[AnyGame] = getattr(import_module(module), attribute)
    return kind


class GameInfo(msgspec.Struct, frozen=True):
    """An entry of the catalogue."""

    name: str
    min_seats: int
    max_seats: int
    #: Whether the cards may be too few for a number of seats in between.
    cards_limit_seats: bool
    rules_version: int
    presets: tuple[str, ...]
    options: tuple[Option, ...]


def game_names() -> tuple[str, ...]:
    """The names of all games; none is loaded for it."""
    return tuple(_GAMES)


def catalogue() -> tuple[GameInfo, ...]:
    """All games, with their presets and options."""
    return tuple(
        GameInfo(
            name,
            kind.min_seats,
            kind.max_seats,
            kind.cards_limit_seats,
            kind.rules_version,
            tuple(kind.rules_type.presets),
            kind.rules_type.options(),
        )
        for name, kind in ((name, _kind(name)) for name in _GAMES)
    )


def game(name: str, /, preset: str | None = None, **options: object) -> AnyGame:
    """A game by name, under a preset (the first one if None) with some options changed.

    >>> game("mulle", preset="draft").rules.spade_ace_intake
    2

    Raises:
        InvalidOptions: no such game, preset, option or value, or a combination that cannot be played.
    """
    return game_with(name, preset, options)


def game_with(name: str, preset: str | None, options: Mapping[str, object]) -> AnyGame:
    """The same with options as others write them, who may call one ``preset``.

    Raises:
        InvalidOptions: as ``game``.
    """
    if name not in _GAMES:
        refused = InvalidOptions(
            "UNKNOWN_GAME",
            "There is no game {name}; there {games:is|are} {games}.",
            name=repr(name)[:60],
            games=tuple(_GAMES),
        )
        raise unknown(refused, name, tuple(_GAMES))
    kind = _kind(name)
    return kind(kind.rules_type.make(preset, **options))
