"""The three boards and the two kinds of poker that are played on them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from korthus.core.cards import Card


class Board(StrEnum):
    """One of the three boards. ``place`` is its index in every tuple of three."""

    A = "A"
    B = "B"
    C = "C"

    place: int

    def __init__(self, letter: str) -> None:
        self.place = "ABC".index(letter)


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
        if len(three[board.place]) == PLO_SIZE:
            return board
    return None


def all_cards(three: Three) -> tuple[Card, ...]:
    """Every card of the three sets."""
    return three[0] + three[1] + three[2]
