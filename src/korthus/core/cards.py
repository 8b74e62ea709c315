"""French playing cards: one card type for Mulle, Kachuful and Eight Cards.

A ``Card`` is a face (suit and rank), not a piece of cardboard: in a game with two decks, both copies
of the nine of clubs are the same ``Card``, and hands and piles are multisets. Ranks have no order
here. Mulle counts an ace as 1 or 14, Kachuful ranks it above the king, poker lets it end a straight at
either side; each game keeps its own table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Self


class Suit(StrEnum):
    """A suit; the value is the letter of the international card code."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    @property
    def symbol(self) -> str:
        """The sign on the card."""
        return {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[self]


class Rank(StrEnum):
    """A rank; the value is the letter of the international card code."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @property
    def label(self) -> str:
        """What stands on the card."""
        return "10" if self is Rank.TEN else self.value


class Card(StrEnum):
    """One of the 52 faces. The value (``"Td"``) is the code used in JSON."""

    C2 = "2c"
    C3 = "3c"
    C4 = "4c"
    C5 = "5c"
    C6 = "6c"
    C7 = "7c"
    C8 = "8c"
    C9 = "9c"
    CT = "Tc"
    CJ = "Jc"
    CQ = "Qc"
    CK = "Kc"
    CA = "Ac"
    D2 = "2d"
    D3 = "3d"
    D4 = "4d"
    D5 = "5d"
    D6 = "6d"
    D7 = "7d"
    D8 = "8d"
    D9 = "9d"
    DT = "Td"
    DJ = "Jd"
    DQ = "Qd"
    DK = "Kd"
    DA = "Ad"
    H2 = "2h"
    H3 = "3h"
    H4 = "4h"
    H5 = "5h"
    H6 = "6h"
    H7 = "7h"
    H8 = "8h"
    H9 = "9h"
    HT = "Th"
    HJ = "Jh"
    HQ = "Qh"
    HK = "Kh"
    HA = "Ah"
    S2 = "2s"
    S3 = "3s"
    S4 = "4s"
    S5 = "5s"
    S6 = "6s"
    S7 = "7s"
    S8 = "8s"
    S9 = "9s"
    ST = "Ts"
    SJ = "Js"
    SQ = "Qs"
    SK = "Ks"
    SA = "As"

    suit: Suit
    rank: Rank

    def __init__(self, code: str) -> None:
        self.rank = Rank(code[0])
        self.suit = Suit(code[1])

    @property
    def pretty(self) -> str:
        """The card as people read it: ``10♦``."""
        return self.rank.label + self.suit.symbol


#: All faces in canonical order: clubs, diamonds, hearts, spades, each from two to ace.
DECK: Final[tuple[Card, ...]] = tuple(Card)


class Written(str):
    """A card in the notation of a game, for a sentence; a face that draws cards takes ``card`` instead."""

    __slots__ = ("card",)

    card: Card

    def __new__(cls, text: str, card: Card) -> Self:
        written = super().__new__(cls, text)
        written.card = card
        return written

    def __getnewargs__(self) -> tuple[str, Card]:  # type: ignore[override]
        return str(self), self.card


#: The index of each face in the canonical order.
ORDER: Final[dict[Card, int]] = {card: index for index, card in enumerate(DECK)}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted canonically, so that equal hands are equal tuples."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(cards: Iterable[Card], taken: Iterable[Card]) -> tuple[Card, ...]:
    """``cards`` less one copy of each of ``taken``, order kept.

    Raises:
        ValueError: a card of ``taken`` is not there.
    """
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def is_part(cards: Iterable[object], whole: Iterable[object]) -> bool:
    """Whether ``whole`` holds every one of ``cards``, copies counted."""
    return Counter(cards) <= Counter(whole)
