"""A table in memory and its place in the log: what was done is tried, written, and told when it is durable.

Everything that happens at a table happens under its lock. If somebody at another server was first, the live
table reads what came and the action is judged again.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, cast

import msgspec
from sqlalchemy import update

from korthus.core.protocol import Step
from korthus.core.record import PackageEntry
from korthus.table import Player, Table
from korthus.web.bots.line import UNASKED, Person
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.attendant import Attendant
from korthus.web.live.guests import Guest, Telling
from korthus.web.live.known_games import kept_game
from korthus.web.live.pace import Pace
from korthus.web.live.services import Services
from korthus.web.logs import record_event
from korthus.web.socket.wire import InsteadOut
from korthus.web.store.entries import (
    Acted,
    Answered,
    Asked,
    Continued,
    Declined,
    Entry,
    Excused,
    Filled,
    Followed,
    Instead,
    InTournament,
    Joined,
    PlayedWith,
    PutAway,
    Released,
    Resigned,
    Said,
    Seeded,
    Started,
    TookOver,
    Undone,
    decode_entry,
)
from korthus.web.store.log_writer import Change, Conflict, LogRow, chained_rows
from korthus.web.store.schema import tables
from korthus.web.store.store import SeatRow, TableRow, now
from korthus.web.store.trouble import DamagedTable

if TYPE_CHECKING:
    from korthus.web.live.live_table import LiveTable

#: How an empty seat is called until somebody sits there.
NOBODY: Final = "…"
#: How much of what was said a newcomer hears.
_CHAT: Final = 50
#: How many entries are taken in at once; more than that are played aside.
_FEW: Final = 20

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound="LoggedTable")


def unbroken(
    method: Callable[Concatenate[R, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Let a method of a live table go on to its end although whoever called it is cancelled.

    A commit that has begun is finished and told, whoever has lost interest meanwhile.
    """

    @wraps(method)
    async def run(live: R, /, *args: P.args, **fields: P.kwargs) -> T:
        task = asyncio.create_task(method(live, *args, **fields), name=f"{method.__name__} at {live.code}")
        live.doing.add(task)
        task.add_done_callback(live.doing.discard)
        return await asyncio.shield(task)

    return run


class LoggedTable(Telling):
    """A table, its log, and its guests."""

    def __init__(self, services: Services, row: TableRow, seats: Sequence[SeatRow]) -> None:
        super().__init__(services, row.code)
        self.row = row
        self.seats = list(seats)
        self.game = kept_game(row.game, row.preset, row.options, row.rules_version)
        self.lock = asyncio.Lock()
        #: Why nothing can be played here any more.
        self.closed: ServerRefusal | None = None
        #: Whether the table in memory may differ from the log, and must be built anew from it.
        self.behind = False
        #: Whether the last write to the log failed, other than because another server had written first.
        self.trouble = False
        #: What is being done and will be finished.
        self.doing: set[asyncio.Task[Any]] = set()
        #: What came from other servers and was not told here yet.
        self._untold: list[Entry] = []
        self.attendant = Attendant(cast("LiveTable", self))
        before = {*vars(self)} - {"instead"}
        self._begin()
        #: The names of the attributes that are made from the log.
        self._from_log = vars(self).keys() - before

    def _begin(self) -> None:
        """The table as it was when it was opened."""
        self.table = Table(
            self.game,
            [Player(seat.name or NOBODY, seat.bot) for seat in self.seats],
            server_seed=self.row.server_seed,
            preset=self.row.preset,
            practice=self.row.practice,
        )
        #: The sequence number of the last entry of the log that is in here.
        self.length = 0
        #: The checksum of that entry.
        self.chain = self.row.chain
        self.chat: deque[Said] = deque(maxlen=_CHAT)
        #: Who asks to take back, and who has agreed.
        self.undo_asked: int | None = None
        self.undo_agreed: set[int] = set()
        #: Who chose a seat's last action, where it was not the level that plays the seat.
        self.instead: dict[int, InsteadOut] = {}
        #: Whether somebody can know every hand and card to come, because the table goes on with a record.
        self.known_cards = False
        #: Where the players of this finished game go on, and who asked for it.
        self.next: Followed | None = None
        #: Seats whose persons do not want to play again.
        self.declined: set[int] = set()
        #: Seats whose persons have put the game away.
        self.put_away: set[int] = set()
        #: Which game of which tournament is played here.
        self.tournament: InTournament | None = None
        #: Seats whose persons were put away from it: nobody waits for them.
        self.excused: set[int] = set()

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [player.name for player in self.table.players]

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return all(seat.taken for seat in self.seats)

    @property
    def persons(self) -> list[int]:
        """The seats that are not bots'."""
        return [seat.seat for seat in self.seats if seat.bot is None]

    def present(self, seat: int) -> bool:
        """Whether a person is connected, here or at another server."""
        here = any(guest.seat == seat for guest in self.guests)
        return here or self.services.presence.elsewhere(self.code, seat) > 0

    @property
    def spectators(self) -> int:
        """How many look on without a seat."""
        here = sum(guest.seat is None for guest in self.guests)
        return here + self.services.presence.elsewhere(self.code, None)

    async def catch_up(self) -> None:
        """Read what the log has beyond this live table. Call it under the lock."""
        known = self.length
        after, chain = (0, self.row.chain) if self.behind else (known, self.chain)
        news = await self.services.store.news(self.code, after, chain)
        if not self.behind and len(news.entries) > _FEW:
            self.behind = True
            news = await self.services.store.news(self.code, 0, self.row.chain)
        if len(news.seats) != len(self.seats):
            raise DamagedTable(self.code)
        new = [decode_entry(payload) for sequence, payload in news.entries if sequence > known]
        if self.behind:
            # It is built aside, so that nobody sees half of it.
            built = type(self)(self.services, self.row, news.seats)
            await built.take_in_all(news.entries)
            self._adopt(built)
        else:
            self.behind = True
            self.seats = news.seats
            await self.take_in_all(news.entries)
        self.chain = news.chain
        self.behind = False
        self._untold += new

    async def take_in_all(self, read: Sequence[tuple[int, bytes]]) -> None:
        """Let entries of the log have their effect, however many they are.

        Raises:
            ServerRefusal: working one of them out takes too long.
        """
        async with Pace(self.services.gate) as pace:
            for sequence, payload in read:
                entry = decode_entry(payload)
                step = await self.worked_out(entry.seat, entry.text) if isinstance(entry, Acted) else None
                self.take_in(entry, step)
                self.length = sequence
                await pace.breathe()

    def _adopt(self, built: LoggedTable) -> None:
        """Have what another live table of the same code has from the log."""
        self.seats = built.seats
        for name in self._from_log:
            setattr(self, name, getattr(built, name))

    def take_in(self, entry: Entry, step: Step[Any] | None = None) -> None:
        """Let an entry of the log have its effect; ``step`` as for ``Table.submit``."""
        match entry:
            case Joined(seat=seat, name=name):
                self.table.sit(seat, Player(name))
                self.declined.discard(seat)
            case PlayedWith(name=name, version=version):
                self.table.package = PackageEntry(name=name, version=version)
            case TookOver():
                pass  # the new token is in the seat's row
            case Said():
                self.chat.append(entry)
            case Asked(seat=seat):
                self.undo_asked, self.undo_agreed = seat, set()
            case Answered(seat=seat, agree=True):
                self.undo_agreed.add(seat)
            case Answered():
                self.undo_asked = None
            case Instead():
                self._note_instead(entry)
            case Continued():
                self.known_cards = True
            case Followed():
                self.next = entry
            case Filled(seat=seat, level=level, name=name):
                self.table.sit(seat, Player(name, level))
            case PutAway(seat=seat, away=away):
                self._note_away(seat, away)
            case Declined(seat=seat):
                self.declined.add(seat)
            case InTournament():
                self.tournament = entry
                self.table.hold_back()
            case Excused(seat=seat, away=away):
                self._note_excused(seat, away)
            case Released():
                self.table.release()
            case _:
                self.table.repeat(entry, step)
                self._forget_instead(entry)
                if not isinstance(entry, Seeded):
                    self.undo_asked = None

    def _note_away(self, seat: int, away: bool) -> None:
        if away:
            self.put_away.add(seat)
        else:
            self.put_away.discard(seat)

    def _note_excused(self, seat: int, away: bool) -> None:
        if away:
            self.excused.add(seat)
        else:
            self.excused.discard(seat)

    def _note_instead(self, entry: Instead) -> None:
        """Another player chose the action that led to the present version."""
        self.instead[entry.seat] = InsteadOut(entry.level, entry.by, entry.why, self.table.version)

    def _forget_instead(self, entry: Entry) -> None:
        """A seat's newer action makes what was said of the one before it old."""
        if isinstance(entry, Acted):
            self.instead.pop(entry.seat, None)
            self.put_away.discard(entry.seat)
        elif isinstance(entry, Undone):
            self.instead.clear()

    async def ready(self) -> None:
        """Make sure that memory and log agree. Call it under the lock, before anything else.

        Raises:
            ServerRefusal: the table is closed.
        """
        if self.closed is not None:
            raise self.closed
        if self.behind or self.services.deaf:
            await self.catch_up()

    async def refresh(self) -> None:
        """Read what the database has, heard of or not, and tell what came. Call it under the lock."""
        await self.catch_up()
        if self._untold:
            self._tell_untold()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Have the table for oneself.

        At the end, whatever others did at another server meanwhile is told, and the attendant looks what is
        due now, whether all went well or not.
        """
        async with self.lock:
            try:
                await self.ready()
                yield
            finally:
                if self._untold:
                    self._tell_untold()
                self.attendant.look()

    def look(self) -> None:
        """Somebody came or went: let the attendant see what is due, unless whoever has the table will."""
        if not self.lock.locked():
            self.attendant.look()

    @property
    def person(self) -> Person:
        """On whose account the computer works here: a player's, else a spectator's."""
        players = [guest for guest in self.guests if guest.seat is not None]
        return min(map(self.person_of, players or self.guests), default=Person(UNASKED.address, self.code))

    def person_of(self, guest: Guest) -> Person:
        """Who a guest is: a seat's player where it has one, else somebody at this table."""
        seat = None if guest.seat is None else self.seats[guest.seat]
        if seat is None or seat.player is None:
            return Person(guest.address, f"{self.code} {guest.seat}")
        return Person(guest.address, seat.player.hex())

    def luck_of(self, seat: int) -> str:
        """The seed of a computer player's luck at this table: secret as long as the cards are."""
        return hmac.digest(self.row.server_seed, b"player %d" % seat, "sha256").hex()

    async def worked_out(self, seat: int, text: str, version: int | None = None) -> Step[Any] | None:
        """What an action leads to, from another process; None if it takes a moment only or is refused anyway.

        Raises:
            KorthusError: as ``Game.apply``.
            ServerRefusal: it takes too long, or too much waits.
        """
        table = self.table
        if table.quick or table.to_act != seat or version not in (None, table.version):
            return None
        return await self.services.rules.step(self.game, table.whole_state(), text, seat, self.person)

    async def _do(
        self,
        do: Callable[[], Sequence[Entry]],
        changes: Callable[[], Sequence[Change]] = tuple,
        before: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Do something to the table in memory and make it durable; ``before`` it something may be waited for.

        ``changes`` are asked for when it is done. If somebody at another server was first, read what came and
        do it again, so that it is judged anew.
        """
        while True:
            await self.ready()
            if before is not None:
                await before()
            entries = do()
            if not entries:
                return
            try:
                await self._commit(entries, changes())
                return
            except Conflict:
                continue

    async def _commit(self, entries: Sequence[Entry], changes: Sequence[Change]) -> None:
        """Write down what the table in memory has already done.

        Raises:
            Conflict: somebody else was first. The live table is behind now, and ``ready`` makes it right.
            ServerRefusal: it cannot be written. The attendant tries until it can.
        """
        at = now()
        rows = chained_rows(self.code, self.length, self.chain, entries, at)
        ends = self.row.ended is None and self.table.over
        if ends:
            outcome = msgspec.json.encode(self.table.outcome)
            ended = update(tables).where(tables.c.code == self.code).values(ended=at, outcome=outcome)
            changes = [*changes, Change(ended)]
        try:
            await self.services.writer.write(rows, changes)
        except BaseException as error:
            self.behind = True
            if isinstance(error, Conflict) or not isinstance(error, Exception):
                raise
            self._write_failed(error)
            raise ServerRefusal("NO_DATABASE") from error
        self._write_worked()
        self.written(rows)
        if ends:
            self.row.ended = at
            if self.services.settings.warm:
                self.services.bots.expect_review(self.table.game.name)
            if self.tournament is not None:
                self.services.tournaments.ended(self.tournament.code)

    def _write_failed(self, error: Exception) -> None:
        """Write it down, and tell everybody here, once, that the table waits for the database."""
        record_event(logging.ERROR, "write_failed", error=error, table=self.code)
        self.services.metrics.count("failed_writes")
        if not self.trouble:
            self.trouble = True
            self.tell_table()

    def _write_worked(self) -> None:
        if self.trouble:
            self.trouble = False
            self.tell_table()

    @unbroken
    async def mend(self) -> None:
        """After a failed write: see whether writing works again, and whether the log has it after all.

        Raises:
            Exception: what the database says; it does not work yet.
        """
        async with self.lock:
            if self.trouble:
                same = update(tables).where(tables.c.code == self.code).values(code=self.code)
                await self.services.writer.write(changes=[Change(same)])
        async with self.alone():
            self._write_worked()

    def written(self, rows: Sequence[LogRow]) -> None:
        """What the table in memory has done is in the log."""
        if rows:
            self.length, self.chain = rows[-1].sequence, rows[-1].chain

    def _tell_untold(self) -> None:
        """Tell what came from another server."""
        entries, self._untold = self._untold, []
        for entry in entries:
            if isinstance(entry, Said):
                self._tell_chat(entry)
            elif isinstance(entry, TookOver):
                self.send_away(entry.seat)
        if any(
            isinstance(entry, Started | Seeded | Acted | Undone | Resigned | Released) for entry in entries
        ):
            self.tell()
        quiet = all(isinstance(entry, Acted | Said) for entry in entries)
        if not quiet or self.instead != self._told_instead:
            self.tell_table()

    def send_away(self, seat: int) -> None:
        """Tell the sockets that held a seat by another token that it has moved, and forget them."""
        holds = self.seats[seat].token
        for guest in [guest for guest in self.guests if guest.seat == seat and guest.key != holds]:
            guest.moved()
