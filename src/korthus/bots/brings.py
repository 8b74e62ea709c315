"""What a game may bring to this room: the modules ``players`` and ``compiling`` of its package here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

import msgspec

from korthus.bots.default import players as default
from korthus.bots.protocol import Bot
from korthus.games.registry import brought


class Players(Protocol):
    """``players``: the computer players of a game."""

    #: By name, from weak to strong.
    BOTS: dict[str, type[Bot]]
    #: Who plays a person's automatic move; empty for the usual opponent.
    AUTOMATIC: str


def players_of(game_name: str) -> Players:
    """The players that a game brings, or the usual levels, which search on its rules."""
    return cast(Players, brought(game_name, "bots", "players") or default)


class Compiling(msgspec.Struct, frozen=True, kw_only=True):
    """What has to be compiled for a game's levels, and about how long that takes."""

    #: For the first level, in seconds on one core; only to say how long it may take.
    seconds: float
    #: Levels with much code of their own, in seconds.
    more: Mapping[str, float] = msgspec.field(default_factory=dict)
    #: Presets that need code of their own; None is the usual one.
    presets: tuple[str | None, ...] = (None,)
    #: Tables with more than the fewest seats that need code of their own: a preset, and how many seats.
    crowds: tuple[tuple[str | None, int], ...] = ()


class CompiledPlayers(Protocol):
    """``compiling``: a game has it when its levels run on compiled code. Loading it loads no compiler."""

    COMPILING: Compiling
