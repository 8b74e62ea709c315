"""The way to a move in Kachuful: one step, in which a bid is chosen by its own number."""

from __future__ import annotations

from korthus.core.protocol import Action
from korthus.games.kachuful.actions import Bid, Play
from korthus.games.kachuful.notation import CARD_TEXT
from korthus.games.kachuful.view import KachufulView
from korthus.locale import Translator
from korthus.screens.base import Choice
from korthus.screens.kachuful.words import action_words


def steps_of(action: Action, view: KachufulView, tr: Translator) -> tuple[Choice, ...]:
    """See ``SteppedScreen.steps``."""
    label = action_words(action, view, tr)
    if isinstance(action, Bid):
        return (Choice(str(action.count), label, tr.text("kachuful.ask.bid")),)
    assert isinstance(action, Play)
    return (Choice(CARD_TEXT[action.card], label, tr.text("kachuful.ask.card")),)
