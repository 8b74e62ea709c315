"""What comes about in mus. Cards are told to their owner only, until they are shown."""

from __future__ import annotations

from typing import Final

from korthus.core.protocol import Event, Foreseen
from korthus.games.mus.cards import Hand
from korthus.games.mus.scoring import Lance, Reason


class HandStarted(Event, frozen=True, kw_only=True):
    """A new hand begins."""

    number: int
    mano: int
    stones: tuple[int, int]


class CardsDealt(Event, frozen=True, kw_only=True):
    """A seat got that many cards, and holds ``held`` now."""

    seat: int
    count: int
    held: int


class CardsReceived(Event, frozen=True, kw_only=True):
    """Which cards they were; for their owner."""

    seat: int
    cards: Hand


class MusWanted(Foreseen, frozen=True, kw_only=True):
    """A seat would like other cards."""

    seat: int


class MusCut(Foreseen, frozen=True, kw_only=True):
    """A seat wants to play with the cards as they are."""

    seat: int


class CardsDiscarded(Foreseen, frozen=True, kw_only=True):
    """A seat put that many cards away, and holds ``held`` now."""

    seat: int
    count: int
    held: int


class DiscardKept(Foreseen, frozen=True, kw_only=True):
    """Which cards they were; for the one who put them away."""

    seat: int
    cards: Hand


class StockReshuffled(Event, frozen=True, kw_only=True):
    """The stock was used up, so everything discarded was shuffled into a new one."""

    count: int


class DeclarationMade(Event, frozen=True, kw_only=True):
    """A seat truly said whether it has pares or juego (UI-18)."""

    seat: int
    lance: Lance
    has: bool


class LanceStarted(Foreseen, frozen=True, kw_only=True):
    """The betting of a lance begins; the mano speaks first."""

    lance: Lance


class Passed(Foreseen, frozen=True, kw_only=True):
    """A seat bets nothing. If both did, that ``ends`` the betting of the lance."""

    seat: int
    lance: Lance
    ends: bool


class EnvidoMade(Foreseen, frozen=True, kw_only=True):
    """A seat bet, or raised by, ``amount``; ``stake`` is what is at stake if it is accepted."""

    seat: int
    lance: Lance
    amount: int
    stake: int
    raised: bool


class OrdagoCalled(Foreseen, frozen=True, kw_only=True):
    """A seat bet everything."""

    seat: int
    lance: Lance


class BetAccepted(Foreseen, frozen=True, kw_only=True):
    """A seat took the bet on."""

    seat: int
    lance: Lance
    stake: int
    ordago: bool


class BetRefused(Foreseen, frozen=True, kw_only=True):
    """A seat did not; the bettor takes the deje at once."""

    seat: int
    lance: Lance
    deje: int


class HandsShown(Event, frozen=True, kw_only=True):
    """Both hands lie open."""

    hands: tuple[Hand, Hand]


class StonesScored(Event, frozen=True, kw_only=True):
    """A seat scored; it has ``total`` now, and the lance has brought it ``in_lance`` in this hand."""

    seat: int
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


class GameEnded(Event, frozen=True, kw_only=True):
    """A seat has reached the target: the match is over. (A single hand ends with ``HandEnded``.)"""

    seat: int
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
