"""The screen of a game that brings none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.core.spans import Text, joined
from korthus.locale import Translator
from korthus.screens.default.table import Drawer
from korthus.screens.default.words import Teller
from korthus.screens.drawing import Drawing


class DefaultScreen:
    """Draws any game from its description."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._deck = tuple(dict.fromkeys(game.deck()))

    def table(self, view: Any, tr: Translator, names: Sequence[str]) -> Drawing:
        """See ``Screen.table``."""
        drawer = Drawer(self._game, self._deck, view, tr, names)
        return drawer.table(tr(f"{self._game.name}.title"))

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
        """See ``Screen.event``."""
        return Teller(self._game.name, self._deck, tr, names).event(event)

    def action(self, action: Action, view: Any, tr: Translator) -> Text:
        """See ``Screen.action``."""
        return Teller(self._game.name, self._deck, tr).action(action)

    def help(self, view: View, tr: Translator) -> Text:
        """See ``Screen.help``."""
        about = tr.text(f"{self._game.name}.tagline")
        return joined("\n", (about, tr.text("common.default.help")))
