"""The screen of Kachuful: its table, words and steps as one thing."""

from __future__ import annotations

from typing import Final

from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.view import KachufulView
from korthus.screens.base import Screen, ScreenOfFunctions
from korthus.screens.kachuful.steps import steps_of
from korthus.screens.kachuful.table import draw_table
from korthus.screens.kachuful.words import (
    action_sentence,
    action_words,
    event_words,
    help_words,
    result_words,
)

SCREEN: Final[Screen] = ScreenOfFunctions(
    Kachuful(KachufulRules()),
    KachufulView,
    draw_table,
    event_words,
    action_words,
    help_words,
    steps_of,
    result_words,
    action_sentence,
)
