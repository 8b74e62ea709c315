"""The screen of a game, loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast, runtime_checkable

from korthus.core.errors import InvalidAction
from korthus.core.protocol import AnyGame, View
from korthus.games.registry import brought
from korthus.locale import Translator
from korthus.screens.base import FittedScreen, Screen
from korthus.screens.default.screen import DefaultScreen


@runtime_checkable
class AnyScreen(Screen, Protocol):
    """A screen, as far as it can be seen that something is one: it has the methods."""


class Screens(Protocol):
    """``screen``: what a game may bring to this room."""

    SCREEN: Screen


class NamesHands(Protocol):
    """``hand_names``: what a game with boards may bring to this room."""

    def hand_names(
        self, view: View, boards: Sequence[Sequence[str]], tr: Translator, /
    ) -> list[str | None]: ...


def screen_of(game: AnyGame) -> Screen:
    """The screen that draws a game, fitted to its rules if it can be; the default one if it brings none."""
    brings = cast("Screens | None", brought(game.name, "screens", "screen"))
    if brings is None:
        return DefaultScreen(game)
    screen = brings.SCREEN
    return screen.fitted(game) if isinstance(screen, FittedScreen) else screen


def hand_names(
    game: AnyGame, view: View, boards: Sequence[Sequence[str]], tr: Translator
) -> list[str | None]:
    """What a seat's cards would make, put like this on the boards of its game; None where nothing yet.

    Raises:
        InvalidAction: the game has no boards (it brings no ``hand_names``), or the cards are not the seat's.
    """
    brings = cast("NamesHands | None", brought(game.name, "screens", "hand_names"))
    if brings is None:
        raise InvalidAction("NOT_THIS_GAME", "{game} has no boards.", game=game.name)
    return brings.hand_names(view, boards, tr)
