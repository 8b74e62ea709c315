"""The rooms in use: built from the log when somebody asks for them, dropped when nobody is there."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from korthus.web.http.refusals import no_such_table
from korthus.web.live.house import House
from korthus.web.live.room import Room, load_room
from korthus.web.logs import record_event
from korthus.web.store.tokens import is_code

#: How often idle rooms are looked for, in seconds.
_SWEEP: Final = 5.0


class Rooms:
    """All rooms of this server."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    def start(self) -> None:
        """Begin to drop idle rooms."""
        self._sweeper = asyncio.create_task(self._sweep(), name="room sweeper")

    async def close(self) -> None:
        """Stop everything that is due."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for room in self._rooms.values():
            room.attendant.close()
            await asyncio.gather(*room.doing, return_exceptions=True)  # what was accepted is finished first

    def loaded(self, code: str) -> Room | None:
        """A room, if it is in memory."""
        return self._rooms.get(code)

    def all(self) -> list[Room]:
        """The rooms in memory."""
        return list(self._rooms.values())

    def add(self, room: Room) -> None:
        """A table that was just opened."""
        room.used = asyncio.get_running_loop().time()
        self._rooms[room.code] = room
        self._house.metrics.rooms = len(self._rooms)

    async def get(self, code: str) -> Room:
        """The room of a table.

        Raises:
            ServerRefusal: there is no such table.
        """
        room = self._rooms.get(code)
        if room is None:
            if not is_code(code):
                raise no_such_table()
            task = self._loading.get(code)
            if task is None:
                task = self._loading[code] = asyncio.create_task(self._load(code), name=f"load {code}")
            room = await asyncio.shield(task)
        room.used = asyncio.get_running_loop().time()
        return room

    async def _load(self, code: str) -> Room:
        try:
            room = await load_room(self._house, code)
            self.add(room)
            return room
        finally:
            del self._loading[code]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(_SWEEP, self._house.settings.idle))
            limit = asyncio.get_running_loop().time() - self._house.settings.idle
            idle = [
                code
                for code, room in self._rooms.items()
                if not room.guests
                and not room.lock.locked()
                and not room.doing
                and not room.attendant.busy
                and room.used < limit
            ]
            for code in idle:
                del self._rooms[code]
            if idle:
                self._house.metrics.rooms = len(self._rooms)
                record_event(logging.DEBUG, "rooms_dropped", count=len(idle))
