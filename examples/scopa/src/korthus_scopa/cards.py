"""The forty cards: four suits of ace to seven, knave, horse and king (S-1).

The codes are those of the Spanish deck, which korthus can draw; the suits are the same: oros are coins
(denari), copas cups, espadas swords and bastos clubs.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

_SUITS: Final = {"o": "coins", "c": "cups", "e": "swords", "b": "clubs"}
_COURT: Final = {"1": "ace", "S": "knave", "C": "horse", "R": "king"}


class Card(StrEnum):
    """A card. Its text is its code (``7o``); ``number`` is what it takes and is taken for, 1 to 10 (S-2)."""

    O1 = "1o"
    O2 = "2o"
    O3 = "3o"
    O4 = "4o"
    O5 = "5o"
    O6 = "6o"
    O7 = "7o"
    OS = "So"
    OC = "Co"
    OR = "Ro"
    C1 = "1c"
    C2 = "2c"
    C3 = "3c"
    C4 = "4c"
    C5 = "5c"
    C6 = "6c"
    C7 = "7c"
    CS = "Sc"
    CC = "Cc"
    CR = "Rc"
    E1 = "1e"
    E2 = "2e"
    E3 = "3e"
    E4 = "4e"
    E5 = "5e"
    E6 = "6e"
    E7 = "7e"
    ES = "Se"
    EC = "Ce"
    ER = "Re"
    B1 = "1b"
    B2 = "2b"
    B3 = "3b"
    B4 = "4b"
    B5 = "5b"
    B6 = "6b"
    B7 = "7b"
    BS = "Sb"
    BC = "Cb"
    BR = "Rb"

    rank: str
    suit: str
    number: int

    def __init__(self, code: str) -> None:
        self.rank, self.suit = code[0], code[1]
        self.number = "1234567SCR".index(self.rank) + 1

    @property
    def pretty(self) -> str:
        """The card as people read it: ``7 of coins``."""
        return f"{_COURT.get(self.rank, self.rank)} of {_SUITS[self.suit]}"


#: Every card in canonical order.
DECK: Final = tuple(Card)
COINS: Final = "o"
#: The most wanted card: the seven of coins.
SETTEBELLO: Final = Card.O7

_ORDER: Final = {card: index for index, card in enumerate(DECK)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in canonical order, so that equal hands are equal tuples."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def without(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """``cards`` less those of ``gone``, order kept."""
    out = frozenset(gone)
    return tuple(card for card in cards if card not in out)


def write_cards(cards: Iterable[Card]) -> str:
    """The cards as text: ``7o 3c``."""
    return " ".join(cards)


def read_card(code: str) -> Card | None:
    """The card of a code in any case, or None."""
    try:
        return Card(code[:1].upper() + code[1:].lower())
    except ValueError:
        return None
