"""A server whose database fails at random moments, and tables that must go on afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from pathlib import Path

from korthus.core.errors import KorthusError
from korthus.web.app import Server
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.live_table import LiveTable
from korthus.web.live.opening import Computer, Friend, Me, NewTable, open_table
from korthus.web.live.services import Services
from korthus.web.settings import Settings
from korthus.web.store.entries import Said
from korthus.web.store.log_writer import Change, LogRow
from korthus.web.store.store import News

#: What can fail: the write itself, the news that it was done, reading, reading and writing.
KINDS = ("write", "answer", "read", "all")


class Broken(Exception):
    """What a database says that is full, locked or away."""


class Faults:
    """Stands between a server and its database, and fails when told to."""

    def __init__(self, services: Services) -> None:
        self.kind: str | None = None
        #: How many calls failed.
        self.failed = 0
        self._write, self._read = services.writer.write, services.store.news
        services.writer.write = self.write  # type: ignore[method-assign]
        services.store.news = self.read  # type: ignore[method-assign]

    async def write(self, rows: Sequence[LogRow] = (), changes: Sequence[Change] = ()) -> None:
        """Write, or not, or write and say that it failed."""
        if self.kind in ("write", "all"):
            await self._fail()
        await self._write(rows, changes)
        if self.kind == "answer":
            await self._fail()

    async def read(self, code: str, after: int, chain: int) -> News:
        """Read, or not."""
        if self.kind in ("read", "all"):
            await self._fail()
        return await self._read(code, after, chain)

    async def _fail(self) -> None:
        self.failed += 1
        await asyncio.sleep(0)
        raise Broken("the disk is full")


class Watcher:
    """A guest of a live table who counts what it hears."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.key: bytes | None = None
        self.address = "127.0.0.1"
        self.language: str | None = None
        self.updates = 0
        #: What the live table said of its database, in order.
        self.waits: list[bool] = []
        self.live: LiveTable

    def update(self) -> None:
        """See ``Guest.update``."""
        self.updates += 1

    def table_news(self) -> None:
        """See ``Guest.table_news``."""
        self.waits.append(self.live.trouble)

    def said(self, said: Said) -> None:
        """See ``Guest.said``."""

    def moved(self) -> None:
        """See ``Guest.moved``."""

    def dismiss(self, why: ServerRefusal) -> None:
        """See ``Guest.dismiss``."""


class Tables:
    """Games of bots with a spectator, and of a person with a bot, that go on and on."""

    def __init__(self, services: Services, rng: random.Random) -> None:
        self.services = services
        self.rng = rng
        self.live_tables: list[LiveTable] = []
        self.watchers: list[Watcher] = []
        self._persons: list[asyncio.Task[None]] = []

    async def open(self, persons: bool) -> None:
        """One more table."""
        bot = Computer(level="random")
        seats: list[Me | Friend | Computer] = [Me(name="A"), bot] if persons else [bot, bot]
        wish = NewTable(game="kachuful", options={"total_rounds": 500, "schedule": "zigzag"}, seats=seats)
        opened = await open_table(self.services, wish)
        live = await self.services.live_tables.get(opened.code)
        watcher = Watcher(opened.seat)
        watcher.live = live
        async with live.alone():
            live.guests.add(watcher)
        self.live_tables.append(live)
        self.watchers.append(watcher)
        if opened.seat is not None:
            self._persons.append(asyncio.create_task(self._play(live, opened.seat)))

    async def _play(self, live: LiveTable, seat: int) -> None:
        """A person who plays at random, and tries again when something is refused."""
        while not live.table.over:
            try:
                async with live.alone():
                    mine = live.table.started and live.table.to_act == seat
                    text = str(live.game.pick(live.table.view(seat), self.rng)) if mine else None
                if text is not None:
                    await live.act(seat, text, None)
            except (KorthusError, Broken):
                pass
            await asyncio.sleep(0.01)

    async def disturb(self) -> None:
        """Spectators come and go, each a reason for the attendant to look."""
        while True:
            live = self.rng.choice(self.live_tables)
            guest = Watcher(None)
            guest.live = live
            live.guests.add(guest)
            live.look()
            await asyncio.sleep(self.rng.random() * 0.002)
            live.guests.discard(guest)
            if self.rng.random() < 0.2:  # everybody has left for a moment, and something else is due
                here = set(live.guests)
                live.guests.clear()
                live.look()
                live.guests |= here
            live.look()
            await asyncio.sleep(self.rng.random() * 0.002)

    async def go_on(self, clock: Callable[[], float]) -> float:
        """Wait until every table has moved on; the time that took the slowest of them."""
        began = clock()
        heard = [watcher.updates for watcher in self.watchers]
        while any(
            live.trouble or (watcher.updates <= before and not live.table.over)
            for live, watcher, before in zip(self.live_tables, self.watchers, heard, strict=True)
        ):
            await asyncio.sleep(0.005)
        return clock() - began

    async def close(self) -> None:
        """Stop the persons."""
        for task in self._persons:
            task.cancel()
        await asyncio.gather(*self._persons, return_exceptions=True)


async def fail_and_go_on(
    folder: Path, rng: random.Random, *, failures: int, tables: int, within: float
) -> tuple[int, list[float]]:
    """Let the database fail at random moments until that many calls have failed.

    Args:
        within: the seconds that a table is waited for before this gives up.

    Returns:
        How many calls failed, and after each fault how long the slowest table took to go on, in seconds.
    """
    settings = Settings(
        database=f"sqlite:///{folder / 'tables.sqlite3'}", deal_after=0.0, bot_pause=0.001, watch_pause=0.001
    )
    services = Server(settings).services
    await services.open()
    faults = Faults(services)
    running = Tables(services, rng)
    waits: list[float] = []
    for number in range(tables):
        await running.open(persons=number % 2 == 1)
    disturbing = asyncio.create_task(running.disturb())
    try:
        async with asyncio.timeout(within):
            await running.go_on(asyncio.get_running_loop().time)
        while faults.failed < failures:
            await asyncio.sleep(rng.random() * 0.05)
            faults.kind = rng.choice(KINDS)
            await asyncio.sleep(rng.choice((0.002, 0.02, 0.2)) * rng.random())
            faults.kind = None
            async with asyncio.timeout(within):
                waits.append(await running.go_on(asyncio.get_running_loop().time))
    finally:
        disturbing.cancel()
        await running.close()
        await services.close()
    return faults.failed, waits
