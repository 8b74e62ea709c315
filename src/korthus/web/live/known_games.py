"""Games under certain rules, made once and shared by all tables that play them.

Games are values, and checking options takes longer than playing an action.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from korthus.core.protocol import AnyGame
from korthus.games.catalogue import game_with
from korthus.table.reopen import reopen_game
from korthus.web.bots.thoughts import GameSpec

_encode = msgspec.json.Encoder(order="deterministic").encode


class Made(NamedTuple):
    """A game, and the options of it that differ from their defaults."""

    game: AnyGame
    changed: dict[str, Any]


def make_game(name: str, preset: str | None, options: Mapping[str, Any]) -> Made:
    """The game that somebody wishes for.

    Raises:
        InvalidOptions: there is no such game, preset, option or value.
    """
    return _make(name, preset, _encode(options))


def kept_game(name: str, preset: str | None, changed: Mapping[str, Any], rules_version: int) -> AnyGame:
    """The game of a table that was opened earlier.

    Raises:
        InvalidRecord: it cannot be set up any more.
    """
    return _reopen(name, preset, _encode(changed), rules_version)


@lru_cache(maxsize=256)
def spec_of(game: AnyGame) -> GameSpec:
    """What a worker needs to set a game up."""
    return GameSpec(game.name, game.rules.changed(), game.rules_version)


@lru_cache(maxsize=256)
def _make(name: str, preset: str | None, options: bytes) -> Made:
    game = game_with(name, preset, msgspec.json.decode(options))
    return Made(game, game.rules.changed())


@lru_cache(maxsize=256)
def _reopen(name: str, preset: str | None, changed: bytes, rules_version: int) -> AnyGame:
    return reopen_game(name, msgspec.json.decode(changed), preset, rules_version)
