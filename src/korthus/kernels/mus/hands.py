"""Every hand of Mus, worked out once by the rules: its number, its strengths, what can be discarded from it.

Cards are counted in one ``int64``: 7 bits for each rank, the king's lowest. Sets of cards add and subtract
as numbers. A pack has at most 63 cards, so that the topmost bit of each 7 is free to catch a comparison.

The strengths of a hand are one word too: for each lance 9 bits that rank it among all hands and a free bit,
then 2 bits each for what the hand is worth. One subtraction compares two hands in all lances.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.games.mus.cards import HAND_SIZE, RANKS, Hand, Rank
from korthus.games.mus.legal import discards
from korthus.games.mus.scoring import LANCES, strength, value
from korthus.kernels.compiled import compiled

#: Bits of one rank in a word that counts cards.
WIDTH: Final = 7
MOST_OF_A_RANK: Final = (1 << WIDTH) - 1
MOST_CARDS: Final = 63
#: One card of each rank, the free bit of each rank, and everything.
EACH: Final = sum(1 << WIDTH * index for index in range(8))
FREE: Final = EACH << (WIDTH - 1)
ALL: Final = (1 << 8 * WIDTH) - 1

#: Bits of one lance in a word of strengths, its free bits, and where the values begin.
LANE: Final = 10
RANKING: Final = (1 << (LANE - 1)) - 1
GUARDS: Final = sum(1 << (LANE * index + LANE - 1) for index in range(5))
VALUES: Final = 5 * LANE
STRENGTHS: Final = (1 << VALUES) - 1

#: No two hands of four leave the same rest when their counts are divided by this.
MODULUS: Final = 3301

#: The most discards that one hand can choose from.
MOST_DISCARDS: Final = 15

_CARD: Final = {rank: 1 << WIDTH * index for index, rank in enumerate(RANKS)}
_HANDS: Final[tuple[Hand, ...]] = tuple(combinations_with_replacement(RANKS, HAND_SIZE))


def every_hand() -> tuple[Hand, ...]:
    """The 330 hands in the order of their numbers."""
    return _HANDS


def count_cards(cards: Iterable[Rank]) -> int:
    """Cards as counts in one word."""
    return sum(_CARD[card] for card in cards)


def cards_of(counts: int) -> Hand:
    """The cards that a word counts, from high to low."""
    return tuple([rank for rank in RANKS for _ in range(counts // _CARD[rank] & MOST_OF_A_RANK)])


def _number_hands() -> npt.NDArray[np.uint16]:
    numbers = np.zeros(MODULUS, dtype=np.uint16)
    for number, hand in enumerate(_HANDS):
        numbers[count_cards(hand) % MODULUS] = number
    return numbers


def _rank_hands() -> npt.NDArray[np.int64]:
    words = np.zeros(len(_HANDS), dtype=np.int64)
    for lance in LANCES:
        keys = [strength(hand)[lance.number] for hand in _HANDS]
        ranks = {key: rank for rank, key in enumerate(sorted({0, *keys}))}
        for number, key in enumerate(keys):
            worth = value(lance, _HANDS[number])
            words[number] |= ranks[key] << LANE * lance.number | worth << VALUES + 2 * lance.number
    return words


def _list_discards() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    counts = np.zeros((len(_HANDS), MOST_DISCARDS), dtype=np.int64)
    lengths = np.zeros(len(_HANDS), dtype=np.int64)
    for number, hand in enumerate(_HANDS):
        chosen = [count_cards(each.cards) for each in discards(hand)]
        lengths[number] = len(chosen)
        counts[number, : len(chosen)] = chosen
    return counts, lengths


#: By the rest of its counts: the number of a hand. By its number: its strengths and its discards.
NUMBERS: Final = _number_hands()
POWERS: Final = _rank_hands()
DISCARD_COUNTS, DISCARD_LENGTHS = _list_discards()


@compiled
def hand_number(cards: int) -> int:
    """The number of a hand of four."""
    return int(NUMBERS[uint64(cards) % uint64(MODULUS)])
