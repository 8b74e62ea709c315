"""All placements of eight cards at once: each pair and each four is ranked once, then only looked up.

A hand of eight has 28 pairs and 70 fours. On a full board a pair plays hold'em and a four Omaha, whose best
hand is that of one of its six pairs; so 28 looks for hold'em and 28 for Omaha rank everything a seat can do
with a board, and every one of the 1,260 splits is three of these ranks.

    rank_sets(hand, boards, mine)               my sets on three full boards
    rank_sets(their_hand, boards, theirs)       the opponent's
    outcomes(mine, theirs, answers, plo, ...)   who wins what with each of my splits

An *outcome* is a number from 0 to 26, one digit to base 3 for each of the boards A, B and C: 0 lost, 1
shared, 2 won. What each is worth in chips, sweep and odd chips included, tells ``eight_play.outcome_chips``.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.games.eight.boards import HAND_SIZE
from korthus.games.eight.legal import PATTERNS, sets_of
from korthus.kernels.bits import lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.eight.layout import SPLITS_OF_BOARD, UNKNOWN, Packed
from korthus.kernels.eight.poker import omaha_flush, omaha_plain, omaha_row, omaha_suit, strength7

#: By board: the ranks of 28 pairs in hold'em, of 70 fours in Omaha, and of 28 pairs in Omaha.
Ranks = npt.NDArray[np.uint16]
Outcomes = npt.NDArray[np.uint8]

PAIRS: Final = 28
FOURS: Final = 70
#: The sets that a split may name: pairs, then fours, as in ``games/eight/legal.py``.
SETS: Final = PAIRS + FOURS
#: The shape of ``Ranks``.
RANKS: Final = (3, SETS + PAIRS)

_PLACES: Final = tuple(range(HAND_SIZE))
_ALL_SETS: Final = sets_of(_PLACES)

#: By split and board: the number of the set that goes there.
SET_OF: Final = np.array(PATTERNS[None], dtype=np.uint8)
#: By split and board: the same as eight bits, the lowest for the first card of the hand.
SPLIT: Final = np.array(
    [[sum(1 << index for index in _ALL_SETS[number]) for number in split] for split in PATTERNS[None]],
    dtype=np.uint8,
)
#: By four: its six pairs.
PAIRS_OF: Final = np.array(
    [[_ALL_SETS.index(pair) for pair in combinations(four, 2)] for four in _ALL_SETS[PAIRS:]], dtype=np.uint8
)


@compiled
def rank_sets(hand: int, boards: Packed, ranks: Ranks) -> None:
    """Rank every pair and every four of a set of eight cards on three boards, each a set of five."""
    for board in range(3):
        _rank_pairs(hand, boards[board], ranks[board])
        for four in range(FOURS):
            best = ranks[board, SETS + PAIRS_OF[four, 0]]
            for index in range(1, 6):
                best = max(best, ranks[board, SETS + PAIRS_OF[four, index]])
            ranks[board, PAIRS + four] = best


@compiled
def _rank_pairs(hand: int, board: int, ranks: npt.NDArray[np.uint16]) -> None:
    """Both ranks of every pair on one board, in the order of ``combinations``."""
    row = omaha_row(board)
    suit = omaha_suit(board)
    suited = (board >> (13 * suit)) & 0x1FFF if suit >= 0 else 0
    pair = 0
    left = hand
    while left:
        first = left & -left
        left ^= first
        one = lowest(first)
        rest = left
        while rest:
            second = rest & -rest
            rest ^= second
            other = lowest(second)
            ranks[pair] = strength7(board | first | second)
            best = omaha_plain(row, one % 13, other % 13)
            if one // 13 == suit and other // 13 == suit:
                best = max(best, omaha_flush((first | second) >> (13 * suit), suited))
            ranks[SETS + pair] = best
            pair += 1


@compiled
def outcomes(mine: Ranks, theirs: Ranks, answers: Packed, plo: int, marks: Outcomes, out: Outcomes) -> None:
    """Write the outcome of each of my splits against the opponent's.

    Args:
        answers: the opponent's split for each Omaha board, because that depends on mine.
        plo: the Omaha board if it is settled; only its 420 splits are written then. ``UNKNOWN``: all 1,260.
        marks: room to work in, of shape (3, ``SETS``).
        out: by split.
    """
    for board_of_four in range(3):
        if plo != UNKNOWN and plo != board_of_four:
            continue
        weight = 9
        for board in range(3):
            target = theirs[board, SET_OF[answers[board_of_four], board]]
            start, end = (PAIRS, SETS) if board == board_of_four else (0, PAIRS)
            for number in range(start, end):
                rank = mine[board, number]
                marks[board, number] = weight * (int(rank > target) + int(rank >= target))
            weight //= 3
        start = SPLITS_OF_BOARD * board_of_four
        for split in range(start, start + SPLITS_OF_BOARD):
            a, b, c = SET_OF[split, 0], SET_OF[split, 1], SET_OF[split, 2]
            out[split] = marks[0, a] + marks[1, b] + marks[2, c]
