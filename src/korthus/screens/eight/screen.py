"""The screen of Eight Cards: its table, words and steps as one thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.protocol import Action, Event, View
from korthus.core.spans import Text
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.base import Choice, Screen
from korthus.screens.drawing import Drawing
from korthus.screens.eight.steps import steps_of
from korthus.screens.eight.table import draw_table
from korthus.screens.eight.words import action_words, event_words, help_words


class EightScreen:
    """Draws Eight Cards."""

    def table(self, view: EightView, tr: Translator, names: Sequence[str]) -> Drawing:
        """See ``Screen.table``."""
        return draw_table(view, tr, names)

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
        """See ``Screen.event``."""
        return event_words(event, tr, names, seat)

    def action(self, action: Action, view: EightView, tr: Translator) -> Text:
        """See ``Screen.action``."""
        return action_words(action, tr)

    def help(self, view: View, tr: Translator) -> Text:
        """See ``Screen.help``."""
        assert isinstance(view, EightView)
        return help_words(view, tr)

    def steps(self, action: Action, view: EightView, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``."""
        return steps_of(action, view, tr)


SCREEN: Final[Screen] = EightScreen()
