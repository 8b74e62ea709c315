"""News between the servers of one PostgreSQL database, by LISTEN and NOTIFY.

Four kinds of news, each a line: ``log NODE CODE SEQUENCE`` (a table has new entries; sent by the transaction
that wrote them), ``here NODE CODE SEAT COUNT`` (how many sockets a seat has at a server; ``-`` for
spectators), ``alive NODE`` now and then, ``ask NODE`` from one that has just come, and ``bye NODE``. Losing
news is harmless: after a broken connection every room reads the log, which is the truth.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from korthus.web.log_writer import CHANNEL
from korthus.web.logs import record_event
from korthus.web.presence import HEARTBEAT

if TYPE_CHECKING:
    from korthus.web.house import House

#: How long to wait before a lost connection is tried again, in seconds.
_AGAIN: Final = 0.5


class Wake:
    """Listens to the other servers, and tells them what happens here."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        #: Rooms that are reading the log, and those that must read it once more.
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run(), name="wake")

    async def close(self) -> None:
        """Say goodbye."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for task in self._reading.values():
            task.cancel()

    def tell_presence(self, code: str, seat: int | None, count: int) -> None:
        """Tell the others how many sockets a seat has here."""
        self._outgoing.put_nowait(f"here {self._house.node} {code} {'-' if seat is None else seat} {count}")

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (OSError, ConnectionError, _database_error()) as error:
                record_event(logging.WARNING, "wake_lost", error=error)
                self._house.metrics.count("wake_lost")
                await asyncio.sleep(_AGAIN)

    async def _listen(self) -> None:
        """Listen until the connection is lost."""
        import asyncpg  # only where the database is PostgreSQL

        url = self._house.store.url.set(drivername="postgresql")
        connection: Any = await asyncpg.connect(url.render_as_string(hide_password=False))
        try:
            await connection.add_listener(CHANNEL, self._hear)
            self._outgoing.put_nowait(f"ask {self._house.node}")
            self._tell_everybody()
            for room in self._house.rooms.all():
                self._read(room.code)
            while True:
                message = await self._next()
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, message)
        except asyncio.CancelledError:
            if not connection.is_closed():
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"bye {self._house.node}")
            raise
        finally:
            with suppress(OSError):
                await connection.close(timeout=1.0)

    async def _next(self) -> str:
        """The next message to send: what waits, or after a while that we are alive."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                return await self._outgoing.get()
        except TimeoutError:
            for code in self._house.presence.drop_the_dead():
                self._look_at(code)
            return f"alive {self._house.node}"

    def _tell_everybody(self) -> None:
        for room in self._house.rooms.all():
            for seat in {guest.seat for guest in room.guests}:
                self._house.tell_presence(room, seat)

    def _hear(self, _connection: object, _process: int, _channel: str, news: str) -> None:
        kind, node, *rest = news.split(" ")
        if node == self._house.node:
            return
        presence = self._house.presence
        presence.heard(node)
        match kind, rest:
            case "log", [code, _]:
                if self._house.rooms.loaded(code) is not None:
                    self._read(code)
            case "here", [code, seat, count]:
                presence.tell(node, code, None if seat == "-" else int(seat), int(count))
                self._look_at(code)
            case "ask", []:
                self._tell_everybody()
            case "bye", []:
                for code in presence.forget(node):
                    self._look_at(code)
            case _:
                pass  # alive, or a newer server's news

    def _look_at(self, code: str) -> None:
        room = self._house.rooms.loaded(code)
        if room is not None:
            room.attendant.look()
            room.tell_table()

    def _read(self, code: str) -> None:
        """Let a room read the log, once more if it is reading."""
        if code in self._reading:
            self._again.add(code)
        else:
            self._reading[code] = asyncio.create_task(self._read_log(code), name=f"news of {code}")

    async def _read_log(self, code: str) -> None:
        try:
            while True:
                self._again.discard(code)
                room = self._house.rooms.loaded(code)
                if room is not None:
                    await room.news()
                if code not in self._again:
                    return
        except Exception as error:
            record_event(logging.ERROR, "news_failed", error=error, table=code)
        finally:
            del self._reading[code]


def _database_error() -> type[Exception]:
    from asyncpg import PostgresError  # only where the database is PostgreSQL

    kind: type[Exception] = PostgresError
    return kind
