"""What is played and where one sits, as the page is told it, whatever is told about it besides."""

from __future__ import annotations

from typing import Any

import msgspec


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A game and its rules: the preset, and the options that differ from the usual ones."""

    game: str
    preset: str | None
    options: dict[str, Any]


class HeldSeat(msgspec.Struct, frozen=True):
    """A table, a person's seat there, and the secret that holds it."""

    code: str
    seat: int
    token: str
