"""The three boards and the two kinds of poker that are played on them."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

from korthus.core.cards import Card


class Board(StrEnum):
    """One of the three boards. ``number`` is its index in every tuple of three."""

    A = "A"
    B = "B"
    C = "C"

    number: int

    def __init__(self, letter: str) -> None:
        self.number = "ABC".index(letter)


class Kind(StrEnum):
    """What is played on a board: Omaha (four cards in hand) or hold'em (two)."""

    PLO = "PLO"
    NLHE = "NLHE"


BOARDS: Final[tuple[Board, ...]] = tuple(Board)

#: Three sets of cards, one per board: what a seat has placed on A, B and C.
Three: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
Counts: TypeAlias = tuple[int, int, int]

NO_CARDS: Final[Three] = ((), (), ())

HAND_SIZE: Final = 8
PLO_SIZE: Final = 4
NLHE_SIZE: Final = 2
FLOP_SIZE: Final = 3
#: The flop, the turn and the river.
BOARD_SIZE: Final = FLOP_SIZE + 2


#: How many cards of a seat end up on A, B and C, by the board that becomes Omaha.
SPLITS: Final[dict[Board, Counts]] = {
    board: (
        PLO_SIZE if board is Board.A else NLHE_SIZE,
        PLO_SIZE if board is Board.B else NLHE_SIZE,
        PLO_SIZE if board is Board.C else NLHE_SIZE,
    )
    for board in BOARDS
}


@cache
def open_splits(plo: Board | None) -> tuple[Counts, ...]:
    """The splits that a placement may still come to: all three as long as no board is Omaha."""
    return tuple(SPLITS.values()) if plo is None else (SPLITS[plo],)


@cache
def room_of(counts: Counts, plo: Board | None) -> Counts:
    """How many cards of a seat may lie on A, B and C in the end, when ``counts`` lie there now.

    >>> room_of((0, 2, 3), None), room_of((0, 0, 0), Board.B)
    ((2, 2, 4), (2, 4, 2))
    """
    fitting = [
        split
        for split in open_splits(plo)
        if all(count <= most for count, most in zip(counts, split, strict=True))
    ]
    a, b, c = (max((split[index] for split in fitting), default=counts[index]) for index in range(3))
    return (a, b, c)


def kind_of(board: Board, plo: Board) -> Kind:
    """The kind of a board, once it is known which one is Omaha."""
    return Kind.PLO if board is plo else Kind.NLHE


def counts_of(three: Three) -> Counts:
    """How many cards lie on A, B and C."""
    return (len(three[0]), len(three[1]), len(three[2]))


def replaced(three: Three, board: Board, cards: tuple[Card, ...]) -> Three:
    """``three`` with other cards on one board."""
    a, b, c = three
    match board:
        case Board.A:
            return (cards, b, c)
        case Board.B:
            return (a, cards, c)
        case Board.C:
            return (a, b, cards)


def omaha_board(three: Three) -> Board | None:
    """The board that has four cards, if one has."""
    for board in BOARDS:
        if len(three[board.number]) == PLO_SIZE:
            return board
    return None


def all_cards(three: Three) -> tuple[Card, ...]:
    """Every card of the three sets."""
    return three[0] + three[1] + three[2]
