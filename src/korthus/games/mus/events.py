"""What comes about in mus. Cards are told to their owner only, until they are shown."""

from __future__ import annotations

from typing import Final

from korthus.core.protocol import Event, Foreseen
from korthus.games.mus.cards import Hand
from korthus.games.mus.scoring import Lance, Reason
from korthus.games.mus.state import Settled


class _OfSeat(Event, frozen=True, kw_only=True):
    """Something that concerns a seat."""

    seat: int


class _BySeat(Foreseen, frozen=True, kw_only=True):
    """Something that a seat did."""

    seat: int


class _Bet(_BySeat, frozen=True, kw_only=True):
    """Something that a seat said in a lance."""

    lance: Lance


class HandStarted(Event, frozen=True, kw_only=True):
    """A new hand begins."""

    number: int
    mano: int
    stones: tuple[int, int]


class CardsDealt(_OfSeat, frozen=True, kw_only=True):
    """A seat got that many cards, and holds ``held`` now."""

    count: int
    held: int


class CardsReceived(_OfSeat, frozen=True, kw_only=True):
    """Which cards they were; for their owner."""

    cards: Hand


class MusWanted(_BySeat, frozen=True, kw_only=True):
    """A seat would like other cards."""


class MusCut(_BySeat, frozen=True, kw_only=True):
    """A seat wants to play with the cards as they are."""


class CardsDiscarded(_BySeat, frozen=True, kw_only=True):
    """A seat put that many cards away, and holds ``held`` now."""

    count: int
    held: int


class DiscardKept(_BySeat, frozen=True, kw_only=True):
    """Which cards they were; for the one who put them away."""

    cards: Hand


class StockReshuffled(Event, frozen=True, kw_only=True):
    """The stock was used up, so everything discarded was shuffled into a new one."""

    count: int


class DeclarationMade(_OfSeat, frozen=True, kw_only=True):
    """A seat truly said whether it has pares or juego (UI-18)."""

    lance: Lance
    has: bool


class LanceStarted(Foreseen, frozen=True, kw_only=True):
    """The betting of a lance begins; the mano speaks first."""

    lance: Lance


class Passed(_Bet, frozen=True, kw_only=True):
    """A seat bets nothing. If both did, the lance is ``settled``."""

    settled: Settled | None


class EnvidoMade(_Bet, frozen=True, kw_only=True):
    """A seat bet, or raised by, ``amount``; ``stake`` is what is at stake if it is accepted."""

    amount: int
    stake: int
    raised: bool


class OrdagoCalled(_Bet, frozen=True, kw_only=True):
    """A seat bet everything."""


class BetAccepted(_Bet, frozen=True, kw_only=True):
    """A seat took the bet on; ``settled`` has the stake."""

    settled: Settled
    ordago: bool


class BetRefused(_Bet, frozen=True, kw_only=True):
    """A seat did not; the bettor takes the deje at once, which ``settled`` has."""

    settled: Settled


class HandsShown(Event, frozen=True, kw_only=True):
    """Both hands lie open."""

    hands: tuple[Hand, Hand]


class StonesScored(_OfSeat, frozen=True, kw_only=True):
    """A seat scored; it has ``total`` now, and the lance has brought it ``in_lance`` in this hand."""

    lance: Lance
    reason: Reason
    stones: int
    in_lance: int
    total: int

    def foreseen_by(self, seat: int) -> bool:
        return self.reason is Reason.DEJE  # everything else is counted from the cards


class HandEnded(Event, frozen=True, kw_only=True):
    """A hand is over. ``gained`` is what each seat made in it."""

    number: int
    gained: tuple[int, int]
    stones: tuple[int, int]


class GameEnded(_OfSeat, frozen=True, kw_only=True):
    """A seat has reached the target: the match is over. (A single hand ends with ``HandEnded``.)"""

    stones: tuple[int, int]


EVENT_TYPES: Final = (
    HandStarted,
    CardsDealt,
    CardsReceived,
    MusWanted,
    MusCut,
    CardsDiscarded,
    DiscardKept,
    StockReshuffled,
    DeclarationMade,
    LanceStarted,
    Passed,
    EnvidoMade,
    OrdagoCalled,
    BetAccepted,
    BetRefused,
    HandsShown,
    StonesScored,
    HandEnded,
    GameEnded,
)
