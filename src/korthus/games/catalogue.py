"""Which games there are, and how to get one."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from korthus.core.errors import InvalidOptions, unknown
from korthus.core.protocol import AnyGame
from korthus.core.rules import Option
from korthus.games.registry import load, source_of, sources


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
    #: The option that people are asked for before a game begins: how long it is. None if there is none.
    length_option: str | None


def game_names() -> tuple[str, ...]:
    """The names of all games that can be played, in the order of the shelf."""
    return tuple(kind.name for kind in _kinds())


def catalogue() -> tuple[GameInfo, ...]:
    """All games that can be played, with their presets and options."""
    return tuple(
        GameInfo(
            kind.name,
            kind.min_seats,
            kind.max_seats,
            kind.cards_limit_seats,
            kind.rules_version,
            tuple(kind.rules_type.presets),
            kind.rules_type.options(),
            kind.length_option,
        )
        for kind in _kinds()
    )


def _kinds() -> list[type[AnyGame]]:
    found = []
    for name in sources():
        try:
            found.append(load(name))
        except InvalidOptions:
            continue  # ``registry.broken_games`` names it
    return sorted(found, key=lambda kind: (kind.shelf, kind.name))


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
    if source_of(name) is None:
        names = game_names()
        refused = InvalidOptions(
            "UNKNOWN_GAME",
            "There is no game {name}; there {games:is|are} {games}.",
            name=repr(name)[:60],
            games=names,
        )
        raise unknown(refused, name, names)
    kind = load(name)
    return kind(kind.rules_type.make(preset, **options))
