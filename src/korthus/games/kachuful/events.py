"""What has come about, for everybody at the table or for one seat."""

from __future__ import annotations

from korthus.core.cards import Card
from korthus.core.protocol import Event, Foreseen
from korthus.games.kachuful.rules import TrumpSuit


class RoundStarted(Event, frozen=True):
    """A round has begun."""

    round: int
    cards: int
    trump: TrumpSuit
    dealer: int


class CardsDealt(Event, frozen=True):
    """Everybody has got ``count`` cards, face down."""

    count: int


class HandDealt(Event, frozen=True):
    """What a seat has got; only that seat is told."""

    seat: int
    cards: tuple[Card, ...]


class BidMade(Foreseen, frozen=True):
    """A seat has bid."""

    seat: int
    count: int
    #: Tricks that each seat needs to keep its bid; None until it has bid.
    needs: tuple[int | None, ...]


class CardPlayed(Foreseen, frozen=True):
    """A seat has played a card."""

    seat: int
    card: Card


class TrickWon(Foreseen, frozen=True):
    """A trick is complete; its cards are in order of play, from the leader on."""

    seat: int
    leader: int
    cards: tuple[Card, ...]
    #: Tricks won in this round so far, by seat.
    won: tuple[int, ...]
    #: Tricks that each seat needs to keep its bid; below 0, it has too many.
    needs: tuple[int, ...]


class RoundScored(Foreseen, frozen=True):
    """A round is over; the tuples are by seat."""

    round: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    #: The cards each player got, and whether each won exactly what it bid.
    cards: int
    hits: tuple[bool, ...]
    #: The seats with the most points.
    ahead: tuple[int, ...]


class GameEnded(Foreseen, frozen=True):
    """The game is over. More than one seat can win."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
