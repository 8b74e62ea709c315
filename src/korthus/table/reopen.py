"""From what a record or a saved table says about its game to the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from korthus.core.errors import InvalidOptions, InvalidRecord, KorthusError
from korthus.core.protocol import AnyGame
from korthus.core.record import PackageEntry
from korthus.games.catalogue import game as find_game
from korthus.games.registry import OWN_PACKAGE, source_of


def reopen_game(
    name: str,
    options: Mapping[str, Any],
    preset: str | None,
    rules_version: int,
    *,
    game: AnyGame | None = None,
    package: PackageEntry | None = None,
) -> AnyGame:
    """The game that these fields describe. ``game`` stands in for the catalogue where a game is not in it.

    Args:
        package: where the game came from, if that was not the house.

    Raises:
        InvalidRecord: there is no such game (``GAME_GONE`` if it came with a package), preset, option or
            value, or its rules have changed since.
    """
    if game is not None and game.name != name:
        raise InvalidRecord(
            "WRONG_GAME", "This is a game of {name}, not of {game}.", name=name, game=game.name
        )
    try:
        found = find_game(name) if game is None else game
        kind = type(found)
        if preset is not None:
            kind.rules_type.make(preset)
        # The options of a record differ from the defaults, not from a preset: say every default aloud.
        defaults = {
            field.name: field.default
            for field in msgspec.structs.fields(kind.rules_type)
            if field.default is not msgspec.NODEFAULT
        }
        rules = kind.rules_type.make(None, **(defaults | dict(options)))
    except InvalidOptions as error:
        if error.code == "UNKNOWN_GAME" and package is not None:
            raise game_gone(name, package) from None
        raise InvalidRecord.of(error) from None
    if rules.changed() != dict(options):
        raise InvalidRecord(
            "BAD_OPTIONS", "The options are not written as a table writes them: only those that differ."
        )
    if rules_version != kind.rules_version:
        raise InvalidRecord(
            "RULES_CHANGED",
            "This was played by version {then} of the rules of {game}; this is version {now}.",
            then=rules_version,
            game=name,
            now=kind.rules_version,
        )
    return kind(rules)


def package_entry(game: AnyGame) -> PackageEntry | None:
    """The package that brings a game, as records name it; None for the games of the house."""
    source = source_of(game.name)
    if source is None or source.package.name == OWN_PACKAGE:
        return None
    return PackageEntry(name=source.package.name, version=source.package.version)


def is_gone(error: KorthusError) -> bool:
    """Whether a game cannot be set up because its package is not there or cannot be used."""
    return error.code in ("GAME_GONE", "BROKEN_GAME")


def game_gone(name: str, package: PackageEntry) -> InvalidRecord:
    """The refusal of a game whose package is not installed any more."""
    return InvalidRecord(
        "GAME_GONE",
        "This is a game of {game}, which came with the package {package} {version}; it is not installed."
        " pip install {package} brings it back.",
        game=name,
        package=package.name,
        version=package.version,
    )
