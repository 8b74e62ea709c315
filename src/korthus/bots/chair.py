"""A computer player's chair: what its seat is told, and luck for each turn.

A player is the same wherever it plays: in the arena, at a terminal, or at a web table, where it is made anew
for each turn. So its luck of a turn comes from its seed and from how much it has been told, and from nothing
that lives on between turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, Event, View
from korthus.table import Notice, TableEvent, UndoDone


class Chair:
    """A player for one game. The first number of the player's luck is the seed of all its turns."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._seed = bot.rng.getrandbits(64)
        #: How many events the player has been told.
        self._heard = 0
        bot.restart()

    def hear(self, events: Sequence[Event]) -> None:
        """Tell the player what its seat has been told since it last acted."""
        if events:
            self._heard += len(events)
            self.bot.observe(tuple(events))

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """What the player does in its turn."""
        self.bot.rng.seed(f"{self._seed} {self._heard}")
        return self.bot.choose(view, budget)


def for_players(notices: Iterable[Notice]) -> tuple[Event, ...]:
    """What of a seat's notices is told to a computer player.

    How the cards are shuffled is no business of a player; that something was taken back is.
    """
    return tuple(
        event for _, event in notices if not isinstance(event, TableEvent) or isinstance(event, UndoDone)
    )
