"""The rounds of a game of Kachuful as a seat was told of them.

A view shows the round that is played. Who has listened knows those before it, too: when a round is over, all
hands of it have been seen, card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from korthus.core.protocol import Event
from korthus.games.kachuful.events import BidMade, CardPlayed, RoundStarted
from korthus.table import UndoDone

Act: TypeAlias = BidMade | CardPlayed


class Round(NamedTuple):
    """A round from its first bid to its last card."""

    number: int
    seats: int
    acts: tuple[Act, ...]


class Heard:
    """What was bid and played, round by round."""

    def __init__(self) -> None:
        self._rounds: list[tuple[RoundStarted, list[Act]]] = []

    def clear(self) -> None:
        """A new game begins."""
        self._rounds.clear()

    def listen(self, events: Sequence[Event]) -> None:
        """Take in what the seat is told."""
        for event in events:
            match event:
                case RoundStarted(round=number):
                    # A round that comes again takes the place of what came after it: it is another game.
                    self._rounds = [each for each in self._rounds if each[0].round < number]
                    self._rounds.append((event, []))
                case BidMade() | CardPlayed():
                    if self._rounds:
                        self._rounds[-1][1].append(event)
                case UndoDone(taken_back=count):
                    self._go_back(count)

    def rounds_before(self, number: int) -> list[Round]:
        """The rounds before one, of those that were heard from beginning to end."""
        found = []
        for started, acts in self._rounds:
            seats = sum(isinstance(act, BidMade) for act in acts)
            if acts and started.round < number and len(acts) == seats * (1 + started.cards):
                found.append(Round(started.round, seats, tuple(acts)))
        return found

    def _go_back(self, count: int) -> None:
        """Forget the last actions; a deal is one, too."""
        for _ in range(count):
            if not self._rounds:
                return
            if acts := self._rounds[-1][1]:
                acts.pop()
            else:
                self._rounds.pop()
