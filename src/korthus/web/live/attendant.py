"""Who keeps a table going: deals when it is full, lets bots play, and stands in for persons who are away.

One thing is due at a time. After every change the attendant looks, and if what is due is no longer the same,
it begins anew. Whatever fails is tried again, with longer waits between; a table whose last write failed is
mended before anything else. Nothing else is due while nobody is there, so clocks stand still when a server is
down or everybody has left.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING, Final, NamedTuple

from korthus.bots.chair import for_players
from korthus.core.errors import KorthusError
from korthus.web.bots.pool import automatic_level, usual_level
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.rhythm import Rhythm
from korthus.web.logs import record_event
from korthus.web.store.entries import Instead

if TYPE_CHECKING:
    from korthus.web.live.live_table import LiveTable

#: How long the attendant waits before it tries again, in seconds: first, and at most.
_FIRST_WAIT: Final = 0.1
_LONGEST_WAIT: Final = 2.0


class Due(NamedTuple):
    """What will be done if nothing changes before."""

    #: ``deal``, ``bot``, ``absent``, ``clock``, ``auto`` or ``mend``.
    what: str
    version: int
    seat: int = -1
    #: How long it waits, in seconds.
    after: float = 0.0


class Attendant:
    """The one who waits at a table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._due: Due | None = None
        self._ends = 0.0
        self._task: asyncio.Task[None] | None = None
        #: What was due when a write failed, and when: that the table is mended makes nobody wait longer.
        self._put_off: tuple[Due, float] | None = None
        self._closed = False
        #: The absent person for whom a bot is playing this very turn.
        self.standing_in: int | None = None
        self._rhythms: dict[int, Rhythm] = {}

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
        if due == self._due or self._closed:
            return
        if self._due is not None and due is not None and due.what == "mend":
            self._put_off = self._due, self._ends
        self.stop()
        if due is not None:
            self._due = due
            self._ends = asyncio.get_running_loop().time() + due.after
            if due.what != "mend" and self._put_off is not None:
                was, ends = self._put_off
                self._ends = ends if was == due else self._ends
                self._put_off = None
            self._task = asyncio.create_task(self._attend(due), name=f"{due.what} at {self._live.code}")

    def stop(self) -> None:
        """Forget what is due."""
        task, self._task, self._due = self._task, None, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()
        if self.standing_in is not None:
            self.standing_in = None
            self._live.tell_table()

    def close(self) -> None:
        """Stop for good."""
        self._closed = True
        self.stop()

    def _what_is_due(self) -> Due | None:
        live, table = self._live, self._live.table
        settings = live.services.settings
        if live.closed is not None:
            return None
        if live.behind or live.trouble:
            return Due("mend", -1)
        if table.over:
            return None
        here = [seat for seat in live.persons if live.present(seat)]
        if not table.started:
            watched = here or (not live.persons and live.guests)
            return Due("deal", table.version, after=settings.deal_after) if live.full and watched else None
        seat = table.to_act
        if seat is None:
            return None
        if live.seats[seat].bot is not None:
            if live.persons:
                return Due("bot", table.version, seat, settings.bot_pause)
            pause = settings.watch_pause * live.watch.pace
            looking = live.spectators > 0 and not live.watch.paused
            return Due("bot", table.version, seat, pause) if looking else None
        if not here:
            return None
        if live.play_for_me == (seat, table.version):
            return Due("auto", table.version, seat)
        if live.row.clock is not None:
            return Due("clock", table.version, seat, float(live.row.clock))
        if seat not in here:
            after = 0.0 if seat in live.excused else settings.grace
            return Due("absent", table.version, seat, after)
        return None

    async def _attend(self, due: Due) -> None:
        """Do what is due, again and again, until it is done or something else is due."""
        wait = _FIRST_WAIT
        while True:
            try:
                await self._do(due)
            except KorthusError as error:
                # The table has moved on, or was dealt by somebody else: what was due is no longer.
                code = error.code
                record_event(logging.INFO, "attendant_late", table=self._live.code, what=due.what, code=code)
            except Exception as error:
                record_event(
                    logging.ERROR, "attendant_failed", error=error, table=self._live.code, what=due.what
                )
            if self._due is not due:
                return  # somebody looked meanwhile, and another task does what is due now
            if self._what_is_due() != due:
                break
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
        self._due = self._task = None
        self.look()

    async def _do(self, due: Due) -> None:
        live = self._live
        match due.what:
            case "mend":
                await live.mend()
            case "deal":
                await self._until_the_end()
                await live.start()
            case "bot":
                level = live.seats[due.seat].bot
                assert level is not None
                await self._play(due, level, due.after)
            case _:
                if due.what == "absent":
                    live.tell_table()
                await self._until_the_end()
                self.standing_in = due.seat
                live.services.metrics.count("stand_ins", due.what)
                live.tell_table()
                try:
                    player = automatic_level if due.what == "auto" else usual_level
                    await self._play(due, player(live.game.name), live.services.settings.bot_pause)
                finally:
                    if self._due is due:
                        self.standing_in = None
                        live.tell_table()

    async def _until_the_end(self) -> None:
        """Wait until the time of what is due has come."""
        await asyncio.sleep(max(0.0, self._ends - asyncio.get_running_loop().time()))

    async def _play(self, due: Due, level: str, pause: float) -> None:
        """Let a bot choose and play, in its own rhythm."""
        live = self._live
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with live.alone():
            if live.table.version != due.version:
                return
            view = live.table.view(due.seat)
            told = for_players(live.table.told(due.seat))
        try:
            choice = await live.services.bots.choose(
                live.game, view, level, live.person, told=told, seed=live.luck_of(due.seat)
            )
        except ServerRefusal as error:
            if error.code == "TOO_COSTLY":
                live.close(ServerRefusal("TABLE_CLOSED"))
            raise
        if pause:
            thought = loop.time() - began
            rhythm = self._rhythms.setdefault(due.seat, Rhythm())
            await asyncio.sleep(pause * rhythm.pauses(thought, pause) - thought)
        instead = None if choice.why is None else Instead(due.seat, level, choice.by, choice.why)
        await live.act(due.seat, choice.text, due.version, instead=instead)
