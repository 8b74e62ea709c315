"""One table being served: what players do there, and what they may know of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from korthus.core.errors import IllegalAction, InvalidRecord
from korthus.core.protocol import Effect, Step, View
from korthus.core.record import Record
from korthus.table import Receipt
from korthus.table.reopen import game_gone
from korthus.web.bots.rule_work import Described
from korthus.web.bounds import CHATS
from korthus.web.http.limits import Bucket
from korthus.web.http.refusals import ServerRefusal, not_playable
from korthus.web.live.following import Following
from korthus.web.live.logged import unbroken
from korthus.web.live.services import Services
from korthus.web.live.watching import Watching
from korthus.web.logs import record_event
from korthus.web.socket.wire import MAX_LISTED
from korthus.web.store.entries import (
    Answered,
    Asked,
    Entry,
    Excused,
    Instead,
    PutAway,
    Released,
    Said,
    Started,
    decode_entry,
    package_of,
)
from korthus.web.store.store import Kept, SeatRow, TableRow


class LiveTable(Following):
    """A table, its log, its seats and its guests."""

    def __init__(self, services: Services, row: TableRow, seats: Sequence[SeatRow]) -> None:
        super().__init__(services, row, seats)
        #: What the actions of a position are called, by seat and language, with the version it was made for.
        self.labels: dict[tuple[int | None, str], tuple[int, dict[str, str]]] = {}
        #: By seat: a version, and what each action that it could do then does.
        self.effects: dict[int | None, tuple[int, Sequence[Effect | None]]] = {}
        #: What the seat to act can do, where that was worked out elsewhere, with the version it is meant for.
        self._described: tuple[int, Described] = (-1, Described(None, {}, {}))
        self._chats: dict[int, Bucket] = {}
        self._record: Record | None = None
        #: A seat whose person wants the computer to play for them, and the version of that turn.
        self.play_for_me: tuple[int, int] | None = None
        self.watch = Watching()
        #: Seats whose persons have been here since the live table was built.
        self.came: set[int] = set()
        #: When somebody was last here, on the loop's clock.
        self.used = 0.0

    async def describe(self, *languages: str) -> None:
        """Have it worked out what the seat to act can do, where that takes long. Call it under the lock."""
        table = self.table
        seat = table.to_act
        if seat is None or table.quick:
            return
        here = {guest.language for guest in self.guests if guest.seat == seat and guest.language is not None}
        wanted = here | set(languages)
        version, known = self._described
        if version == table.version and wanted <= known.help.keys():
            return
        try:
            found = await self.services.rules.describe(
                self.game, table.view(seat), sorted(wanted), MAX_LISTED, self.person
            )
        except ServerRefusal as error:
            record_event(logging.WARNING, "not_described", table=self.code, code=error.code)
            found = Described(None, {}, {})
        silent = dict.fromkeys(wanted, "")
        self._described = (table.version, found._replace(help=silent | found.help))

    def described(self, view: View) -> Described | None:
        """What ``describe`` found out for the seat that has this view; None if asking the game is quick."""
        if view.seat is None or view.seat != view.to_act or self.game.quick(view):
            return None
        version, found = self._described
        return found if version == self.table.version else Described(None, {}, {})

    def close(self, why: ServerRefusal) -> None:
        """Play no more here: it would hold up others. What was played stays in the log."""
        record_event(logging.WARNING, "table_closed", table=self.code, code=why.code)
        self.services.metrics.count("tables_closed", self.game.name)
        self.closed = why
        self._tell_each(lambda guest: guest.dismiss(why))

    async def record(self) -> Record:
        """The record of a finished game. Call it under the lock.

        Raises:
            ServerRefusal: the game goes on.
        """
        if not self.table.over:
            raise ServerRefusal("NOT_OVER")
        if self.table.held_back:
            raise ServerRefusal("HELD_BACK")
        if self._record is None:
            self._record = await asyncio.to_thread(self.table.record)
        return self._record

    async def news(self) -> None:
        """Another server has written something: read it and tell everybody here."""
        async with self.alone():
            await self.catch_up()
            await self.describe()

    @unbroken
    async def act(
        self,
        seat: int,
        text: str,
        version: int | None,
        id: str | None = None,
        accepted: Callable[[Receipt], None] | None = None,
        *,
        instead: Instead | None = None,
    ) -> None:
        """Play an action; ``accepted`` hears of it when it is durable, before everybody else.

        Args:
            instead: who chose it, if not the level that plays the seat; everybody is told.

        Raises:
            KorthusError: as ``Table.submit``.
        """
        began = asyncio.get_running_loop().time()
        receipt: Receipt
        step: Step[Any] | None = None

        async def work_out() -> None:
            nonlocal step
            step = await self.worked_out(seat, text, version)

        def play() -> Sequence[Entry]:
            nonlocal receipt
            receipt = self.table.submit(seat, text, version, id=id, step=step)
            if receipt.repeated:
                return ()
            return (self.table.last_entry,) if instead is None else (self.table.last_entry, instead)

        async with self.alone():
            try:
                await self._do(play, before=work_out)
            except ServerRefusal as error:
                if error.code == "TOO_COSTLY":
                    self.close(ServerRefusal("TABLE_CLOSED"))
                    raise ServerRefusal("TABLE_CLOSED") from error
                raise
            if accepted is not None:
                accepted(receipt)
            if not receipt.repeated:
                asked, self.undo_asked = self.undo_asked, None
                self._forget_instead(self.table.last_entry)
                if instead is not None:
                    self._note_instead(instead)
                await self.describe()
                self.tell()
                if asked is not None or self.instead != self._told_instead:
                    self.tell_table()
                self.services.metrics.acted(asyncio.get_running_loop().time() - began)

    @unbroken
    async def add_seed(self, seat: int, seed: str) -> None:
        """Mix a seat's seed into the shuffle.

        Raises:
            KorthusError: as ``Table.add_seed``.
            ServerRefusal: other tables play the same cards, which a seed would change.
        """

        def add() -> Sequence[Entry]:
            if self.tournament is not None:
                raise ServerRefusal("IN_TOURNAMENT")
            self.table.add_seed(seat, seed)
            return (self.table.last_entry,)

        async with self.alone():
            await self._do(add)
            self.tell()

    @unbroken
    async def start(self) -> None:
        """Deal the first cards.

        Raises:
            ServerRefusal: not all seats are taken.
            IllegalAction: they are dealt already.
        """

        def deal() -> Sequence[Entry]:
            if not self.full:
                raise ServerRefusal("NOT_FULL")
            self.table.start()
            return (Started(),)

        async with self.alone():
            await self._do(deal)
            await self.describe()
            self.tell()
            self.tell_table()

    def may_say(self, seat: int) -> bool:
        """Whether the person of a seat may say one more thing now, on whichever of their sockets."""
        return self._chats.setdefault(seat, Bucket(*CHATS)).take()

    @unbroken
    async def say(self, said: Said) -> None:
        """Let everybody hear what somebody says."""
        async with self.alone():
            await self._do(lambda: (said,))
            self.chat.append(said)
            self._tell_chat(said)

    @unbroken
    async def undo(self, seat: int) -> None:
        """Take a seat's last action back: at once in practice, else when the other persons agree.

        Raises:
            IllegalAction: there is nothing that may be taken back.
        """
        asks = False

        def take_back() -> Sequence[Entry]:
            nonlocal asks
            asks = not self.table.practice and bool(self._must_agree(seat))
            if asks:
                self.table.check_take_back(seat)
                return (Asked(seat),)
            self.table.undo(seat, agreed=not self.table.practice)
            return (self.table.last_entry,)

        async with self.alone():
            await self._do(take_back)
            self.undo_asked, self.undo_agreed = (seat if asks else None), set()
            if not asks:
                self._forget_instead(self.table.last_entry)
                self.tell()
            self.tell_table()

    @unbroken
    async def answer_undo(self, seat: int, agree: bool) -> None:
        """Agree to what another asks for, or do not.

        Raises:
            IllegalAction: nobody asks this seat.
        """
        all_agree = False

        def reply() -> Sequence[Entry]:
            nonlocal all_agree
            asker = self.undo_asked
            if asker is None or seat not in self._must_agree(asker):
                raise IllegalAction("NOT_ASKED", "Nobody asks you to agree to anything.")
            all_agree = agree and self._must_agree(asker) <= {*self.undo_agreed, seat}
            if not all_agree:
                return (Answered(seat, agree),)
            self.table.undo(asker, agreed=True)
            return (Answered(seat, agree), self.table.last_entry)

        async with self.alone():
            await self._do(reply)
            self.undo_agreed.add(seat)
            if all_agree or not agree:
                self.undo_asked = None
            if all_agree:
                self._forget_instead(self.table.last_entry)
                self.tell()
            self.tell_table()

    @unbroken
    async def resign(self, seat: int) -> None:
        """Give the game up for a seat: it is over. Not where that would end it for several others.

        Raises:
            IllegalAction: several others play on.
            KorthusError: as ``Table.resign``.
        """

        def give_up() -> Sequence[Entry]:
            if len(self._must_agree(seat)) > 1:
                raise IllegalAction(
                    "OTHERS_PLAY_ON",
                    "The others play on: leave the table, and the computer plays your turns for you.",
                )
            self.table.resign(seat)
            return (self.table.last_entry,)

        async with self.alone():
            await self._do(give_up)
            self.undo_asked = None
            self.tell()
            self.tell_table()

    @unbroken
    async def excuse(self, seat: int, away: bool) -> None:
        """Wait no longer for a seat's person who was put away from the tournament, or wait again."""

        def note() -> Sequence[Entry]:
            return () if self.table.over or (seat in self.excused) == away else (Excused(seat, away),)

        async with self.alone():
            await self._do(note)
            self._note_excused(seat, away)
            self.tell_table()

    @unbroken
    async def abandon(self, seat: int) -> None:
        """Give the game up for a seat, dealt or not: nobody is left who would play it. It may be over."""

        def give_up() -> Sequence[Entry]:
            if self.table.over:
                return ()
            entries: list[Entry] = []
            if not self.table.started:
                self.table.start()
                entries.append(self.table.last_entry)
            self.table.resign(seat)
            return (*entries, self.table.last_entry)

        async with self.alone():
            await self._do(give_up)
            self.tell()
            self.tell_table()

    @unbroken
    async def release(self) -> None:
        """Let everything be seen, now that all tables with the same cards have ended."""

        def reveal() -> Sequence[Entry]:
            if not self.table.held_back:
                return ()
            self.table.release()
            return (Released(),)

        async with self.alone():
            await self._do(reveal)
            self.tell()
            self.tell_table()

    @unbroken
    async def put(self, seat: int, away: bool) -> None:
        """Put the game away for a seat's person, or take it up again: their list of games says so."""
        async with self.alone():
            await self._do(lambda: () if (seat in self.put_away) == away else (PutAway(seat, away),))
            self._note_away(seat, away)

    async def play_for(self, seat: int) -> None:
        """Let the computer play this one turn for a person who is here.

        Raises:
            IllegalAction: it is not their turn.
        """
        async with self.alone():
            if self.table.to_act != seat:
                raise IllegalAction("NOT_NOW", "There is nothing for you to decide now.")
            self.play_for_me = (seat, self.table.version)

    async def watch_as(self, watching: Watching) -> None:
        """Let the computers wait, or play faster or slower.

        Raises:
            IllegalAction: a person plays here.
        """
        async with self.alone():
            if self.persons:
                raise IllegalAction(
                    "NOT_ONLY_COMPUTERS", "Only a game of computers can be stopped or hurried."
                )
            self.watch = watching
            self.tell_table()

    def _must_agree(self, asker: int) -> set[int]:
        """The other persons at the table."""
        return {seat.seat for seat in self.seats if seat.bot is None and seat.seat != asker and seat.taken}


async def load_live_table(services: Services, code: str) -> LiveTable:
    """Build a live table from the log.

    Raises:
        ServerRefusal: there is no such table, or its game cannot be set up any more.
    """
    found = await services.store.table(code)
    if found is None:
        raise ServerRefusal("NO_SUCH_TABLE")
    try:
        live = LiveTable(services, found.row, found.news.seats)
    except InvalidRecord as error:
        raise _not_playable(found, error) from error
    try:
        await live.take_in_all(found.news.entries)
    except ServerRefusal as error:
        raise ServerRefusal("TABLE_CLOSED") if error.code == "TOO_COSTLY" else error from error
    live.chain = found.news.chain
    return live


def _not_playable(found: Kept, error: InvalidRecord) -> ServerRefusal:
    """Why a table cannot be played any more: its package is gone, or its rules have changed."""
    if error.code == "UNKNOWN_GAME":
        package = package_of([decode_entry(payload) for _, payload in found.news.entries])
        if package is not None:
            error = game_gone(found.row.game, package)
    record_event(logging.WARNING, "not_playable", table=found.row.code, code=error.code)
    return not_playable(error)
