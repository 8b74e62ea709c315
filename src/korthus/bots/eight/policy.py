"""How a good player places: tables of what two or four cards are worth on three flops, and the best split.

Nobody plays a hand of eight against random cards. So the tables are learnt in passes: rivals place their
hands, first anyhow and then by the tables of the pass before; on ``RUNS`` run-outs every pair and every four
is compared with what the rivals have there. The tables know the three flops and nothing else, least of all
a seat's own cards, because the player they stand for does not see those.

    pool        the 43 cards that are on no flop, ascending; a *number* is an index of it
    pair, four  numbers of the cards in ascending order, counted by the highest card first
    full        by board and run-out: the set of five cards
    blocked     by board and number: one bit for each run-out that has the card
    worth       by Omaha board, board and pair: the part of the rivals' sets that the pair beats
    worth_four  by Omaha board and four: the same for four cards on that board

A *share* is written as 0 to 254 in a byte, and 255 where a card is in the run-out itself.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint8

from korthus.games.eight.boards import HAND_SIZE
from korthus.games.eight.legal import sets_of
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.eight.layout import SPLITS_OF_BOARD
from korthus.kernels.eight.placements import FOURS, PAIRS, SET_OF, SPLIT
from korthus.kernels.eight.poker import STRENGTHS, omaha_flush, omaha_plain, omaha_row, omaha_suit, strength7
from korthus.kernels.rng import Stream, below

Ints = npt.NDArray[np.int64]
Ranks = npt.NDArray[np.uint16]
Shares = npt.NDArray[np.uint8]
Worths = npt.NDArray[np.float32]

POOL: Final = 43
POOL_PAIRS: Final = comb(POOL, 2)
POOL_FOURS: Final = comb(POOL, 4)
#: Run-outs of a table: the bits of one word.
RUNS: Final = 64
#: Rivals' placements for each Omaha board (``bench/constants.py``: eight.rivals).
RIVALS: Final = 160
#: A share of a board in a byte: that of a whole board, and the sign for cards that are in the run-out.
_TOP: Final = 254
_BLOCKED: Final = 255

_SETS: Final = sets_of(tuple(range(HAND_SIZE)))
#: The indices in a hand of each pair and each four of it.
_PAIR: Final = np.array(_SETS[:PAIRS], dtype=np.int64)
_FOUR: Final = np.array(_SETS[PAIRS:], dtype=np.int64)
#: The indices in four cards of their six pairs.
_SIX: Final = np.array(list(combinations(range(4), 2)), dtype=np.int64)
_CHOOSE: Final = np.array([[comb(n, k) for k in range(5)] for n in range(POOL + 1)], dtype=np.int64)


@compiled
def pair_number(low: int, high: int) -> int:
    """The number of two cards among all pairs of the pool."""
    return _CHOOSE[high, 2] + low


@compiled
def _four_number(a: int, b: int, c: int, d: int) -> int:
    return _CHOOSE[d, 4] + _CHOOSE[c, 3] + _CHOOSE[b, 2] + a


# -- run-outs and ranks ----------------------------------------------------------------------------


@compiled
def draw_runs(pool: Ints, flops: Ints, rng: Stream, full: Ints, blocked: Ints) -> None:
    """Draw turn and river for every board and run-out."""
    for board in range(3):
        for card in range(POOL):
            blocked[board, card] = 0
        for run in range(RUNS):
            turn = int(below(rng, POOL))
            river = int(below(rng, POOL - 1))
            river += int(river >= turn)
            full[board, run] = flops[board] | 1 << pool[turn] | 1 << pool[river]
            blocked[board, turn] |= 1 << run
            blocked[board, river] |= 1 << run


@compiled
def rank_pool(pool: Ints, full: Ints, holdem: Ranks, omaha: Ranks) -> None:
    """Rank every pair of the pool in hold'em and in Omaha, by board and run-out."""
    for board in range(3):
        for run in range(RUNS):
            cards = full[board, run]
            row = omaha_row(cards)
            suit = omaha_suit(cards)
            suited = (cards >> (13 * suit)) & 0x1FFF if suit >= 0 else 0
            pair = 0
            for high in range(POOL):
                two = pool[high]
                for low in range(high):
                    one = pool[low]
                    both = 1 << one | 1 << two
                    if not cards & both:
                        holdem[board, run, pair] = strength7(cards | both)
                        best = omaha_plain(row, one % 13, two % 13)
                        if one // 13 == suit and two // 13 == suit:
                            best = max(best, omaha_flush(both >> (13 * suit), suited))
                        omaha[board, run, pair] = best
                    pair += 1


# -- choosing a split ------------------------------------------------------------------------------


@compiled
def best_split(
    hand: Ints, plo: int, worth: Worths, worth_four: Worths, stakes: npt.NDArray[np.float64], fixed: Ints
) -> tuple[int, float]:
    """The split of a hand with four cards on ``plo`` that promises most, and its promise in pots.

    Boards are taken to fall independently of each other, so that a sweep is their product.

    Args:
        hand: eight numbers, ascending; its rows 1 to 3 are room to work in (shape (4, ``SETS``)).
        stakes: what a sweep adds, and what being swept costs, in pots.
        fixed: by board, eight bits: indices of the hand's cards that lie there already.
    """
    for board in range(3):
        if board == plo:
            for four in range(FOURS):
                a, b = hand[0, _FOUR[four, 0]], hand[0, _FOUR[four, 1]]
                c, d = hand[0, _FOUR[four, 2]], hand[0, _FOUR[four, 3]]
                hand[1 + board, PAIRS + four] = _fixed_point(worth_four[plo, _four_number(a, b, c, d)])
        else:
            for pair in range(PAIRS):
                a, b = hand[0, _PAIR[pair, 0]], hand[0, _PAIR[pair, 1]]
                hand[1 + board, pair] = _fixed_point(worth[plo, board, pair_number(a, b)])
    best, found = -9.0, -1
    any_fixed = fixed[0] | fixed[1] | fixed[2]
    for split in range(plo * SPLITS_OF_BOARD, (plo + 1) * SPLITS_OF_BOARD):
        if any_fixed and (
            fixed[0] & ~int(SPLIT[split, 0])
            or fixed[1] & ~int(SPLIT[split, 1])
            or fixed[2] & ~int(SPLIT[split, 2])
        ):
            continue
        a = hand[1, SET_OF[split, 0]] * _UNIT
        b = hand[2, SET_OF[split, 1]] * _UNIT
        c = hand[3, SET_OF[split, 2]] * _UNIT
        value = (a + b + c) / 3 + stakes[0] * a * b * c - stakes[1] * (1 - a) * (1 - b) * (1 - c)
        if value > best:
            best, found = value, split
    return found, best


_POINTS: Final = 1 << 20
_UNIT: Final = 1 / _POINTS


@compiled
def _fixed_point(share: float) -> int:
    return int(share * _POINTS)


# -- rivals ----------------------------------------------------------------------------------------


@compiled
def draw_hand(deck: Ints, hand: Ints, rng: Stream) -> None:
    """Eight numbers out of a shuffled ``deck`` of them, ascending; the deck is shuffled a little more."""
    bits = 0
    for index in range(HAND_SIZE):
        other = index + int(below(rng, len(deck) - index))
        deck[index], deck[other] = deck[other], deck[index]
        bits |= 1 << deck[index]
    for index in range(HAND_SIZE):
        hand[0, index] = lowest(bits)
        bits &= bits - 1


@compiled
def random_rivals(deck: Ints, hand: Ints, rng: Stream, rivals: Ints) -> None:
    """Rivals who place anyhow."""
    for plo in range(3):
        for rival in range(RIVALS):
            draw_hand(deck, hand, rng)
            split = plo * SPLITS_OF_BOARD + int(below(rng, SPLITS_OF_BOARD))
            _note_rival(hand, split, plo, rival, rivals)


@compiled
def good_rivals(
    deck: Ints,
    hand: Ints,
    choosing: bool,
    worth: Worths,
    worth_four: Worths,
    stakes: npt.NDArray[np.float64],
    none: Ints,
    rng: Stream,
    rivals: Ints,
    seen: Ints,
) -> None:
    """Rivals who place by tables; with ``choosing`` they also choose the Omaha board.

    A board that hardly anybody chooses is filled up with hands that had to play it.
    """
    for plo in range(3):
        seen[plo] = 0
    tries = 0
    while choosing and tries < 4 * RIVALS and min(seen[0], seen[1], seen[2]) < RIVALS:
        tries += 1
        draw_hand(deck, hand, rng)
        chosen, top, split = 0, -9.0, 0
        for plo in range(3):
            found, value = best_split(hand, plo, worth, worth_four, stakes, none)
            if value > top:
                chosen, top, split = plo, value, found
        if seen[chosen] < RIVALS:
            _note_rival(hand, split, chosen, seen[chosen], rivals)
            seen[chosen] += 1
    for plo in range(3):
        for rival in range(seen[plo], RIVALS):
            draw_hand(deck, hand, rng)
            found, _ = best_split(hand, plo, worth, worth_four, stakes, none)
            _note_rival(hand, found, plo, rival, rivals)


@compiled
def _note_rival(hand: Ints, split: int, plo: int, rival: int, rivals: Ints) -> None:
    """Write the numbers of a rival's cards: of board A in rows 0 to 3, then B, then C."""
    for board in range(3):
        bits = int(SPLIT[split, board])
        index = 0
        while bits:
            rivals[plo, rival, 4 * board + index] = hand[0, lowest(bits)]
            bits &= bits - 1
            index += 1


# -- learning --------------------------------------------------------------------------------------


@compiled
def learn(
    rivals: Ints,
    blocked: Ints,
    holdem: Ranks,
    omaha: Ranks,
    counts: Ints,
    shares: Shares,
    sums: Ints,
    worth: Worths,
    worth_four: Worths,
) -> None:
    """Write the tables: which part of the rivals' sets every pair and every four beats.

    Args:
        counts, shares, sums: room to work in: by strength (two arrays in ``shares`` by pair and run-out), and
            by pair.
    """
    for plo in range(3):
        for board in range(3):
            for pair in range(POOL_PAIRS):
                sums[0, pair] = sums[1, pair] = 0
            for run in range(RUNS):
                _rank_rivals(rivals, plo, board, run, blocked, holdem, omaha, counts)
                if board == plo:
                    _share_omaha(board, run, blocked, omaha, counts, shares)
                else:
                    _share_holdem(board, run, blocked, holdem, counts, sums)
            if board != plo:
                for pair in range(POOL_PAIRS):
                    worth[plo, board, pair] = sums[0, pair] / (_TOP * max(sums[1, pair], 1))
        _share_fours(blocked, shares, plo, worth_four)


@compiled
def _rank_rivals(
    rivals: Ints, plo: int, board: int, run: int, blocked: Ints, holdem: Ranks, omaha: Ranks, counts: Ints
) -> None:
    """Turn ``counts`` into the share of rivals that a strength beats, ties half."""
    for rank in range(STRENGTHS):
        counts[rank] = 0
    cards = 4 if board == plo else 2
    number = 0
    for rival in range(RIVALS):
        out = 0
        for index in range(4 * board, 4 * board + cards):
            out |= blocked[board, rivals[plo, rival, index]]
        if (out >> run) & 1:
            continue
        number += 1
        best = 0
        for six in range(6 if cards == 4 else 1):
            low = rivals[plo, rival, 4 * board + _SIX[six, 0]]
            high = rivals[plo, rival, 4 * board + _SIX[six, 1]]
            pair = pair_number(low, high)
            best = max(best, int(omaha[board, run, pair] if cards == 4 else holdem[board, run, pair]))
        counts[best] += 1
    beaten = 0
    for rank in range(STRENGTHS):
        equal = counts[rank]
        counts[rank] = (2 * beaten + equal) * _TOP // (2 * max(number, 1))
        beaten += equal


@compiled
def _share_holdem(board: int, run: int, blocked: Ints, holdem: Ranks, counts: Ints, sums: Ints) -> None:
    pair = 0
    for high in range(POOL):
        for low in range(high):
            if not ((blocked[board, high] | blocked[board, low]) >> run) & 1:
                sums[0, pair] += counts[holdem[board, run, pair]]
                sums[1, pair] += 1
            pair += 1


@compiled
def _share_omaha(board: int, run: int, blocked: Ints, omaha: Ranks, counts: Ints, shares: Shares) -> None:
    pair = 0
    for high in range(POOL):
        for low in range(high):
            out = ((blocked[board, high] | blocked[board, low]) >> run) & 1
            shares[pair, run] = _BLOCKED if out else counts[omaha[board, run, pair]]
            pair += 1


@compiled
def _share_fours(blocked: Ints, shares: Shares, plo: int, worth_four: Worths) -> None:
    """Four cards play their best pair; run-outs with one of the four are left out."""
    four = 0
    for d in range(3, POOL):
        for c in range(2, d):
            cd = pair_number(c, d)
            for b in range(1, c):
                bc, bd = pair_number(b, c), pair_number(b, d)
                for a in range(b):
                    ab, ac, ad = pair_number(a, b), pair_number(a, c), pair_number(a, d)
                    total = 0
                    for run in range(RUNS):
                        first = max(uint8(shares[ab, run]), uint8(shares[ac, run]))
                        second = max(uint8(shares[ad, run]), uint8(shares[bc, run]))
                        third = max(uint8(shares[bd, run]), uint8(shares[cd, run]))
                        total += int(max(max(first, second), third))
                    out = count(blocked[plo, a] | blocked[plo, b] | blocked[plo, c] | blocked[plo, d])
                    worth_four[plo, four] = (total - _BLOCKED * out) / (_TOP * (RUNS - out))
                    four += 1


# -- rules of thumb --------------------------------------------------------------------------------


@compiled
def thumb_fours(pairs: npt.NDArray[np.float64], second: float, worth_four: Worths) -> None:
    """What four cards are worth by rules of thumb: mostly their best pair, and a little the second best.

    Args:
        pairs: by board and pair: what a pair is worth in Omaha.
        second: the part that the second best pair has.
    """
    for plo in range(3):
        four = 0
        for d in range(3, POOL):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        best = next_best = 0.0
                        for six in range(6):
                            low = a if _SIX[six, 0] == 0 else b if _SIX[six, 0] == 1 else c
                            high = b if _SIX[six, 1] == 1 else c if _SIX[six, 1] == 2 else d
                            value = pairs[plo, pair_number(low, high)]
                            next_best = max(next_best, min(best, value))
                            best = max(best, value)
                        worth_four[plo, four] = (1 - second) * best + second * next_best
                        four += 1
