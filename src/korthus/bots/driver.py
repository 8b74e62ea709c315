"""Computer players at a table. They are given their seat's views and notices, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from korthus.bots.chair import Chair, Fault, for_players
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Event
from korthus.table import Table

#: Hears that the player in a seat has lost its turn, and why.
Tell = Callable[[int, Fault], None]


class BotDriver:
    """Seats bots at a table and plays for them when asked to."""

    def __init__(
        self, table: Table, bots: Mapping[int, Bot], budget: Budget | None = None, tell: Tell | None = None
    ) -> None:
        """Take the seats. Each bot is told what its seat has been told so far, before it first chooses.

        Args:
            tell: hears of each turn that a bot loses. Without one, whatever a bot raises is raised.
        """
        self._table = table
        self._chairs = {
            seat: Chair(bot, None if tell is None else partial(tell, seat)) for seat, bot in bots.items()
        }
        self._budget = budget
        #: The number of the last notice that each seat's bot has taken in.
        self._heard = dict.fromkeys(self._chairs, 0)

    def step(self) -> bool:
        """Play one action if a bot is to act; whether one was."""
        seat = self._table.to_act
        if seat is None or seat not in self._chairs:
            return False
        play = partial(self._table.submit, seat)
        self._chairs[seat].take_turn(self._news(seat), self._table.view(seat), play, self._budget)
        return True

    def play(self) -> int:
        """Play until a person is to act or the game is over; how many actions that took."""
        actions = 0
        while self.step():
            actions += 1
        if self._table.over:
            self.tell_the_end()
        return actions

    def tell_the_end(self) -> None:
        """Tell every bot what its seat has been told since it last acted."""
        for seat, chair in self._chairs.items():
            chair.hear_the_end(self._news(seat))

    def _news(self, seat: int) -> tuple[Event, ...]:
        """What a seat has been told since its bot last looked."""
        notices = self._table.told(seat, after=self._heard[seat])
        if notices:
            self._heard[seat] = notices[-1].sequence
        return for_players(notices)


def play_bots(table: Table, bots: Mapping[int, Bot], budget: Budget | None = None) -> int:
    """Let bots play until somebody else is to act or the game is over; how many actions that took.

    Whatever a bot raises is raised. For a table with people, keep one ``BotDriver`` and call its ``play``
    after each of their actions.
    """
    return BotDriver(table, bots, budget).play()
