"""What has come about, for everybody or for one seat. Tuples of two have seat 0 first."""

from __future__ import annotations

from typing import ClassVar

from korthus.core.protocol import Event, Foreseen
from korthus_scopa.cards import Card


class DealStarted(Event, frozen=True, kw_only=True):
    """A deal has begun; it is counted from 1."""

    says: ClassVar[str] = "Deal {deal}, dealt by {dealer}. On the table: {table}."

    deal: int
    dealer: int
    table: tuple[Card, ...]


class Misdealt(Event, frozen=True, kw_only=True):
    """Three kings lie on the table: the cards are dealt again."""

    says: ClassVar[str] = "Three kings lie on the table: the cards are dealt again."


class CardsDealt(Event, frozen=True, kw_only=True):
    """Each seat has got ``count`` cards, and ``stock`` cards are left."""

    says: ClassVar[str] = "Everybody gets {count} cards; {stock} are left."

    count: int
    stock: int


class HandDealt(Event, frozen=True, kw_only=True):
    """A seat's own cards; only that seat is told."""

    says: ClassVar[str] = "Your cards: {cards}."

    cards: tuple[Card, ...]


class CardLaid(Foreseen, frozen=True, kw_only=True):
    """A card came to the table."""

    says: ClassVar[str] = "{seat} lays {card}."

    seat: int
    card: Card


class CardsTaken(Foreseen, frozen=True, kw_only=True):
    """A card took others from the table."""

    says: ClassVar[str] = "{seat} takes {cards} with {card}."

    seat: int
    card: Card
    cards: tuple[Card, ...]


class ScopaMade(Foreseen, frozen=True, kw_only=True):
    """A seat has cleared the table, which is a point."""

    says: ClassVar[str] = "Scopa! {seat} clears the table."

    seat: int


class RestTaken(Foreseen, frozen=True, kw_only=True):
    """What lay on the table at the end of the deal went to the seat that took last."""

    says: ClassVar[str] = "{seat} took last and gets {cards}."

    seat: int
    cards: tuple[Card, ...]


class DealScored(Foreseen, frozen=True, kw_only=True):
    """A deal is over: the points of each seat by what they are for, and the totals."""

    cards: tuple[int, int]
    coins: tuple[int, int]
    settebello: tuple[int, int]
    primiera: tuple[int, int]
    scope: tuple[int, int]
    napola: tuple[int, int]
    totals: tuple[int, int]


class GameEnded(Foreseen, frozen=True, kw_only=True):
    """A seat has won."""

    says: ClassVar[str] = "{winner} wins."

    winner: int
    totals: tuple[int, int]


EVENT_TYPES = (
    DealStarted,
    Misdealt,
    CardsDealt,
    HandDealt,
    CardLaid,
    CardsTaken,
    ScopaMade,
    RestTaken,
    DealScored,
    GameEnded,
)
