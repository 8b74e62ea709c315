"""Texts for a face that draws cards: plain text in which a card stands between two ``CARD_MARK``.

The sign shows nothing where a text is read as it is. Nobody can write it into a sentence: names and chat are
cleaned of such signs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from korthus.core.cards import Card, Written
from korthus.core.errors import KorthusError
from korthus.core.spans import Text
from korthus.core.styles import Style
from korthus.locale import Translator

#: Stands before and after a card: U+2063, the invisible separator.
CARD_MARK: Final = "\u2063"


def marked_text(text: Text) -> str:
    """A text with its cards marked, and without what only helps in a terminal.

    >>> from korthus.core.spans import marked
    >>> marked_text("Anna plays " + marked(Style.CARD, "10♥")).replace(CARD_MARK, "|")
    'Anna plays |10♥|'
    """
    parts = []
    for span in text.spans:
        if Style.TERMINAL not in span.styles:
            parts.append(_card(span.text) if Style.CARD in span.styles else span.text)
    return "".join(parts)


def marked_fact(name: str, fact: str | int) -> str | int:
    """What is filled into a reason (``korthus.bots.advice``), with its cards marked."""
    if name not in ("card", "cards"):
        return fact
    return " ".join(map(_card, str(fact).split()))


def marked_refusal(error: KorthusError, tr: Translator) -> str:
    """Why something is refused, with its cards marked, as they are read, not as they are typed."""
    return _with_cards(error, tr, _card)


def read_refusal(error: KorthusError, tr: Translator) -> str:
    """The same for a face that marks nothing."""
    return _with_cards(error, tr, str)


def _with_cards(error: KorthusError, tr: Translator, drawn: Callable[[str], str]) -> str:
    return tr.error(_drawn(error, drawn))


def _drawn(error: KorthusError, drawn: Callable[[str], str]) -> KorthusError:
    """A refusal whose cards are drawn, those of a refusal inside it too."""
    shown = KorthusError.of(error)
    for name, value in error.params.items():
        card = value.card if isinstance(value, Written) else value
        if isinstance(card, Card):
            shown.params[name] = drawn(card.pretty)
        elif isinstance(card, KorthusError):
            shown.params[name] = _drawn(card, drawn)
    return shown


def _card(words: str) -> str:
    return f"{CARD_MARK}{words}{CARD_MARK}"
