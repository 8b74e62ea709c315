"""The screen of Eight Cards: its table, words and steps as one thing."""

from __future__ import annotations

from typing import Final

from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.view import EightView
from korthus.screens.base import Screen, ScreenOfFunctions
from korthus.screens.eight.steps import steps_of
from korthus.screens.eight.table import draw_table
from korthus.screens.eight.words import action_words, event_words, help_words, result_words

SCREEN: Final[Screen] = ScreenOfFunctions(
    EightCards(EightRules()),
    EightView,
    draw_table,
    event_words,
    lambda action, view, tr: action_words(action, tr),
    help_words,
    steps_of,
    result_words,
)
