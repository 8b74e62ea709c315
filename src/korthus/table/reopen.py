"""From what a record or a saved table says about its game to the game itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from korthus.core.errors import InvalidOptions, InvalidRecord
from korthus.core.protocol import AnyGame
from korthus.games.catalogue import game as find_game


def reopen_game(
    name: str,
    options: Mapping[str, Any],
    preset: str | None,
    rules_version: int,
    *,
    game: AnyGame | None = None,
) -> AnyGame:
    """The game that these fields describe. ``game`` stands in for the catalogue where a game is not in it.

    Raises:
        InvalidRecord: there is no such game, preset, option or value, or its rules have changed since.
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
