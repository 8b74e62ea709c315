"""Points of the session so far, with those of the omgång under way."""

from __future__ import annotations

from korthus.core.protocol import AnyGame
from korthus.games.mulle.scoring import rows, totals
from korthus.games.mulle.state import MulleState


def points(game: AnyGame, state: MulleState) -> tuple[int, int]:
    """See ``brings.Pays``."""
    return totals(game.rules, rows(game.rules, state))
