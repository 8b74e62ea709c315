"""What comes about in a session, under the names of the source document on the wire.

``player`` and ``to`` are seats. Cards that only one seat may see are left out (None) of the public event, and
a second event for that seat alone has them (EI-6).
"""

from __future__ import annotations

from typing import Literal

from korthus.core.cards import Card
from korthus.core.protocol import Event, Foreseen
from korthus.games.eight.boards import Board, Counts, Kind, Three
from korthus.games.eight.evaluate import HandName


class _OfPlayer(Event, frozen=True, kw_only=True):
    """Something that concerns a seat."""

    player: int


class _ByPlayer(Foreseen, frozen=True, kw_only=True):
    """Something that a seat did, and that it could tell beforehand."""

    player: int


class HandStarted(Event, frozen=True, kw_only=True, tag="HAND_STARTED"):
    """A hand begins and both antes are in the pot."""

    dealer: int
    number: int
    ante: int
    pot: int
    #: What each seat has beside the pot now.
    bankrolls: tuple[int, int]
    #: The splits that a placement may come to.
    splits: tuple[Counts, ...]


class CardsDealt(Event, frozen=True, kw_only=True, tag="CARDS_DEALT"):
    """A seat has its eight cards."""

    to: int
    count: int
    cards: tuple[Card, ...] | None = None


class FlopDealt(Event, frozen=True, kw_only=True, tag="FLOP_DEALT"):
    """Three cards lie face up on a board."""

    board: Board
    cards: tuple[Card, ...]


class AssignPlaced(_OfPlayer, frozen=True, kw_only=True, tag="ASSIGN_PLACED"):
    """``count`` cards were placed; ``partial_counts`` is what the seat then has on A, B and C."""

    board: Board
    count: int
    cards: tuple[Card, ...] | None
    partial_counts: Counts

    def foreseen_by(self, seat: int) -> bool:
        return self.player == seat  # placing at the same time, the other's cards are told with one's own


class AssignTakenBack(_ByPlayer, frozen=True, kw_only=True, tag="ASSIGN_TAKEN_BACK"):
    """A seat took a card back into its hand."""

    board: Board
    cards: tuple[Card, ...] | None
    partial_counts: Counts


class AssignReturned(_OfPlayer, frozen=True, kw_only=True, tag="ASSIGN_RETURNED"):
    """Cards went back to a seat's hand because the kind of the boards was fixed otherwise.

    ``board`` is None when a whole placement is returned.
    """

    board: Board | None
    cards: tuple[Card, ...] | None
    partial_counts: Counts
    code: Literal["WRONG_PLO_BOARD"] = "WRONG_PLO_BOARD"


class AssignLocked(_ByPlayer, frozen=True, kw_only=True, tag="ASSIGN_LOCKED"):
    """A seat's placement is final (simultaneous placing: it is ready)."""


class AssignRevealed(_OfPlayer, frozen=True, kw_only=True, tag="ASSIGN_REVEALED"):
    """Both have locked: a hidden placement is turned up."""

    cards: Three


class BoardKindLocked(Foreseen, frozen=True, kw_only=True, tag="BOARD_KIND_LOCKED"):
    """It is settled what is played on a board.

    By the placement that causes it; placing at the same time, the other's is told with it.
    """

    board: Board
    kind: Kind
    #: How many cards each seat places there.
    size: int
    #: The splits that a placement may come to now.
    splits: tuple[Counts, ...]


class TurnRiverDealt(Event, frozen=True, kw_only=True, tag="TURN_RIVER_DEALT"):
    """A board is complete."""

    board: Board
    turn: Card
    river: Card


class BoardResult(Event, frozen=True, kw_only=True, tag="BOARD_RESULT"):
    """A board is decided and paid."""

    board: Board
    kind: Kind
    winner_ids: tuple[int, ...]
    #: The winning hand.
    hand_desc: HandName
    subpot: int
    #: What each seat has, and the five cards of it.
    hands: tuple[HandName, HandName]
    fives: tuple[tuple[Card, ...], tuple[Card, ...]]
    #: What each seat gets.
    shares: tuple[int, int]
    #: What still lies in the pot, and what each seat has beside it now.
    pot: int
    bankrolls: tuple[int, int]


class Sweep(_OfPlayer, frozen=True, kw_only=True, tag="SWEEP"):
    """A seat won all three boards outright and gets a bonus."""

    bonus: int
    source: Literal["opponent", "house"]


class HandResult(Event, frozen=True, kw_only=True, tag="HAND_RESULT"):
    """A hand is paid: gross chips, and what that is after the antes."""

    payouts: tuple[int, int]
    net: tuple[int, int]
    #: What still lies in the pot, and what each seat has beside it now.
    pot: int
    bankrolls: tuple[int, int]


class GameEnded(Event, frozen=True, kw_only=True, tag="SESSION_ENDED"):
    """The session is over."""

    bankrolls: tuple[int, int]
    winners: tuple[int, ...]
