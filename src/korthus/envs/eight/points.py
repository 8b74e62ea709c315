"""Chips: an ante is paid when the hand begins, a board when it is run out."""

from __future__ import annotations

from korthus.core.protocol import AnyGame
from korthus.games.eight.state import EightState


def points(game: AnyGame, state: EightState) -> tuple[int, int]:
    """See ``brings.Pays``."""
    return state.bankrolls
