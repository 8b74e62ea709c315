"""Poker hands, exactly: the best five cards, of seven or of Omaha's two and three.

A hand's strength is one whole number. Compare two of them and the larger one wins; equal numbers share.

    strength = category, then up to five ranks that break ties, four bits each

Ranks count from 0 (two) to 12 (ace). Nothing but the multiset of ranks and "one suit or not" decides, so the
readable rule ``_judge`` is asked once per multiset and its answers are kept. A multiset of ranks is written
as a number: the sum of 5 to the power of each rank, which is the count of every rank as a digit in base 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

import msgspec

from korthus.core.cards import DECK, Card, Rank, Suit

RANKS: Final[tuple[Rank, ...]] = tuple(Rank)


class Category(StrEnum):
    """What a hand is, from the weakest to the strongest."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"


CATEGORIES: Final[tuple[Category, ...]] = tuple(Category)

#: The category of hands with repeated ranks, by how often each rank comes.
_GROUPS: Final = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
}
_WHEEL: Final = [12, 3, 2, 1, 0]


class HandName(msgspec.Struct, frozen=True):
    """What a hand is called: its category and the ranks that decide, the most important one first.

    A flush to the queen is ``HandName(FLUSH, (QUEEN, …))``, a wheel ``HandName(STRAIGHT, (FIVE,))``.
    """

    category: Category
    ranks: tuple[Rank, ...]
    #: Whether it is the straight flush to the ace, which has a name of its own.
    royal: bool = False


def _judge(ranks: Sequence[int], one_suit: bool) -> int:
    """The strength of five ranks, which are of one suit or not."""
    grouped = sorted(Counter(ranks).items(), key=lambda each: (each[1], each[0]), reverse=True)
    order = [rank for rank, _ in grouped]
    if len(order) < 5:
        category = _GROUPS[tuple(count for _, count in grouped)]
        return _pack(category, order)
    if order == _WHEEL:  # EI-20: the ace may be low, and then the five is the highest card
        order = [3]
    elif order[0] - order[4] == 4:
        order = [order[0]]
    else:
        return _pack(Category.FLUSH if one_suit else Category.HIGH_CARD, order)
    return _pack(Category.STRAIGHT_FLUSH if one_suit else Category.STRAIGHT, order)


def _pack(category: Category, order: Sequence[int]) -> int:
    strength = CATEGORIES.index(category)
    for index in range(5):
        strength = strength << 4 | (order[index] if index < len(order) else 0)
    return strength


#: How many ranks a hand of each category is told apart by.
_DECIDING: Final = {
    Category.HIGH_CARD: 5,
    Category.PAIR: 4,
    Category.TWO_PAIR: 3,
    Category.THREE_OF_A_KIND: 3,
    Category.STRAIGHT: 1,
    Category.FLUSH: 5,
    Category.FULL_HOUSE: 2,
    Category.FOUR_OF_A_KIND: 2,
    Category.STRAIGHT_FLUSH: 1,
}


def category_of(strength: int) -> Category:
    """The category that a strength belongs to."""
    return CATEGORIES[strength >> 20]


@cache  # there are 7,462 strengths
def describe(strength: int) -> HandName:
    """What a hand of this strength is called.

    >>> describe(five([Card.SA, Card.S2, Card.S3, Card.S4, Card.S5])).ranks
    (<Rank.FIVE: '5'>,)
    """
    category = category_of(strength)
    ranks = tuple(RANKS[strength >> 4 * (4 - index) & 15] for index in range(_DECIDING[category]))
    return HandName(category, ranks, category is Category.STRAIGHT_FLUSH and ranks[0] is Rank.ACE)


def _unpack(key: int) -> list[int]:
    """The ranks of a multiset, the highest first."""
    ranks: list[int] = []
    for rank in range(13):
        key, count = divmod(key, 5)
        ranks[:0] = [rank] * count
    return ranks


class _Plain(dict[int, int]):
    """Strengths of five ranks in mixed suits; filled as they are met (6,175 at most)."""

    def __missing__(self, key: int) -> int:
        self[key] = strength = _judge(_unpack(key), one_suit=False)
        return strength


class _Suited(dict[int, int]):
    """Strengths of five ranks in one suit (1,287 at most)."""

    def __missing__(self, key: int) -> int:
        self[key] = strength = _judge(_unpack(key), one_suit=True)
        return strength


class _Sevens(dict[int, int]):
    """Strengths of seven ranks of which no five are of one suit (49,205 at most)."""

    def __missing__(self, key: int) -> int:
        self[key] = strength = max(
            _PLAIN[sum(5**rank for rank in some)] for some in combinations(_unpack(key), 5)
        )
        return strength


_PLAIN: Final = _Plain()
_SUITED: Final = _Suited()
_SEVENS: Final = _Sevens()

#: Each card as one number to be added up: the rank's digit below bit 32, four bits per suit above.
_CODE: Final[dict[Card, int]] = {
    card: 5 ** RANKS.index(card.rank) + (1 << 32 + 4 * tuple(Suit).index(card.suit)) for card in DECK
}
_RANK_BITS: Final = (1 << 32) - 1
_ONE_SUIT: Final = frozenset(5 << 4 * suit for suit in range(4))
#: Added to the four suit counts, these carry into bit 3 of every count that is at least 5, or at least 3.
_THREES, _FIVE_OR_MORE = 0x3333, 0x8888
_FIVES, _THREE_OR_MORE = 0x5555, 0x8888
#: Which cards are taken, as indices, in the order of ``combinations``.
_FIVES_OF_SEVEN: Final = tuple(combinations(range(7), 5))
_PAIRS_OF_FOUR: Final = tuple(combinations(range(4), 2))
_TRIPLES_OF_FIVE: Final = tuple(combinations(range(5), 3))


def five(cards: Sequence[Card]) -> int:
    """The strength of five cards.

    >>> full_house = five([Card.SA, Card.HA, Card.DA, Card.S2, Card.H2])
    >>> full_house > five([Card.SA, Card.SK, Card.S9, Card.S4, Card.S2])
    True
    """
    a, b, c, d, e = cards
    return _five(_CODE[a] + _CODE[b] + _CODE[c] + _CODE[d] + _CODE[e])


def _five(total: int) -> int:
    table = _SUITED if total >> 32 in _ONE_SUIT else _PLAIN
    return table[total & _RANK_BITS]


def holdem(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The best five of two cards in hand and five on the board (E-12). The board alone may be best."""
    cards = (*hole, *board)
    codes = [_CODE[card] for card in cards]
    total = sum(codes)
    if (total >> 32) + _THREES & _FIVE_OR_MORE:
        return max(map(_five, map(sum, combinations(codes, 5))))
    return _SEVENS[total & _RANK_BITS]


def holdem_five(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    """The strength that ``holdem`` finds, and the five cards that have it: of equal fives the first."""
    cards = (*hole, *board)
    codes = [_CODE[card] for card in cards]
    total = sum(codes)
    if (total >> 32) + _THREES & _FIVE_OR_MORE:
        made = list(map(_five, map(sum, combinations(codes, 5))))
        best = max(made)
        found = made.index(best)
    else:  # no five are of one suit: only ranks count
        best = _SEVENS[total & _RANK_BITS]
        ranks = [code & _RANK_BITS for code in codes]
        for found, (a, b, c, d, e) in enumerate(combinations(ranks, 5)):  # noqa: B007
            if _PLAIN[a + b + c + d + e] == best:
                break
    return best, tuple([cards[index] for index in _FIVES_OF_SEVEN[found]])


def omaha(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """The best five of exactly two of four cards in hand and exactly three of five on the board (EI-19)."""
    return max(_omaha_ways(hole, board))


def omaha_five(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, tuple[Card, ...]]:
    """The strength that ``omaha`` finds, and the five cards that have it: of equal fives the first."""
    ways = _omaha_ways(hole, board)
    best = max(ways)
    pair, triple = divmod(ways.index(best), len(_TRIPLES_OF_FIVE))
    (a, b), (c, d, e) = _PAIRS_OF_FOUR[pair], _TRIPLES_OF_FIVE[triple]
    return best, (hole[a], hole[b], board[c], board[d], board[e])


def _omaha_ways(hole: Sequence[Card], board: Sequence[Card]) -> list[int]:
    """The strength of each pair of the hand with each triple of the board."""
    held, table = [_CODE[card] for card in hole], [_CODE[card] for card in board]
    if (sum(table) >> 32) + _FIVES & _THREE_OR_MORE:
        pairs = [a + b for a, b in combinations(held, 2)]
        triples = [a + b + c for a, b, c in combinations(table, 3)]
        return [_five(pair + triple) for pair in pairs for triple in triples]
    # Without three cards of a suit on the board nobody has a flush: only ranks count.
    pairs = [a + b & _RANK_BITS for a, b in combinations(held, 2)]
    triples = [a + b + c & _RANK_BITS for a, b, c in combinations(table, 3)]
    return [_PLAIN[pair + triple] for pair in pairs for triple in triples]
