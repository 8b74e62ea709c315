"""One moment of a match of mus."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from korthus.core.protocol import State
from korthus.games.mus.cards import Hand
from korthus.games.mus.scoring import Lance


class Phase(StrEnum):
    """What happens next."""

    DEAL = "deal"
    MUS = "mus"
    DISCARD = "discard"
    REDRAW = "redraw"
    BET = "bet"
    OVER = "over"


class Bet(msgspec.Struct, frozen=True):
    """The bet that waits for an answer. ``before`` is what had been bet when it was raised, else 0."""

    seat: int
    stake: int
    before: int
    raises: int
    ordago: bool


class How(StrEnum):
    """How a lance was decided before the cards are looked at."""

    PASS = "pass"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ALONE = "alone"
    NOBODY = "nobody"


class Settled(msgspec.Struct, frozen=True):
    """A lance that is over.

    ``seat`` bet last, or alone has pares or juego; ``stones`` is the stake, or the deje already taken.
    """

    lance: Lance
    how: How
    seat: int | None = None
    stones: int = 0


#: What each seat has won in each lance so far, in the order of ``LANCES``.
Tally = tuple[tuple[int, ...], tuple[int, ...]]
NO_TALLY: Final[Tally] = ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))


class MusState(State, frozen=True):
    """Everything that is the case, hidden cards included. What is not in a hand or discarded is undealt."""

    phase: Phase
    #: A seat, ``CHANCE``, or None when it is over.
    turn: int | None
    #: 1 for the first hand.
    number: int
    mano: int
    stones: tuple[int, int]
    tally: Tally = NO_TALLY
    hands: tuple[Hand, Hand] = ((), ())
    lance: Lance | None = None
    bet: Bet | None = None
    settled: tuple[Settled, ...] = ()
    #: What each seat has discarded since the pack was last shuffled.
    discards: tuple[Hand, Hand] = ((), ())
    #: How often cards have been changed in this hand.
    redeals: int = 0
    #: Both hands of the hand that is over, if they were shown, until the next one is dealt.
    shown: tuple[Hand, Hand] | None = None
