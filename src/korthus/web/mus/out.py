"""What the explorer of Mus answers."""

from __future__ import annotations

from typing import Literal

import msgspec

Seat = Literal["mano", "postre"]


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A word that was said: by whom, in which lance, and how it is called."""

    lance: str
    mine: bool
    word: str
    label: str


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A word that can come next. On one's own turn: how often, and what it is worth in stones."""

    word: str
    label: str
    chance: float | None = None
    value: float | None = None


class StrategyOut(msgspec.Struct, frozen=True, kw_only=True):
    """Where a hand of Mus has come to, and what the solution does there.

    ``turn`` is ``say``, ``declare`` (the other tells whether it has the lance) or ``over``. ``reached`` is
    false where the solution would not have come with these cards: there are values then, but no chances.
    """

    hand: list[str]
    holding: str
    seat: Seat
    menu: str
    menus: list[str]
    lances: list[str]
    lance: str | None
    turn: str
    mine: bool
    reached: bool
    history: list[Said]
    choices: list[Choice]
    exploitability: float | None
