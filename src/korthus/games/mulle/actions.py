"""What a player can do in Mulle: one hand card, one of four things.

Actions name cards, not places: two copies of a card are the same card, and there is at most one build of a
value, so plays that differ only by exchanging identical cards are one action.
"""

from __future__ import annotations

from typing import ClassVar

from korthus.core.cards import Card
from korthus.core.protocol import Action
from korthus.games.mulle.cards import TABLE_VALUE, TEXT, written
from korthus.games.mulle.state import NOBODY

#: A pile: a single by its card, a build by its value, a plain pile by its cards.
Base = Card | int | tuple[Card, ...]


def base_text(base: Base) -> str:
    """A pile in notation: ``KL 9``, ``[7]``, ``(KL 9 + RU 7)``."""
    if isinstance(base, tuple):
        return f"({' + '.join(TEXT[card] for card in base)})"
    return TEXT[base] if isinstance(base, Card) else f"[{base}]"


def named(base: Base) -> str:
    """The same for a refusal: a card can be drawn."""
    return written(base) if isinstance(base, Card) else base_text(base)


class Deal(Action, frozen=True):
    """Chance deals: the table first (in the first rond), then the starter's hand, then the other's.

    With a ``starter``, chance draws who starts the session and no cards.
    """

    cards: tuple[Card, ...]
    starter: int = NOBODY

    def __str__(self) -> str:
        if self.starter != NOBODY:
            return f"deal starter {self.starter}"
        return "deal " + ", ".join(TEXT[card] for card in self.cards)


class Capture(Action, frozen=True):
    """Take piles that can be grouped into sums of the card's hand value."""

    card: Card
    singles: tuple[Card, ...] = ()
    builds: tuple[int, ...] = ()
    plains: tuple[tuple[Card, ...], ...] = ()

    @property
    def piles(self) -> tuple[Base, ...]:
        """Everything taken, singles first."""
        return (*self.singles, *self.builds, *self.plains)

    def __str__(self) -> str:
        return f"capture {TEXT[self.card]}: {', '.join(base_text(pile) for pile in self.piles)}"


class Build(Action, frozen=True):
    """Lay a card on a single or an open build to make, or change, a build."""

    card: Card
    base: Base
    down: bool = False

    @property
    def value(self) -> int:
        """What the build will be worth."""
        if isinstance(self.base, tuple):
            below = sum(TABLE_VALUE[card] for card in self.base)
        else:
            below = TABLE_VALUE[self.base] if isinstance(self.base, Card) else self.base
        card = TABLE_VALUE[self.card]
        return abs(below - card) if self.down else below + card

    def __str__(self) -> str:
        way = " down" if self.down else "" if isinstance(self.base, Card) else " up"
        return f"build {TEXT[self.card]} on {base_text(self.base)}{way}"


class _OfCard(Action, frozen=True):
    """An action that names its card and nothing else."""

    verb: ClassVar[str]

    card: Card

    def __str__(self) -> str:
        return f"{self.verb} {TEXT[self.card]}"


class Trotta(_OfCard, frozen=True):
    """Gather everything worth the card's table value into a locked build."""

    verb = "trotta"


class Discard(_OfCard, frozen=True):
    """Lay the card on the table, or feed it to one's own build of that value."""

    verb = "discard"


Play = Capture | Build | Trotta | Discard
MulleAction = Deal | Play
