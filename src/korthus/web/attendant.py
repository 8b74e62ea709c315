"""Who keeps a table going: deals when it is full, lets bots play, and stands in for persons who are away.

One thing is due at a time. After every change the attendant looks, and if what is due is no longer the same,
it begins anew. Nothing is due while nobody is there, so clocks stand still when a server is down or everybody
has left.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING, NamedTuple

from korthus.core.errors import KorthusError
from korthus.web.bot_pool import usual_level
from korthus.web.logs import record_event

if TYPE_CHECKING:
    from korthus.web.room import Room


class Due(NamedTuple):
    """What will be done if nothing changes before."""

    #: ``deal``, ``bot``, ``absent`` or ``clock``.
    what: str
    version: int
    seat: int = -1
    #: How long it waits, in seconds.
    after: float = 0.0


class Attendant:
    """The one who waits at a table."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._due: Due | None = None
        self._ends = 0.0
        self._task: asyncio.Task[None] | None = None
        #: The absent person for whom a bot is playing this very turn.
        self.standing_in: int | None = None

    @property
    def busy(self) -> bool:
        """Whether something is due."""
        return self._due is not None

    def deadline(self) -> int | None:
        """Milliseconds until a bot plays this turn for a person, if that is due."""
        if self._due is None or self._due.what not in ("absent", "clock"):
            return None
        return max(0, math.ceil((self._ends - asyncio.get_running_loop().time()) * 1000))

    def waiting_for(self) -> int | None:
        """The absent person who is waited for."""
        return self._due.seat if self._due is not None and self._due.what == "absent" else None

    def look(self) -> None:
        """See what is due now."""
        due = self._what_is_due()
        if due == self._due:
            return
        self.stop()
        if due is not None:
            self._due = due
            self._ends = asyncio.get_running_loop().time() + due.after
            self._task = asyncio.create_task(self._do(due), name=f"{due.what} at {self._room.code}")

    def stop(self) -> None:
        """Forget what is due."""
        task, self._task, self._due = self._task, None, None
        self.standing_in = None
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    def _what_is_due(self) -> Due | None:
        room, table = self._room, self._room.table
        settings = room.house.settings
        if table.over:
            return None
        here = [seat for seat in room.persons if room.present(seat)]
        if not table.started:
            watched = here or (not room.persons and room.guests)
            return Due("deal", table.version, after=settings.deal_after) if room.full and watched else None
        seat = table.to_act
        if seat is None:
            return None
        if room.seats[seat].bot is not None:
            if room.persons:
                return Due("bot", table.version, seat, settings.bot_pause)
            return Due("bot", table.version, seat, settings.watch_pause) if room.spectators else None
        if not here:
            return None
        if room.row.clock is not None:
            return Due("clock", table.version, seat, float(room.row.clock))
        if seat not in here:
            return Due("absent", table.version, seat, settings.grace)
        return None

    async def _do(self, due: Due) -> None:
        room = self._room
        try:
            match due.what:
                case "deal":
                    await asyncio.sleep(due.after)
                    await room.start()
                case "bot":
                    level = room.seats[due.seat].bot
                    assert level is not None
                    await self._play(due, level, due.after)
                case _:
                    if due.what == "absent":
                        room.tell_table()
                    await asyncio.sleep(due.after)
                    self.standing_in = due.seat
                    room.house.metrics.count("stand_ins", due.what)
                    room.tell_table()
                    await self._play(due, usual_level(room.game.name), room.house.settings.bot_pause)
                    self.standing_in = None
                    room.tell_table()
        except KorthusError as error:
            # The table has moved on, or was dealt by somebody else: what was due is no longer.
            record_event(logging.INFO, "attendant_late", table=room.code, what=due.what, code=error.code)
        except Exception as error:
            record_event(logging.ERROR, "attendant_failed", error=error, table=room.code, what=due.what)
        finally:
            if self._due is due:
                self._due = self._task = None

    async def _play(self, due: Due, level: str, pause: float) -> None:
        """Let a bot choose and play; how long it thought shows only in whole pauses."""
        room = self._room
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with room.alone():
            if room.table.version != due.version:
                return
            view = room.table.view(due.seat)
        text = await room.house.bots.choose(room.game, view, level)
        if pause:
            thought = loop.time() - began
            await asyncio.sleep(pause * max(1, math.ceil(thought / pause)) - thought)
        await room.act(due.seat, text, due.version)
