"""News between the servers of one PostgreSQL database, by LISTEN and NOTIFY.

Each piece of news is a line: ``log NODE CODE SEQUENCE`` (a table has new entries; sent by the transaction
that wrote them), ``here NODE CODE SEAT COUNT`` (how many sockets a seat has at a server; ``-`` for
spectators), ``roster NODE`` and ``told NODE`` around all that a server has of those, ``alive NODE`` now and
then, ``ask NODE`` from one that has just come, and ``bye NODE``. Losing news is harmless: while a server
does not hear the others every table reads the log before anything is done there, and all tables read it when
it hears them again.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from korthus.web.background import stop
from korthus.web.live.presence import HEARTBEAT
from korthus.web.logs import record_event
from korthus.web.store.log_writer import CHANNEL
from korthus.web.store.store import CONNECT_WITHIN
from korthus.web.store.trouble import DamagedTable

if TYPE_CHECKING:
    from korthus.web.live.services import Services

#: How long to wait before something that failed is tried again, at first and at most, in seconds.
_AGAIN: Final = 0.25
_AGAIN_AT_MOST: Final = 4.0
#: How long the database may take to pass a message on, in seconds.
_PASSED_ON_WITHIN: Final = 5.0


class Wake:
    """Listens to the other servers, and tells them what happens here."""

    def __init__(self, services: Services) -> None:
        self._services = services
        #: Whether we hear the others now.
        self.listening = False
        #: What waits to be sent; None says that the connection is lost.
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        #: When we must say again that we are alive, on the loop's clock.
        self._beat = 0.0
        self._task: asyncio.Task[None] | None = None
        #: Tables that are reading the log, and those that must read it once more.
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run(), name="wake")

    async def close(self) -> None:
        """Say goodbye."""
        await stop(self._task)
        for task in self._reading.values():
            task.cancel()

    def tell_presence(self, code: str, seat: int | None, count: int) -> None:
        """Tell the others how many sockets a seat has here."""
        if self.listening:  # otherwise all is told when we are back
            self._send(f"here {self._services.node} {code} {'-' if seat is None else seat} {count}")

    def _send(self, message: str) -> None:
        self._outgoing.put_nowait(message)

    async def _run(self) -> None:
        """Listen for ever: whatever the connection is lost of, it is made again."""
        wait = _AGAIN
        while True:
            try:
                await self._listen()
            except Exception as error:
                if self.listening:
                    wait = _AGAIN
                self.listening = False
                record_event(logging.WARNING, "wake_lost", error=error)
                self._services.metrics.count("wake_lost")
                await asyncio.sleep(wait)
                wait = min(_AGAIN_AT_MOST, 2 * wait)

    async def _listen(self) -> None:
        """Listen until the connection is lost.

        Raises:
            Exception: it is, or cannot be made.
        """
        import asyncpg  # only where the database is PostgreSQL

        url = self._services.store.url.set(drivername="postgresql")
        connection: Any = await asyncpg.connect(
            url.render_as_string(hide_password=False), timeout=CONNECT_WITHIN
        )
        try:
            outgoing = self._outgoing = asyncio.Queue()
            connection.add_termination_listener(lambda _: outgoing.put_nowait(None))
            await connection.add_listener(CHANNEL, self._hear)
            self._begin()
            while (message := await self._next()) is not None:
                await self._pass_on(connection, message)
            raise ConnectionError("the connection is lost")
        except asyncio.CancelledError:
            with suppress(Exception):  # whoever misses it finds out by himself, in a few seconds
                await self._pass_on(connection, f"bye {self._services.node}")
            raise
        finally:
            with suppress(Exception):  # it is given up either way
                await connection.close(timeout=1.0)

    @staticmethod
    async def _pass_on(connection: Any, message: str) -> None:
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, message, timeout=_PASSED_ON_WITHIN)

    def _begin(self) -> None:
        """We hear the others: make up for what was missed, here and there."""
        self.listening = True
        self._services.metrics.count("wake_listens")
        record_event(logging.INFO, "wake_listens")
        self._beat = asyncio.get_running_loop().time() + HEARTBEAT
        self._services.presence.hold_on()
        self._send(f"ask {self._services.node}")
        self._tell_everybody()
        for live in self._services.live_tables.all():
            self._read(live.code)

    async def _next(self) -> str | None:
        """What to send next: what waits, or after a while that we are alive; None if nothing can be."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._beat:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(self._beat):
                    return await self._outgoing.get()
        self._beat = loop.time() + HEARTBEAT
        for code in self._services.presence.drop_the_dead():
            self._look_at(code)
        return f"alive {self._services.node}"

    def _tell_everybody(self) -> None:
        self._send(f"roster {self._services.node}")
        for live in self._services.live_tables.all():
            for seat in {guest.seat for guest in live.guests}:
                self._services.tell_presence(live, seat)
        self._send(f"told {self._services.node}")

    def _hear(self, _connection: object, _process: int, _channel: str, news: str) -> None:
        kind, node, *rest = news.split(" ")
        if node == self._services.node:
            return
        presence = self._services.presence
        presence.heard(node)
        match kind, rest:
            case "log", [code, _]:
                if self._services.live_tables.loaded(code) is not None:
                    self._read(code)
            case "here", [code, seat, count]:
                presence.tell(node, code, None if seat == "-" else int(seat), int(count))
                self._look_at(code)
            case "ask", []:
                self._tell_everybody()
            case "roster", []:
                presence.roster_begins(node)
            case "told", []:
                for code in presence.roster_ends(node):
                    self._look_at(code)
            case "bye", []:
                for code in presence.forget(node):
                    self._look_at(code)
            case _:
                pass  # alive, or a newer server's news

    def _look_at(self, code: str) -> None:
        live = self._services.live_tables.loaded(code)
        if live is not None:
            live.look()
            live.tell_table()

    def _read(self, code: str) -> None:
        """Let a live table read the log, once more if it is reading."""
        if code in self._reading:
            self._again.add(code)
        else:
            self._reading[code] = asyncio.create_task(self._read_log(code), name=f"news of {code}")

    async def _read_log(self, code: str) -> None:
        """Let a live table read the log, as often as it takes: what is missed here nobody tells again."""
        wait = _AGAIN
        try:
            while True:
                self._again.discard(code)
                live = self._services.live_tables.loaded(code)
                if live is None:
                    return
                try:
                    await live.news()
                except DamagedTable:
                    return  # it is written down; whoever comes is told
                except Exception as error:
                    record_event(logging.ERROR, "news_failed", error=error, table=code)
                    self._services.metrics.count("news_failed")
                    await asyncio.sleep(wait)
                    wait = min(_AGAIN_AT_MOST, 2 * wait)
                    continue
                if code not in self._again:
                    return
        finally:
            del self._reading[code]
