"""The screen of Mulle under certain rules: its table, words and steps as one thing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.core.spans import Text
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import BONUS_THRESHOLD
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.base import Choice, Screen
from korthus.screens.drawing import Drawing
from korthus.screens.mulle.events import event_words
from korthus.screens.mulle.help import help_words
from korthus.screens.mulle.steps import quick_discard, steps_of
from korthus.screens.mulle.table import draw_table
from korthus.screens.mulle.words import action_sentence, action_words


class MulleScreen:
    """Draws Mulle under certain rules."""

    def __init__(self, game: Mulle) -> None:
        self._game = game

    def fitted(self, game: AnyGame) -> Screen:
        """See ``FittedScreen.fitted``."""
        assert isinstance(game, Mulle)
        return MulleScreen(game)

    def table(self, view: MulleView, tr: Translator, names: Sequence[str]) -> Drawing:
        """See ``Screen.table``."""
        return draw_table(view, tr, names)

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
        """See ``Screen.event``."""
        return event_words(self._game.rules, event, tr, names, seat)

    def action(self, action: Action, view: MulleView, tr: Translator) -> Text:
        """See ``Screen.action``."""
        return action_words(self._game, action, view, tr)

    def sentence(self, action: Action, view: MulleView, tr: Translator) -> Text:
        """See ``SpokenScreen.sentence``."""
        return action_sentence(self._game, action, view, tr)

    def result(self, game: AnyGame, tr: Translator) -> tuple[Text, ...]:
        """See ``TellingScreen.result``."""
        rules = self._game.rules
        if rules.intake_in_total:
            return (tr.text("mulle.result.points_intake"),)
        intake = tr.text(f"mulle.result.intake.{rules.bonus_scope}", limit=BONUS_THRESHOLD)
        return tr.text("mulle.result.points"), intake

    def help(self, view: View, tr: Translator) -> Text:
        """See ``Screen.help``."""
        assert isinstance(view, MulleView)
        return help_words(self._game, view, tr)

    def steps(self, action: Action, view: MulleView, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``."""
        return steps_of(self._game, action, view, tr)

    def quick(self, line: str, actions: Sequence[Action]) -> Action | None:
        """See ``QuickScreen.quick``."""
        return quick_discard(line, actions)


SCREEN: Final[Screen] = MulleScreen(Mulle(MulleRules()))
