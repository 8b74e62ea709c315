"""The screen of a game, loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from korthus.core.protocol import AnyGame
from korthus.screens.base import FittedScreen, Screen


def screen_of(game: AnyGame) -> Screen:
    """The screen that draws a game, fitted to its rules if it can be."""
    screen: Screen = import_module(f"korthus.screens.{game.name}.screen").SCREEN
    return screen.fitted(game) if isinstance(screen, FittedScreen) else screen
