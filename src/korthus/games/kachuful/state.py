"""A moment of the game."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from korthus.core.cards import Card
from korthus.core.protocol import State


class Phase(StrEnum):
    """What is going on."""

    DEAL = "deal"
    BID = "bid"
    PLAY = "play"
    OVER = "over"


class Trick(msgspec.Struct, frozen=True):
    """A trick that has been played: its cards in order, from the leader on."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


class RoundScore(msgspec.Struct, frozen=True):
    """A line of the score sheet; the tuples are by seat."""

    cards: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    #: Whether each seat won exactly what it bid.
    hits: tuple[bool, ...]


class KachufulState(State, frozen=True):
    """Everything that is the case. Between rounds no card lies anywhere and nothing is bid."""

    phase: Phase
    #: A seat, ``CHANCE`` before a deal, None when the game is over.
    turn: int | None
    #: The round being played or about to be dealt; one more than there are when the game is over.
    round: int
    #: By seat, in canonical order.
    hands: tuple[tuple[Card, ...], ...]
    #: By seat; None until the seat has bid.
    bids: tuple[int | None, ...]
    #: Who leads the trick being played.
    leader: int
    #: The cards of the trick being played, in order.
    trick: tuple[Card, ...]
    #: The tricks of this round before it.
    tricks: tuple[Trick, ...]
    #: Tricks won in this round, by seat.
    won: tuple[int, ...]
    #: The rounds that are over.
    sheet: tuple[RoundScore, ...]
