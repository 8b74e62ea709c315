"""The turns that players lost over many games, by player and reason: for the summary of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from korthus.bots.chair import LostTurns, Why

if TYPE_CHECKING:
    from korthus.arena.page import Say


class LostRow(NamedTuple):
    """How many turns one player has lost for one reason."""

    player: str
    why: Why
    #: A phrase, but of something raised what Python says.
    said: str
    turns: int


def reason_of(row: LostRow, say: Say) -> str:
    """Why turns were lost, in words: ``an error: KeyError: 'trump' (clever.py, line 12)``."""
    return f"{say(f'tools.lost.{row.why}')}: {say.phrase(row.said)}"


class LostTally:
    """Adds up the turns that were lost, game by game."""

    def __init__(self) -> None:
        self._turns: Counter[tuple[str, Why, str]] = Counter()

    def add(self, players: Sequence[str], lost: Iterable[LostTurns]) -> None:
        """Count the turns lost in a game; ``players`` are those of its seats."""
        for each in lost:
            self._turns[players[each.seat], each.why, each.words()] += each.turns

    def rows(self) -> tuple[LostRow, ...]:
        """By player and reason, the most turns first."""
        return tuple(LostRow(*key, turns) for key, turns in self._turns.most_common())
