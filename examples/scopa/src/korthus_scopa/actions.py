"""What can be done: chance deals, a seat lays a card down or takes with it."""

from __future__ import annotations

from typing import ClassVar

from korthus.core.protocol import Action
from korthus_scopa.cards import Card, write_cards


class Deal(Action, frozen=True):
    """Chance: three cards for the seat that plays first, three for the dealer, then those for the table."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"deal {write_cards(self.cards)}"


class Lay(Action, frozen=True):
    """Lay a card that takes nothing on the table."""

    says: ClassVar[str] = "Lay {card}"

    card: Card

    def __str__(self) -> str:
        return f"lay {self.card}"


class Take(Action, frozen=True):
    """Take cards of the table, in canonical order, with a card of the hand."""

    says: ClassVar[str] = "Take {cards} with {card}"

    card: Card
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"take {write_cards(self.cards)} with {self.card}"


ScopaAction = Deal | Lay | Take
ACTION_TYPES = (Deal, Lay, Take)
