"""Stones; in a single hand, by how many a seat is ahead."""

from __future__ import annotations

from korthus.core.protocol import AnyGame
from korthus.games.mus.scoring import outcome
from korthus.games.mus.state import MusState


def points(game: AnyGame, state: MusState) -> tuple[int, ...]:
    """See ``brings.Pays``: as if the game ended now."""
    return state.stones if game.rules.target_stones is not None else outcome(game.rules, state).scores
