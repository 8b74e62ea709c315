"""The plain way to place: the chance to win each board against any cards, squared, and added up.

It models nobody: the other holds any cards, placed in any way. Squares make it prefer two boards that are
nearly won to three that are even. So it is a fair rival for players that do model theirs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from korthus.bots.eight.plans import own_cards, plans
from korthus.core.cards import ORDER, Card, in_order
from korthus.games.eight.actions import Place
from korthus.games.eight.legal import sets_of
from korthus.games.eight.view import EightView
from korthus.kernels.compiled import compiled
from korthus.kernels.eight.placements import PAIRS, PAIRS_OF, RANKS, SETS, rank_sets
from korthus.kernels.eight.poker import omaha_strength, strength7
from korthus.kernels.rng import Stream, below, stream

_Ints = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]

#: Cards that a world takes: turn and river of each board, and four of the other's cards at each.
_DRAWN = 18


@compiled
def _meet(
    worlds: int,
    hand: int,
    flops: _Ints,
    unseen: _Ints,
    rng: Stream,
    boards: _Ints,
    ranks: npt.NDArray[np.uint16],
    won: _Floats,
    any_two: bool,
) -> None:
    """Add, by board and set of my cards, the boards that it wins in ``worlds`` worlds; a shared one is half.

    Args:
        any_two: whether a four is taken to play its best pair as in hold'em, where one card will do.
    """
    for _ in range(worlds):
        for index in range(_DRAWN):
            other = index + int(below(rng, len(unseen) - index))
            unseen[index], unseen[other] = unseen[other], unseen[index]
        for board in range(3):
            boards[board] = flops[board] | 1 << unseen[2 * board] | 1 << unseen[2 * board + 1]
        rank_sets(hand, boards, ranks)
        for board in range(3):
            first = 6 + 4 * board
            two = 1 << unseen[first] | 1 << unseen[first + 1]
            four = two | 1 << unseen[first + 2] | 1 << unseen[first + 3]
            in_holdem, in_omaha = strength7(two | boards[board]), omaha_strength(four, boards[board])
            if any_two:
                in_omaha = _as_holdem(four, boards[board])
                for number in range(PAIRS, SETS):
                    best = ranks[board, PAIRS_OF[number - PAIRS, 0]]
                    for pair in range(1, 6):
                        best = max(best, ranks[board, PAIRS_OF[number - PAIRS, pair]])
                    ranks[board, number] = best
            for number in range(SETS):
                theirs = in_holdem if number < PAIRS else in_omaha
                mine = ranks[board, number]
                won[board, number] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


@compiled
def _as_holdem(four: int, board: int) -> int:
    """The rank of the best pair of four cards, if one could play it as in hold'em."""
    best = 0
    left = four
    while left:
        first = left & -left
        left ^= first
        rest = left
        while rest:
            second = rest & -rest
            rest ^= second
            best = max(best, int(strength7(first | second | board)))
    return best


def _set(cards: tuple[Card, ...]) -> int:
    return sum(1 << ORDER[card] for card in cards)


def equities(
    view: EightView, worlds: int, seed: int, *, any_two: bool = False
) -> dict[tuple[Card, ...], tuple[float, ...]]:
    """How often each pair and each four of the seat's cards wins on each board, against any cards.

    Args:
        any_two: as if a four in Omaha could play any two, one or none of its cards.
    """
    seat, cards, _ = own_cards(view)
    seen = [*cards, *(card for board in view.boards for card in board), *view.shown[1 - seat]]
    seen += [card for there in view.placed[1 - seat] or () for card in there]
    gone = {ORDER[card] for card in seen}
    won = np.zeros((3, SETS))
    _meet(
        worlds,
        _set(cards),
        np.array([_set(board[:3]) for board in view.boards], dtype=np.int64),
        np.array([card for card in range(52) if card not in gone], dtype=np.int64),
        stream(seed),
        np.zeros(3, dtype=np.int64),
        np.zeros(RANKS, dtype=np.uint16),
        won,
        any_two,
    )
    parts = (won / worlds).T.tolist()
    return {each: tuple(part) for each, part in zip(sets_of(in_order(cards)), parts, strict=True)}


def beginners_plan(view: EightView, worlds: int, seed: int) -> Place:
    """The placement with the most boards won on average, by somebody who forgets what Omaha asks for."""
    chance = equities(view, worlds, seed, any_two=True)

    def worth(plan: Place) -> float:
        return sum(chance[in_order(there)][board] for board, there in enumerate(plan.boards))

    return max(plans(view), key=worth)


def best_plan(view: EightView, worlds: int, seed: int) -> Place:
    """The placement whose squared chances add up to most, among those that can still be made."""
    chance = equities(view, worlds, seed)

    def worth(plan: Place) -> float:
        return sum(chance[in_order(there)][board] ** 2 for board, there in enumerate(plan.boards))

    return max(plans(view), key=worth)
