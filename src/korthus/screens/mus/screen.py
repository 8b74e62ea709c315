"""The screen of Mus: its table, words and steps as one thing."""

from __future__ import annotations

from typing import Final

from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.view import MusView
from korthus.screens.base import Screen, ScreenOfFunctions
from korthus.screens.mus.steps import steps_of
from korthus.screens.mus.table import draw_table
from korthus.screens.mus.words import action_words, event_words, help_words, result_words

SCREEN: Final[Screen] = ScreenOfFunctions(
    Mus(MusRules()), MusView, draw_table, event_words, action_words, help_words, steps_of, result_words
)
