"""What comes about in Mulle."""

from __future__ import annotations

from typing import Literal

from korthus.core.cards import Card
from korthus.core.protocol import Event, Foreseen
from korthus.games.mulle.state import Pile, Score


class StarterDrawn(Event, frozen=True):
    """Chance has said who starts the session."""

    seat: int


class OmgangStarted(Event, frozen=True):
    """A new omgång, with its first cards on the table."""

    omgang: int
    starter: int
    cards: tuple[Card, ...]
    #: What each of the cards counts on the table.
    values: tuple[int, ...]


class RondStarted(Event, frozen=True):
    """Both hands have been dealt."""

    rond: int
    cards_each: int


class HandDealt(Event, frozen=True):
    """What one seat got; for its eyes only."""

    seat: int
    cards: tuple[Card, ...]


class Captured(Foreseen, frozen=True):
    """A card has taken piles."""

    seat: int
    card: Card
    piles: tuple[Pile, ...]
    intake: int
    #: How many cards the seat has taken in this omgång now.
    taken: int


class MulleTaken(Foreseen, frozen=True):
    """A pair of twins has been taken; one of them goes to the mulle pile."""

    seat: int
    card: Card
    points: int


class TabbeScored(Foreseen, frozen=True):
    """The capture has emptied the table."""

    seat: int


class BuildMade(Foreseen, frozen=True):
    """A build has been made, changed or added to."""

    seat: int
    card: Card
    pile: Pile
    how: Literal["build", "trotta", "feed"]
    #: The value before, if an existing build was changed to another value.
    was: int | None = None
    #: Piles that were drawn in: merged builds and absorbed or gathered piles.
    joined: tuple[Pile, ...] = ()


class BuildLocked(Foreseen, frozen=True):
    """A build can no longer be changed."""

    value: int
    owner: int


class Discarded(Foreseen, frozen=True):
    """A card has been laid down on its own, where it counts ``value``."""

    seat: int
    card: Card
    value: int


class BuildLeft(Foreseen, frozen=True, tag="BUILD_LEFT"):
    """A warning: a build lies there at the end of a rond."""

    value: int
    owner: int


class RondEnded(Foreseen, frozen=True):
    """Both hands are empty; what each seat has in this omgång so far."""

    rond: int
    scores: tuple[Score, Score]


class LeftoversTaken(Foreseen, frozen=True):
    """What lay on the table at the end of an omgång, and who got it (-1: nobody)."""

    seat: int
    cards: tuple[Card, ...]


class OmgangEnded(Foreseen, frozen=True):
    """The points of an omgång and of the session so far."""

    omgang: int
    scores: tuple[Score, Score]
    totals: tuple[int, int]


class GameEnded(Foreseen, frozen=True):
    """The session is over; two winners mean a draw."""

    totals: tuple[int, int]
    winners: tuple[int, ...]
