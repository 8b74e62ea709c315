"""Points of the rounds that are over."""

from __future__ import annotations

from korthus.core.protocol import AnyGame
from korthus.games.kachuful.scoring import totals
from korthus.games.kachuful.state import KachufulState


def points(game: AnyGame, state: KachufulState) -> tuple[int, ...]:
    """See ``brings.Pays``."""
    return totals(state.sheet, len(state.hands))
