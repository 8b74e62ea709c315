"""Words of the mus table for those who ask the solution: what a word is called, and what a hand holds."""

from __future__ import annotations

from korthus.games.mus.actions import Accept, Envido, Ordago, Pass
from korthus.games.mus.cards import Hand
from korthus.games.mus.scoring import Lance
from korthus.games.mus.text import parse_action
from korthus.games.mus.view import holding_of
from korthus.locale import Translator
from korthus.screens.mus.words import made_words

_DECLARED = {
    f"{lance} {word}": (lance, key) for lance in Lance for word, key in (("si", "yes"), ("no", "no"))
}


def say(word: str, tr: Translator, *, answers: bool) -> str:
    """How a word of the solver is said at the table; ``answers`` tells a raise from a first bet."""
    if word in _DECLARED:
        lance, key = _DECLARED[word]
        return tr(f"mus_strategy.say.{key}", lance=str(lance).capitalize())
    match parse_action(word):
        case Pass():
            return tr("mus_strategy.say.pass")
        case Envido(amount=amount):
            return tr("mus_strategy.say.raise" if answers else "mus_strategy.say.bet", amount=amount)
        case Ordago():
            return tr("mus_strategy.say.ordago")
        case Accept():
            return tr("mus_strategy.say.accept")
        case _:
            return tr("mus_strategy.say.refuse")


def holding(hand: Hand, tr: Translator) -> str:
    """What a hand has in pares and juego."""
    made = holding_of(hand)
    assert made is not None, "the solution is asked about four cards"
    return ", ".join(made_words(made, tr))
