"""Which table draws a game in the browser: its own, or the default one, which goes by a description."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from korthus.core.description import Description
from korthus.core.protocol import AnyGame
from korthus.web.pages.files import find_asset


@lru_cache(maxsize=256)
def described(static: Path, game: AnyGame) -> Description | None:
    """What the default table needs to draw a game; None for a game with a table of its own."""
    own = find_asset(static, f"js/tables/{game.name}/index.js") is not None
    return None if own else game.describe()
