"""The way to a move in Mus: what to say, and for a bet how much."""

from __future__ import annotations

from korthus.core.protocol import Action
from korthus.games.mus.actions import AskMus, Discard, Envido, NoMus
from korthus.games.mus.view import MusView
from korthus.locale import Translator
from korthus.screens.base import Choice
from korthus.screens.mus.words import action_words, cards_text


def steps_of(action: Action, view: MusView, tr: Translator) -> tuple[Choice, ...]:
    """See ``SteppedScreen.steps``."""
    question = tr.text("mus.ask.answer" if view.bet is not None else "mus.ask.speak", lance=view.lance)
    match action:
        case Envido(amount=amount):
            what = tr.text("mus.ask.raise" if view.bet is not None else "mus.ask.bet")
            return (
                Choice("envido", what, question),
                Choice(str(amount), action_words(action, view, tr), tr.text("mus.ask.amount")),
            )
        case Discard(cards=cards):
            return (Choice(" ".join(cards), cards_text(cards), tr.text("mus.ask.discard")),)
        case AskMus() | NoMus():
            return (Choice(str(action), action_words(action, view, tr), tr.text("mus.ask.mus")),)
        case _:
            return (Choice(str(action), action_words(action, view, tr), question),)
