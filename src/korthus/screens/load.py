"""The screen of a game, loaded when it is first asked for."""

from __future__ import annotations

from typing import Any

from korthus.core.protocol import AnyGame
from korthus.games.registry import brought
from korthus.screens.base import FittedScreen, Screen
from korthus.screens.default.screen import DefaultScreen


def screen_of(game: AnyGame) -> Screen:
    """The screen that draws a game, fitted to its rules if it can be; the default one if it brings none."""
    brings: Any = brought(game.name, "screens", "screen")
    if brings is None:
        return DefaultScreen(game)
    screen: Screen = brings.SCREEN
    return screen.fitted(game) if isinstance(screen, FittedScreen) else screen
