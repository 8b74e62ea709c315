"""Cards and piles of Mulle in a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from korthus.core.cards import Card
from korthus.core.spans import Text, joined, text
from korthus.games.mulle.actions import Base
from korthus.games.mulle.cards import TEXT
from korthus.games.mulle.state import Pile
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text, in_suit


def pile_text(pile: Pile, tr: Translator) -> Text:
    """A pile as it lies: ``9♣``, ``the 7-build (4♣ 3♥)``, ``(9♣ 7♦)``."""
    cards = cards_text(pile.cards)
    if pile.is_build:
        return text(tr.text("mulle.say.build_of", value=pile.value), " (", cards, ")")
    return cards if pile.is_single else text("(", cards, ")")


def piles_text(piles: Iterable[Pile], tr: Translator) -> Text:
    """Piles one after the other."""
    return joined(", ", (pile_text(pile, tr) for pile in piles))


def base_said(base: Base, tr: Translator) -> Text:
    """A pile that an action names, in a sentence: ``9♣``, ``the 7-build``, ``(9♣ 7♦)``."""
    return tr.text("mulle.say.build_of", value=base) if isinstance(base, int) else base_named(base)


def base_named(base: Base) -> Text:
    """A pile as an action names it: ``9♣``, ``[7]``, ``(9♣ 7♦)``."""
    if isinstance(base, Card):
        return card_text(base)
    return text("(", cards_text(base), ")") if isinstance(base, tuple) else text(f"[{base}]")


def card_code(card: Card) -> Text:
    """A card by its code, as the score sheet has it: ``RU 9``."""
    return in_suit(card.suit, TEXT[card])
