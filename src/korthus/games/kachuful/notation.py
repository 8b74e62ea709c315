"""Cards as Kachuful writes them: the suit's letter, then the rank (``HA``, ``H10``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from korthus.core.cards import DECK, Card, Written

CARD_TEXT: Final[dict[Card, str]] = {card: card.suit.value.upper() + card.rank.label for card in DECK}

#: Every way of writing a card that is understood: ``HA``, ``Ah``, ``A♥``, ``♥A``, ``H10``, ``HT``, ``10h``.
_CARDS: Final[dict[str, Card]] = {
    text: card
    for card in DECK
    for suit in (card.suit.value.upper(), card.suit.symbol)
    for rank in (card.rank.value, card.rank.label)
    for text in (suit + rank, rank + suit)
}


def find_card(text: str) -> Card | None:
    """The card of a text in any case, or None."""
    return _CARDS.get(text.upper())


def written(card: Card) -> Written:
    """A card in the game's notation, for a refusal."""
    return Written(CARD_TEXT[card], card)


def write_cards(cards: Iterable[Card]) -> str:
    """The cards, separated by spaces."""
    return " ".join([CARD_TEXT[card] for card in cards])
