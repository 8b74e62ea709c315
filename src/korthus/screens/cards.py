"""French cards in a terminal: four suits in four colours, readable without any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from korthus.core.cards import Card, Suit

_COLOURS: Final = {Suit.SPADES: "bold", Suit.HEARTS: "lingon", Suit.DIAMONDS: "lake", Suit.CLUBS: "moss"}


def card_markup(card: Card) -> str:
    """A card with its suit in colour.

    >>> card_markup(Card.HT)
    '[lingon]10♥[/]'
    """
    return f"[{_COLOURS[card.suit]}]{card.pretty}[/]"


def cards_markup(cards: Iterable[Card], between: str = " ") -> str:
    """Some cards in a row."""
    return between.join(map(card_markup, cards))
