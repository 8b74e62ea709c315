"""What lies where in a game of Mulle."""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.core.cards import Card
from korthus.core.protocol import State

#: The owner of what nobody owns, and the seat of what nobody has done.
NOBODY: Final = -1


class Pile(msgspec.Struct, frozen=True):
    """Cards that lie together: a single card, a plain pile without owner, or a build.

    A build counts with its value, which need not be the sum of its cards.
    """

    cards: tuple[Card, ...]
    value: int
    owner: int = NOBODY
    locked: bool = False
    #: Last made by a trotta, so perhaps without a card reserved for it.
    trotta: bool = False

    @property
    def is_build(self) -> bool:
        """Whether somebody owns the pile."""
        return self.owner != NOBODY

    @property
    def is_single(self) -> bool:
        """Whether it is one card without an owner."""
        return self.owner == NOBODY and len(self.cards) == 1


class Score(msgspec.Struct, frozen=True):
    """What one seat scored in an omgång."""

    mulle: int
    tabbe: int
    intake: int
    bonus: int


class Side(msgspec.Struct, frozen=True):
    """One seat's hand and gains in the current omgång."""

    hand: tuple[Card, ...] = ()
    #: Everything taken, in the order taken, mulle cards included.
    taken: tuple[Card, ...] = ()
    #: One card of each mulle.
    mulles: tuple[Card, ...] = ()
    tabbe: int = 0
    intake: int = 0
    #: Intake at the start of the rond, and the bonuses of finished ronder (only for bonus_scope rond).
    intake_before_rond: int = 0
    rond_bonus: int = 0
    #: Hand values of which everybody knows that this seat holds a card: it has built to them.
    holds: tuple[int, ...] = ()


class MulleState(State, frozen=True):
    """A moment of a session."""

    sides: tuple[Side, Side] = (Side(), Side())
    #: Oldest first; a changed build moves to the end.
    table: tuple[Pile, ...] = ()
    #: The seat that plays next, if it holds cards.
    turn: int = 0
    #: 1, 2, …; 0 before the first deal.
    omgang: int = 0
    rond: int = 0
    #: The seat that leads in this omgång; ``NOBODY`` until it is drawn.
    starter: int = 0
    last_capturer: int = NOBODY
    #: Cards cleared from the table when the omgång ended, belonging to nobody.
    left: tuple[Card, ...] = ()
    #: Scores of finished omgångar, by seat.
    sheet: tuple[tuple[Score, Score], ...] = ()
