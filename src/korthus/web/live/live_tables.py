"""The live tables: built from the log when somebody asks for them, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from korthus.web.background import stop
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.live_table import LiveTable, load_live_table
from korthus.web.live.services import Services
from korthus.web.logs import record_event
from korthus.web.store.tokens import is_code

#: How often idle tables are looked for, in seconds.
_SWEEP: Final = 5.0


class LiveTables:
    """All tables that are live at this server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._live_tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._live_tables)

    def start(self) -> None:
        """Begin to drop idle tables."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper of idle tables")

    async def close(self) -> None:
        """Stop everything that is due."""
        await stop(self._sweeper)
        for live in self._live_tables.values():
            live.attendant.close()
            await asyncio.gather(*live.doing, return_exceptions=True)  # what was accepted is finished first

    def loaded(self, code: str) -> LiveTable | None:
        """A table, if it is live."""
        return self._live_tables.get(code)

    def all(self) -> list[LiveTable]:
        """The live tables."""
        return list(self._live_tables.values())

    def add(self, live: LiveTable) -> None:
        """A table that was just opened."""
        live.used = asyncio.get_running_loop().time()
        self._live_tables[live.code] = live
        self._services.metrics.live_tables = len(self._live_tables)

    async def get(self, code: str) -> LiveTable:
        """A table, live.

        Raises:
            ServerRefusal: there is no such table.
        """
        live = self._live_tables.get(code)
        if live is None:
            if not is_code(code):
                raise ServerRefusal("NO_SUCH_TABLE")
            task = self._loading.get(code)
            if task is None:
                task = self._loading[code] = asyncio.create_task(self._load(code), name=f"load {code}")
            live = await asyncio.shield(task)
        live.used = asyncio.get_running_loop().time()
        return live

    async def _load(self, code: str) -> LiveTable:
        try:
            live = await load_live_table(self._services, code)
            self.add(live)
            return live
        finally:
            del self._loading[code]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP, self._services.settings.idle))
            limit = asyncio.get_running_loop().time() - self._services.settings.idle
            idle = [
                code
                for code, live in self._live_tables.items()
                if not live.guests
                and not live.lock.locked()
                and not live.doing
                and not live.attendant.busy
                and live.used < limit
            ]
            for code in idle:
                del self._live_tables[code]
            if idle:
                self._services.metrics.live_tables = len(self._live_tables)
                record_event(logging.DEBUG, "live_tables_dropped", count=len(idle))
