"""What every placement of a hand is worth: how often each of its 27 outcomes comes up in sampled worlds.

A world is a hand of the opponent, placed the way a good player places it (``policy``), and a run-out.
All placements meet the same worlds, and every world is drawn anew, so that standard errors are those of
independent samples.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.bots.eight.policy import Ints, Worths, best_split
from korthus.games.eight.boards import HAND_SIZE
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.eight.layout import SPLITS_OF_BOARD, UNKNOWN
from korthus.kernels.eight.placements import SET_OF, SPLIT, Outcomes, Ranks, outcomes, rank_sets
from korthus.kernels.eight.poker import omaha_strength, strength7
from korthus.kernels.rng import Stream, below

#: By split and outcome: how many worlds.
Histogram = npt.NDArray[np.uint32]

OUTCOMES: Final = 27
#: In pots: how much worse than their best board a starter's choice of the Omaha board may well be. Nobody
#: plays exactly by our tables, so a hand that suits another board better only becomes less likely: with each
#: such part of a pot by a factor of e (``bench/constants.py``: eight.slack).
_SLACK: Final = 0.04
#: Draws of an opponent's hand that does not fit their choice, before one is taken as it is. Of evenly
#: dealt hands 70 % fit: where all is hidden, thirty never fail in a row (eight.slack of the same bench).
_PATIENCE: Final = 30
#: The opponent's ``answers``: a split for each Omaha board, the board they would choose, and what they
#: expect of each in millionths of a pot.
_CHOICE, _PROMISE, ANSWERS = 3, 4, 7
_MILLION: Final = 1_000_000.0


class Opponent(NamedTuple):
    """What is known of the opponent, and how they place."""

    #: Their cards that I see: four sets, those on A, B and C, and those in their hand.
    theirs: Ints
    #: The Omaha board, or ``UNKNOWN``.
    plo: int
    #: Whether they have placed already, and chose the Omaha board; they answer otherwise.
    they_chose: bool
    #: By card: its number in the pool of ``policy``.
    number: Ints
    worth: Worths
    worth_four: Worths
    #: What a sweep adds for them, and what it costs them, in pots.
    stakes: npt.NDArray[np.float64]


class Space(NamedTuple):
    """Space to work in."""

    work: Ints
    fixed: Ints
    boards: Ints
    answers: Ints
    my_ranks: Ranks
    their_ranks: Ranks
    marks: Outcomes
    out: Outcomes


@compiled
def _run_out(unseen: Ints, missing: int, flops: Ints, rng: Stream, boards: Ints) -> None:
    """Draw turn and river of each board from what is left after the opponent's ``missing`` cards."""
    _draw(unseen, missing, 6, rng)
    for board in range(3):
        turn, river = unseen[missing + 2 * board], unseen[missing + 2 * board + 1]
        boards[board] = flops[board] | 1 << turn | 1 << river


@compiled
def _meet(their_hand: int, chosen: int, space: Space, found: Histogram, drawn: Ints) -> None:
    """Count what each of my splits comes to in one world."""
    answers, their_ranks, out = space.answers, space.their_ranks, space.out
    start, end = (0, 3) if chosen == UNKNOWN else (chosen, chosen + 1)
    for board_of_four in range(start, end):
        _rank_answer(their_hand, int(answers[board_of_four]), board_of_four, space.boards, their_ranks)
        drawn[board_of_four] += 1
    outcomes(space.my_ranks, their_ranks, answers, chosen, space.marks, out)
    for split in range(start * SPLITS_OF_BOARD, end * SPLITS_OF_BOARD):
        found[split, out[split]] += np.uint32(1)


@compiled
def judge(
    worlds: int,
    hand: int,
    flops: Ints,
    unseen: Ints,
    opponent: Opponent,
    rng: Stream,
    space: Space,
    found: Histogram,
    drawn: Ints,
) -> None:
    """Meet ``worlds`` more worlds and add their outcomes to ``found``.

    Args:
        hand: the set of all my eight cards.
        flops: the three sets of cards on the boards.
        unseen: the cards that may be anywhere; its order changes.
        drawn: by Omaha board: how many worlds its splits have met.
    """
    theirs = opponent.theirs
    missing = HAND_SIZE - count(theirs[0] | theirs[1] | theirs[2] | theirs[3])
    for _ in range(worlds):
        their_hand, chosen = _place_theirs(unseen, missing, opponent, rng, space)
        _run_out(unseen, missing, flops, rng, space.boards)
        rank_sets(hand, space.boards, space.my_ranks)
        _meet(their_hand, chosen, space, found, drawn)


@compiled
def _place_theirs(
    unseen: Ints, missing: int, opponent: Opponent, rng: Stream, space: Space
) -> tuple[int, int]:
    """Draw a hand for the opponent and write how they place it; the hand, and the Omaha board if set.

    A hand of which they would hardly have made this choice of a board is drawn again.
    """
    theirs, plo, answers = opponent.theirs, opponent.plo, space.answers
    hand = 0
    for _ in range(_PATIENCE):
        _draw(unseen, 0, missing, rng)
        hand = theirs[0] | theirs[1] | theirs[2] | theirs[3]
        for index in range(missing):
            hand |= 1 << unseen[index]
        _sort_hand(hand, theirs, opponent.number, space.work, space.fixed)
        if not opponent.they_chose or missing == 0:
            _answer(plo, opponent, space)
            return hand, plo
        _answer(UNKNOWN, opponent, space)
        if plo == UNKNOWN:
            return hand, int(answers[_CHOICE])
        regret = (answers[_PROMISE + answers[_CHOICE]] - answers[_PROMISE + plo]) / _MILLION
        if _fraction(rng) < math.exp(-regret / _SLACK):
            break
    return hand, plo


@compiled
def _fraction(rng: Stream) -> float:
    """A number from 0 to 1."""
    return float(below(rng, 1 << 30)) / (1 << 30)


@compiled
def _draw(cards: Ints, start: int, many: int, rng: Stream) -> None:
    """Shuffle ``many`` cards to the indices from ``start`` on."""
    for index in range(start, start + many):
        other = index + int(below(rng, len(cards) - index))
        cards[index], cards[other] = cards[other], cards[index]


@compiled
def _sort_hand(hand: int, theirs: Ints, number: Ints, work: Ints, fixed: Ints) -> None:
    """Write the hand's numbers, and which of its places lie on a board."""
    fixed[0] = fixed[1] = fixed[2] = 0
    for index in range(HAND_SIZE):
        card = hand & -hand
        hand ^= card
        work[0, index] = number[lowest(card)]
        for board in range(3):
            if theirs[board] & card:
                fixed[board] |= 1 << index


@compiled
def _answer(plo: int, opponent: Opponent, space: Space) -> None:
    """Write the best split for one Omaha board, or for each, and which of these boards is the best."""
    fixed, answers = space.fixed, space.answers
    answers[_CHOICE] = 0
    for board in range(3):
        if plo != UNKNOWN and plo != board:
            continue
        split, value = _best_split(board, opponent, space)
        if split < 0:  # EI-3: what lies there does not fit this Omaha board, and some of it goes back
            a, b, c = fixed[0], fixed[1], fixed[2]
            fixed[0] = fixed[1] = fixed[2] = 0
            split, value = _best_split(board, opponent, space)
            fixed[0], fixed[1], fixed[2] = a, b, c
        answers[board] = split
        answers[_PROMISE + board] = int(value * _MILLION)
        if board and answers[_PROMISE + board] > answers[_PROMISE + answers[_CHOICE]]:
            answers[_CHOICE] = board


@compiled
def _best_split(board: int, opponent: Opponent, space: Space) -> tuple[int, float]:
    worth, worth_four = opponent.worth, opponent.worth_four
    return best_split(space.work, board, worth, worth_four, opponent.stakes, space.fixed)


@compiled
def _rank_answer(hand: int, split: int, plo: int, boards: Ints, ranks: Ranks) -> None:
    """Rank the three sets of a split, and nothing else."""
    a, b = int(SPLIT[split, 0]), int(SPLIT[split, 1])
    in_a = in_b = in_c = 0
    left = hand
    for index in range(HAND_SIZE):
        card = left & -left
        left ^= card
        if (a >> index) & 1:
            in_a |= card
        elif (b >> index) & 1:
            in_b |= card
        else:
            in_c |= card
    for board in range(3):
        cards = in_a if board == 0 else in_b if board == 1 else in_c
        if board == plo:
            ranks[board, SET_OF[split, board]] = omaha_strength(cards, boards[board])
        else:
            ranks[board, SET_OF[split, board]] = strength7(cards | boards[board])
