"""Poker hands by the million: seven cards, five, and Omaha's two and three, from small tables.

A card is its place in the canonical deck, ``13 * suit + rank`` (0 to 51); a set of cards has one bit per card
in a 64-bit word. Strengths are dense, 0 to 7461; compare them and the larger one wins, as with the strengths
of ``games/eight/evaluate.py``, which ``READABLE[strength]`` gives.

The tables come from the cache folder when this module is imported (``poker_tables.py``). The compiled
functions hold them as constants.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.core.errors import KorthusError
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.eight import poker_tables

Cards = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint16]

_TABLES: Final = poker_tables.load()
_WORDS: Final = _TABLES.words
_SUITS: Final = _TABLES.suits
_SEVEN_OFFSETS: Final = _TABLES.seven_offsets
_SEVENS: Final = _TABLES.sevens
_FIVE_OFFSETS: Final = _TABLES.five_offsets
_ROWS: Final = _TABLES.rows
_FIVES: Final = _TABLES.fives
_PAIRS: Final = _TABLES.pairs
_OMAHA: Final = _TABLES.omaha
_OMAHA_RARE: Final = _TABLES.omaha_rare
_PAIR_ROOM: Final = uint64(poker_tables.PAIR_ROOM)
_COMMON: Final = uint64(poker_tables.COMMON_BOARDS * poker_tables.PAIR_ROOM)
_ROW_BITS: Final = uint64(poker_tables.ROW_BITS)
_NO_CARD_BIT: Final = uint64(60)

#: The strength in ``games/eight/evaluate.py`` of each dense strength.
READABLE: Final = _TABLES.readable
STRENGTHS: Final = len(READABLE)

_LOW: Final = uint64(0xFFFFFFFF)
_SUIT: Final = uint64(0x1FFF)
#: Added to four counts of four bits each, these carry into bit 3 of every count of at least 5, or at least 3.
_FIVE_CARRY: Final = uint64(0x3333 << 32)
_THREE_CARRY: Final = uint64(0x5555 << 32)
_CARRIED: Final = uint64(0x8888 << 32)


class InvalidCards(KorthusError):
    """An array does not hold poker hands; ``code`` says why."""


# -- sums, rows and flushes ------------------------------------------------------------------------


@compiled
def _plain_seven(total: np.uint64) -> int:
    """The strength of seven cards without a flush, from the sum of their keys."""
    # Offsets are taken modulo 2**32.
    return int(np.int64(_SEVENS[(total + uint64(_SEVEN_OFFSETS[total >> _ROW_BITS])) & _LOW]))


@compiled
def _row(total: np.uint64) -> np.uint64:
    """The number of five ranks, from the sum of their keys."""
    return uint64(_ROWS[(total + uint64(_FIVE_OFFSETS[total >> _ROW_BITS])) & _LOW])


@compiled
def _suit_sums(cards: int) -> np.uint64:
    """The entries of ``suits`` for the four suits of a set, added up: at most one suit has a flush."""
    bits = uint64(cards)
    return (
        _SUITS[bits & _SUIT]
        + _SUITS[(bits >> uint64(13)) & _SUIT]
        + _SUITS[(bits >> uint64(26)) & _SUIT]
        + _SUITS[(bits >> uint64(39)) & _SUIT]
    )


@compiled
def strength7(cards: int) -> int:
    """The best five of a set of seven cards."""
    total = _suit_sums(cards)
    flush = total >> uint64(32)
    if flush:  # of seven cards, five in a suit leave no room for a full house or four of a kind
        return int(np.int64(flush))
    return _plain_seven(total)


@compiled
def strength5(cards: int) -> int:
    """The strength of a set of five cards."""
    total = _suit_sums(cards)
    flush = total >> uint64(32)
    if flush:
        return int(np.int64(flush))
    return int(np.int64(_FIVES[_row(total)]))


# -- Omaha -----------------------------------------------------------------------------------------


@compiled
def omaha_row(board: int) -> int:
    """Where the strengths of all hole pairs on a board of five cards begin, flushes apart."""
    return int(np.int64(_row(_suit_sums(board) & _LOW) * _PAIR_ROOM))


@compiled
def omaha_suit(board: int) -> int:
    """The suit of which a board has three cards or more, so that a flush is possible; -1 if there is none."""
    for suit in range(4):
        if count((board >> (13 * suit)) & 0x1FFF) >= 3:
            return suit
    return -1


@compiled
def omaha_plain(row: int, first: int, second: int) -> int:
    """Two hole cards, given by their ranks, with the best three of the board at ``row``, flushes apart."""
    pair = uint64(_PAIRS[(uint64(first) << uint64(4)) | uint64(second)])
    if uint64(row) < _COMMON:
        return int(np.int64(_OMAHA[uint64(row) + pair]))
    return int(np.int64(_OMAHA_RARE[uint64(row) - _COMMON + pair]))


@compiled
def omaha_flush(pair: int, suited: int) -> int:
    """The best flush of two ranks in hand and exactly three of ``suited`` on the board, all of one suit."""
    best = uint64(0)
    three = suited
    while three:  # every subset of the board's ranks
        if count(three) == 3:
            best = max(best, _SUITS[uint64(pair | three)] >> uint64(32))
        three = (three - 1) & suited
    return int(np.int64(best))


@compiled
def omaha_strength(hole: int, board: int) -> int:
    """The best of exactly two of a set of four hole cards with exactly three of a set of five board cards."""
    row = omaha_row(board)
    left = hole
    a = lowest(left)
    left &= left - 1
    b = lowest(left)
    left &= left - 1
    c = lowest(left)
    left &= left - 1
    d = lowest(left)
    best = _best_of_six(row, a % 13, b % 13, c % 13, d % 13)
    suit = omaha_suit(board)
    return best if suit < 0 else max(best, _flush_in(suit, hole, board))


@compiled
def _flush_in(suit: int, hole: int, board: int) -> int:
    """The best flush in a suit of which the board has three cards; 0 where the hole has no two."""
    held = (hole >> (13 * suit)) & 0x1FFF
    suited = (board >> (13 * suit)) & 0x1FFF
    best = 0
    pair = held
    while pair:
        if count(pair) == 2:
            best = max(best, omaha_flush(pair, suited))
        pair = (pair - 1) & held
    return best


@compiled
def _best_of_six(row: int, a: int, b: int, c: int, d: int) -> int:
    """The best hole pair of four ranks on the board at ``row``, flushes apart."""
    return max(
        max(max(omaha_plain(row, a, b), omaha_plain(row, a, c)), omaha_plain(row, a, d)),
        max(max(omaha_plain(row, b, c), omaha_plain(row, b, d)), omaha_plain(row, c, d)),
    )


# -- many hands at once ----------------------------------------------------------------------------

#: The rank of each card.
_RANK: Final = np.array([card % 13 for card in range(52)], dtype=np.int64)
#: No cards yet. A zero with a type: for a literal one, whatever it is given to would be compiled twice.
_NOTHING: Final = np.int64(0)


@compiled
def _sevens(cards: Cards, out: Strengths) -> int:
    """Write the strength of each row of seven cards, up to the first bad row; its place, or -1."""
    for hand in range(len(cards)):
        total = uint64(0)
        found = int(_NOTHING)
        for index in range(7):
            total += _WORDS[cards[hand, index]]
            found |= 1 << (int(cards[hand, index]) & 63)
        if count(found) != 7 or total >> _NO_CARD_BIT:
            return hand
        if (total + _FIVE_CARRY) & _CARRIED:
            out[hand] = strength7(found)
        else:
            out[hand] = _plain_seven(total & _LOW)
    return -1


@compiled
def _omahas(holes: Cards, boards: Cards, out: Strengths) -> int:
    """Write the strength of each row of hole cards, up to the first bad row; its place, or -1."""
    for hand in range(len(holes)):
        total = uint64(0)
        hole_total = uint64(0)
        hole, board = int(_NOTHING), int(_NOTHING)
        for index in range(5):
            total += _WORDS[boards[hand, index]]
            board |= 1 << (int(boards[hand, index]) & 63)
        for index in range(4):
            hole_total += _WORDS[holes[hand, index]]
            hole |= 1 << (int(holes[hand, index]) & 63)
        if count(hole | board) != 9 or (total + hole_total) >> _NO_CARD_BIT:
            return hand
        row = int(np.int64(_row(total & _LOW) * _PAIR_ROOM))
        a, b, c, d = holes[hand, 0], holes[hand, 1], holes[hand, 2], holes[hand, 3]
        best = _best_of_six(row, _RANK[a], _RANK[b], _RANK[c], _RANK[d])
        suited = (total + _THREE_CARRY) & _CARRIED
        if suited:
            best = max(best, _flush_in(lowest(int(np.int64(suited >> uint64(32)))) >> 2, hole, board))
        out[hand] = best
    return -1


def evaluate_seven(cards: npt.ArrayLike) -> Strengths:
    """The best five cards of each row of seven: strengths from 0 to 7461.

    >>> evaluate_seven([[12, 11, 10, 9, 8, 0, 13]]).tolist()  # a royal flush in clubs
    [7461]

    Raises:
        InvalidCards: ``BAD_SHAPE``, ``BAD_TYPE``, ``UNKNOWN_CARD`` or ``DUPLICATE``.
    """
    given = _as_cards(cards, 7)
    out = np.empty(len(given), dtype=np.uint16)
    bad = _sevens(given, out)
    if bad >= 0:
        raise _bad_row(bad, given[bad].tolist())
    return out


def evaluate_omaha(holes: npt.ArrayLike, boards: npt.ArrayLike) -> Strengths:
    """The best of exactly two of each row's four hole cards with exactly three of its five board cards.

    Raises:
        InvalidCards: ``BAD_SHAPE``, ``BAD_TYPE``, ``UNKNOWN_CARD`` or ``DUPLICATE``.
    """
    hole, board = _as_cards(holes, 4), _as_cards(boards, 5)
    if len(hole) != len(board):
        raise InvalidCards(
            "BAD_SHAPE",
            "There must be as many boards as hands; these are {hands} hands and {boards} boards.",
            hands=len(hole),
            boards=len(board),
        )
    out = np.empty(len(hole), dtype=np.uint16)
    bad = _omahas(hole, board, out)
    if bad >= 0:
        raise _bad_row(bad, hole[bad].tolist() + board[bad].tolist())
    return out


def _as_cards(cards: npt.ArrayLike, width: int) -> Cards:
    """An array of rows of ``width`` numbers from 0 to 255, ready for compiled code."""
    try:
        given: npt.NDArray[Any] = np.asarray(cards)
    except ValueError:  # rows of different lengths
        raise InvalidCards("BAD_SHAPE", "Cards come in rows of {width}.", width=width) from None
    if given.ndim != 2 or given.shape[1] != width:
        raise InvalidCards("BAD_SHAPE", "Cards come in rows of {width}.", width=width)
    if given.dtype.kind not in "iu":
        raise InvalidCards("BAD_TYPE", "Cards are whole numbers from 0 to 51.")
    if given.dtype != np.uint8:
        unknown = np.flatnonzero(((given < 0) | (given > 51)).any(axis=1))
        if len(unknown):
            raise _bad_row(int(unknown[0]), given[unknown[0]].tolist())
    return np.require(given, np.uint8, ["C", "W"])


def _bad_row(row: int, cards: list[int]) -> InvalidCards:
    for card in cards:
        if not 0 <= card < 52:
            return InvalidCards("UNKNOWN_CARD", "Row {row}: {card} is no card.", row=row, card=card)
    twice = next(card for card in cards if cards.count(card) > 1)
    return InvalidCards("DUPLICATE", "Row {row}: card {card} is there twice.", row=row, card=twice)
