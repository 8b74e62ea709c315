"""What players and chance can do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from korthus.core.cards import Card, in_order
from korthus.core.protocol import Action, VerbAction
from korthus.games.eight.boards import Board, Three


class Deal(VerbAction, frozen=True):
    """Chance: the cards that come now, in the order drawn."""

    verb = "deal"

    cards: tuple[Card, ...]


class Place(Action, frozen=True):
    """All eight cards at once: what goes to boards A, B and C. The order within a board has no meaning."""

    a: tuple[Card, ...]
    b: tuple[Card, ...]
    c: tuple[Card, ...]

    @classmethod
    def of(cls, a: Iterable[Card], b: Iterable[Card], c: Iterable[Card]) -> Place:
        """The placement with the cards of each board in canonical order."""
        return cls(in_order(a), in_order(b), in_order(c))

    @property
    def boards(self) -> Three:
        """The three sets of cards."""
        return (self.a, self.b, self.c)

    def __str__(self) -> str:
        parts = (
            f"{name}: {' '.join(in_order(cards))}".rstrip()
            for name, cards in zip("ABC", self.boards, strict=True)
        )
        return "place " + ", ".join(parts)


class PlaceCard(VerbAction, frozen=True):
    """One card to one board, when cards are placed in turn."""

    verb = "put"

    card: Card
    board: Board


class TakeBack(VerbAction, frozen=True):
    """A placed card goes back to the hand; the same seat goes on."""

    verb = "take"

    card: Card


class Lock(VerbAction, frozen=True):
    """The placement is final."""

    verb = "lock"


EightAction: TypeAlias = Deal | Place | PlaceCard | TakeBack | Lock
