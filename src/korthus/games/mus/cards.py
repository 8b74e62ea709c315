"""The cards of mus: eight ranks without suits, because suits decide nothing (U-2, U-4).

A three counts as a king and a two as an ace, so the pack has eight kings, eight aces and four of each other
rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

HAND_SIZE: Final = 4


class Rank(StrEnum):
    """A card. ``height`` is its index in the order, ``points`` what it counts towards juego and punto."""

    REY = "R"
    CABALLO = "C"
    SOTA = "S"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    ACE = "1"

    height: int
    points: int

    def __init__(self, letter: str) -> None:
        self.height = "14567SCR".index(letter)
        self.points = int(letter) if letter.isdecimal() else 10

    # Hands are looked up in tables all the time; the hash of the text is kept by the text itself.
    __hash__ = str.__hash__


#: Cards from high to low, so that equal hands are equal tuples.
Hand = tuple[Rank, ...]

#: Every rank from the highest to the lowest: the canonical order of hands and packs.
RANKS: Final[Hand] = tuple(Rank)

#: How many cards of each rank the pack has, in the order of ``RANKS``.
PACK: Final = (8, 4, 4, 4, 4, 4, 4, 8)

_ORDER: Final = {rank: index for index, rank in enumerate(RANKS)}
#: Threes are kings and twos are aces.
_ALIASES: Final = {"3": Rank.REY, "2": Rank.ACE}


def in_order(cards: Iterable[Rank]) -> Hand:
    """The cards from high to low."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def read_rank(text: str) -> Rank | None:
    """The card of a letter or digit (``3`` is a king and ``2`` an ace), or None.

    >>> read_rank("r"), read_rank("2"), read_rank("8")
    (<Rank.REY: 'R'>, <Rank.ACE: '1'>, None)
    """
    letter = text.upper()
    if letter in _ALIASES:
        return _ALIASES[letter]
    return Rank(letter) if letter in Rank.__members__.values() else None


def counts(cards: Iterable[Rank]) -> tuple[int, ...]:
    """How many cards of each rank there are, in the order of ``RANKS``."""
    held = Counter(cards)
    return tuple(held[rank] for rank in RANKS)


def spread(numbers: Sequence[int]) -> Hand:
    """The cards that some counts stand for, in canonical order. ``counts`` undone."""
    return tuple(rank for rank, number in zip(RANKS, numbers, strict=True) for _ in range(number))
