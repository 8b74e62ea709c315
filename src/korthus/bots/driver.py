"""Computer players at a table. They are given their seat's views and notices, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Event
from korthus.table import Notice, Table, TableEvent, UndoDone


class BotDriver:
    """Seats bots at a table and plays for them when asked to."""

    def __init__(self, table: Table, bots: Mapping[int, Bot], budget: Budget | None = None) -> None:
        """Take the seats. Each bot is told what its seat has been told so far, before it first chooses."""
        self._table = table
        self._budget = budget
        self._chairs = {seat: _Chair(bot) for seat, bot in bots.items()}
        self._listeners = [
            table.listen(chair.hear, seat=seat, after=0) for seat, chair in self._chairs.items()
        ]
        for bot in bots.values():
            bot.restart()

    def step(self) -> bool:
        """Play one action if a bot is to act; whether one was."""
        seat = self._table.to_act
        if seat is None or seat not in self._chairs:
            return False
        chair = self._chairs[seat]
        chair.catch_up()
        self._table.submit(seat, chair.bot.choose(self._table.view(seat), self._budget))
        return True

    def play(self) -> int:
        """Play until a person is to act or the game is over; how many actions that took."""
        actions = 0
        while self.step():
            actions += 1
        if self._table.over:
            for chair in self._chairs.values():
                chair.catch_up()
        return actions

    def leave(self) -> None:
        """Leave the table."""
        for listener in self._listeners:
            listener.close()


class _Chair:
    """A bot and what it has not looked at yet."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._news: list[Event] = []

    def hear(self, notice: Notice) -> None:
        # How the cards are shuffled is no business of a player; that something was taken back is.
        if not isinstance(notice.event, TableEvent) or isinstance(notice.event, UndoDone):
            self._news.append(notice.event)

    def catch_up(self) -> None:
        if self._news:
            self.bot.observe(tuple(self._news))
            self._news.clear()


def play_bots(table: Table, bots: Mapping[int, Bot], budget: Budget | None = None) -> int:
    """Let bots play until somebody else is to act or the game is over; how many actions that took.

    For a table with people, keep one ``BotDriver`` and call its ``play`` after each of their actions.
    """
    driver = BotDriver(table, bots, budget)
    try:
        return driver.play()
    finally:
        driver.leave()
