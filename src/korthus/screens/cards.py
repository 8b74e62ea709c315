"""French cards in a text: each suit a style of its own, readable without any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from korthus.core.cards import Card, Suit
from korthus.core.spans import Text, joined, marked
from korthus.core.styles import Style

_STYLES: Final = {
    Suit.SPADES: Style.SPADES,
    Suit.HEARTS: Style.HEARTS,
    Suit.DIAMONDS: Style.DIAMONDS,
    Suit.CLUBS: Style.CLUBS,
}
_CARDS: Final = {card: marked(Style.CARD, marked(_STYLES[card.suit], card.pretty)) for card in Card}


def in_suit(suit: Suit, words: str) -> Text:
    """Words in the style of a suit."""
    return marked(_STYLES[suit], words)


def card_text(card: Card) -> Text:
    """A card as it is read.

    >>> card_text(Card.HT).plain
    '10♥'
    """
    return _CARDS[card]


def cards_text(cards: Iterable[Card], between: str = " ") -> Text:
    """Some cards in a row."""
    return joined(between, map(card_text, cards))
