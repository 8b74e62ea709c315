"""Computer players at a table. They are given their seat's views and notices, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from korthus.bots.chair import Chair, for_players
from korthus.bots.protocol import Bot, Budget
from korthus.table import Table


class BotDriver:
    """Seats bots at a table and plays for them when asked to."""

    def __init__(self, table: Table, bots: Mapping[int, Bot], budget: Budget | None = None) -> None:
        """Take the seats. Each bot is told what its seat has been told so far, before it first chooses."""
        self._table = table
        self._chairs = {seat: Chair(bot) for seat, bot in bots.items()}
        self._budget = budget
        #: The number of the last notice that each seat's bot has taken in.
        self._heard = dict.fromkeys(self._chairs, 0)

    def step(self) -> bool:
        """Play one action if a bot is to act; whether one was."""
        seat = self._table.to_act
        if seat is None or seat not in self._chairs:
            return False
        self._catch_up(seat)
        self._table.submit(seat, self._chairs[seat].choose(self._table.view(seat), self._budget))
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
        for seat in self._chairs:
            self._catch_up(seat)

    def _catch_up(self, seat: int) -> None:
        """Tell a bot what its seat has been told since it last looked."""
        notices = self._table.told(seat, after=self._heard[seat])
        if notices:
            self._heard[seat] = notices[-1].sequence
            self._chairs[seat].hear(for_players(notices))


def play_bots(table: Table, bots: Mapping[int, Bot], budget: Budget | None = None) -> int:
    """Let bots play until somebody else is to act or the game is over; how many actions that took.

    For a table with people, keep one ``BotDriver`` and call its ``play`` after each of their actions.
    """
    return BotDriver(table, bots, budget).play()
