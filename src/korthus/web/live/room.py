"""One table being served: the game in memory, its place in the log, and who is connected.

Everything that happens here happens under the room's lock. An action is tried on the table in memory, written
to the log, and told only when it is durable; if somebody at another server was first, the room reads what
came and the action is judged again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

import msgspec
from sqlalchemy import update

from korthus.core.errors import GameOver, IllegalAction
from korthus.core.protocol import Step, View
from korthus.core.record import Record
from korthus.table import Player, Receipt, Table
from korthus.web.bots.line import Person
from korthus.web.bots.rule_work import Described
from korthus.web.bounds import CHATS
from korthus.web.http.limits import Bucket
from korthus.web.http.refusals import (
    ServerRefusal,
    bad_token,
    no_database,
    no_such_table,
    not_full,
    not_over,
    table_closed,
    too_costly,
)
from korthus.web.live.attendant import Attendant
from korthus.web.live.house import House
from korthus.web.live.known_games import kept_game
from korthus.web.live.pace import Pace
from korthus.web.live.sitting import (
    Newcomer,
    reseat,
    seat_for,
    seat_to_move,
    with_person,
    with_person_here,
    with_token,
)
from korthus.web.logs import record_event
from korthus.web.socket.wire import MAX_LISTED, InsteadOut
from korthus.web.store.entries import (
    Acted,
    Answered,
    Asked,
    Continued,
    Entry,
    Instead,
    Joined,
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
from korthus.web.store.tokens import hashed, matches
from korthus.web.store.trouble import DamagedTable

#: How an empty seat is called until somebody sits there.
NOBODY: Final = "…"
#: How much of what was said a newcomer hears.
_CHAT: Final = 50
#: How many entries are taken in at once; more than that are played aside.
_FEW: Final = 20


class Guest(Protocol):
    """A connection, as a room sees it."""

    seat: int | None
    #: Where it comes from.
    address: str
    #: The hash of the token by which the seat is held.
    key: bytes | None

    @property
    def language(self) -> str | None:
        """In which language it wants sentences, if any."""
        ...

    def update(self) -> None:
        """The position has changed."""
        ...

    def table_news(self) -> None:
        """Who is here has changed."""
        ...

    def said(self, said: Said) -> None:
        """Somebody said something."""
        ...

    def moved(self) -> None:
        """The seat went to another device."""
        ...

    def dismiss(self, why: ServerRefusal) -> None:
        """The table is closed."""
        ...


P = ParamSpec("P")
T = TypeVar("T")


def unbroken(
    method: Callable[Concatenate[Room, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Room, P], Coroutine[Any, Any, T]]:
    """Let a method of a room go on to its end although whoever called it is cancelled.

    A commit that has begun is finished and told, whoever has lost interest meanwhile.
    """

    @wraps(method)
    async def run(room: Room, /, *args: P.args, **fields: P.kwargs) -> T:
        task = asyncio.create_task(method(room, *args, **fields), name=f"{method.__name__} at {room.code}")
        room.doing.add(task)
        task.add_done_callback(room.doing.discard)
        return await asyncio.shield(task)

    return run


class Room:
    """A table, its log, and its guests."""

    def __init__(self, house: House, row: TableRow, seats: Sequence[SeatRow]) -> None:
        self.house = house
        self.row = row
        self.seats = list(seats)
        self.game = kept_game(row.game, row.preset, row.options, row.rules_version)
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        #: What the actions of a position are called, by seat and language, with the version it was made for.
        self.labels: dict[tuple[int | None, str], tuple[int, dict[str, str]]] = {}
        #: What the seat to act can do, where that was worked out elsewhere, with the version it is meant for.
        self._described: tuple[int, Described] = (-1, Described(None, {}, {}))
        self._chats: dict[int, Bucket] = {}
        #: Why nothing can be played here any more.
        self.closed: ServerRefusal | None = None
        self._record: Record | None = None
        self.attendant = Attendant(self)
        #: When somebody was last here, on the loop's clock.
        self.used = 0.0
        #: Whether the table in memory has gone where the log has not.
        self.behind = False
        #: Whether the last write failed, for another reason than that somebody was first.
        self.trouble = False
        #: What is being done and will be finished.
        self.doing: set[asyncio.Task[Any]] = set()
        #: Spent secrets for which this server gave out a new token: see ``sitting``.
        self._given: set[bytes] = set()
        #: What came from other servers and was not told here yet.
        self._untold: list[Entry] = []
        #: What the guests were last told of ``instead``.
        self._told_instead: dict[int, InsteadOut] = {}
        before = {*vars(self)}
        self._begin()
        #: What all is made of the log.
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

    @property
    def code(self) -> str:
        """The name of the table."""
        return self.row.code

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
        return here or self.house.presence.elsewhere(self.code, seat) > 0

    @property
    def spectators(self) -> int:
        """How many look on without a seat."""
        here = sum(guest.seat is None for guest in self.guests)
        return here + self.house.presence.elsewhere(self.code, None)

    # -- the log -----------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Read what the log has beyond this room. Call it under the lock."""
        known = self.length
        after, chain = (0, self.row.chain) if self.behind else (known, self.chain)
        news = await self.house.store.news(self.code, after, chain)
        if not self.behind and len(news.entries) > _FEW:
            self.behind = True
            news = await self.house.store.news(self.code, 0, self.row.chain)
        if len(news.seats) != len(self.seats):
            raise DamagedTable(self.code)
        new = [decode_entry(payload) for sequence, payload in news.entries if sequence > known]
        if self.behind:
            # It is built aside, so that nobody sees half of it.
            built = Room(self.house, self.row, news.seats)
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
        async with Pace(self.house.gate) as pace:
            for sequence, payload in read:
                entry = decode_entry(payload)
                step = await self.worked_out(entry.seat, entry.text) if isinstance(entry, Acted) else None
                self.take_in(entry, step)
                self.length = sequence
                await pace.breathe()

    def _adopt(self, built: Room) -> None:
        """Have what another room of the same table has from the log."""
        self.seats = built.seats
        for name in self._from_log:
            setattr(self, name, getattr(built, name))

    def take_in(self, entry: Entry, step: Step[Any] | None = None) -> None:
        """Let an entry of the log have its effect; ``step`` as for ``Table.submit``."""
        match entry:
            case Joined(seat=seat, name=name):
                self.table.sit(seat, Player(name))
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
            case _:
                self.table.repeat(entry, step)
                self._forget_instead(entry)
                if not isinstance(entry, Seeded):
                    self.undo_asked = None

    def _note_instead(self, entry: Instead) -> None:
        """Another player chose the action that led to the present version."""
        self.instead[entry.seat] = InsteadOut(entry.level, entry.by, entry.why, self.table.version)

    def _forget_instead(self, entry: Entry) -> None:
        """A seat's newer action makes what was said of the one before it old."""
        if isinstance(entry, Acted):
            self.instead.pop(entry.seat, None)
        elif isinstance(entry, Undone):
            self.instead.clear()

    async def ready(self) -> None:
        """Make sure that memory and log agree. Call it under the lock, before anything else.

        Raises:
            ServerRefusal: the table is closed.
        """
        if self.closed is not None:
            raise self.closed
        if self.behind or self.house.deaf:
            await self.catch_up()

    async def refresh(self) -> None:
        """Read what the database has, heard of or not, and tell what came. Call it under the lock."""
        await self.catch_up()
        if self._untold:
            self._tell_untold()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Have the room for oneself.

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
        """Somebody came or went: let the attendant see what is due, unless whoever has the room will."""
        if not self.lock.locked():
            self.attendant.look()

    # -- what takes long ---------------------------------------------------------------------------

    @property
    def person(self) -> Person:
        """On whose account the computer works here: where a player comes from, else a spectator."""
        players = [guest.address for guest in self.guests if guest.seat is not None]
        return min(players or [guest.address for guest in self.guests], default=self.code)

    async def worked_out(self, seat: int, text: str, version: int | None = None) -> Step[Any] | None:
        """What an action leads to, from another process; None if it takes a moment only or is refused anyway.

        Raises:
            KorthusError: as ``Game.apply``.
            ServerRefusal: it takes too long, or too much waits.
        """
        table = self.table
        if table.quick or table.to_act != seat or version not in (None, table.version):
            return None
        return await self.house.rules.step(self.game, table.whole_state(), text, seat, self.person)

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
            found = await self.house.rules.describe(
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
        self.house.metrics.count("tables_closed", self.game.name)
        self.closed = why
        self._tell_each(lambda guest: guest.dismiss(why))

    async def record(self) -> Record:
        """The record of a finished game. Call it under the lock.

        Raises:
            ServerRefusal: the game goes on.
        """
        if not self.table.over:
            raise not_over()
        if self._record is None:
            self._record = await asyncio.to_thread(self.table.record)
        return self._record

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
            Conflict: somebody else was first. The room is behind now, and ``ready`` makes it right.
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
            await self.house.writer.write(rows, changes)
        except BaseException as error:
            self.behind = True
            if isinstance(error, Conflict) or not isinstance(error, Exception):
                raise
            self._write_failed(error)
            raise no_database() from error
        self._write_worked()
        self.written(rows)
        if ends:
            self.row.ended = at

    def _write_failed(self, error: Exception) -> None:
        """Write it down, and tell everybody here, once, that the table waits for the database."""
        record_event(logging.ERROR, "write_failed", error=error, table=self.code)
        self.house.metrics.count("failed_writes")
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
                await self.house.writer.write(changes=[Change(same)])
        async with self.alone():
            self._write_worked()

    def written(self, rows: Sequence[LogRow]) -> None:
        """What the table in memory has done is in the log."""
        if rows:
            self.length, self.chain = rows[-1].sequence, rows[-1].chain

    async def news(self) -> None:
        """Another server has written something: read it and tell everybody here."""
        async with self.alone():
            await self.catch_up()
            await self.describe()

    def _tell_untold(self) -> None:
        """Tell what came from another server."""
        entries, self._untold = self._untold, []
        for entry in entries:
            if isinstance(entry, Said):
                self._tell_chat(entry)
            elif isinstance(entry, TookOver):
                self.send_away(entry.seat)
        if any(isinstance(entry, Started | Seeded | Acted | Undone) for entry in entries):
            self.tell()
        quiet = all(isinstance(entry, Acted | Said) for entry in entries)
        if not quiet or self.instead != self._told_instead:
            self.tell_table()

    # -- playing -----------------------------------------------------------------------------------

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
                if error.code == too_costly().code:
                    self.close(table_closed())
                    raise table_closed() from error
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
                self.house.metrics.acted(asyncio.get_running_loop().time() - began)

    @unbroken
    async def add_seed(self, seat: int, seed: str) -> None:
        """Mix a seat's seed into the shuffle.

        Raises:
            KorthusError: as ``Table.add_seed``.
        """

        def add() -> Sequence[Entry]:
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
                raise not_full()
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

    # -- taking back -------------------------------------------------------------------------------

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

    def _must_agree(self, asker: int) -> set[int]:
        """The other persons at the table."""
        return {seat.seat for seat in self.seats if seat.bot is None and seat.seat != asker and seat.taken}

    # -- seats -------------------------------------------------------------------------------------

    async def seat_of(self, token: str) -> int:
        """The seat that a token holds by the database's own word. Call it under the lock.

        Raises:
            ServerRefusal: it holds none.
        """
        await self.refresh()
        for seat in self.seats:
            if matches(token, seat.token):
                return seat.seat
        raise bad_token()

    async def admit(self, token: str) -> int:
        """The seat of a person who comes by its token: what that was given for is void from now on.

        Call it under the lock.

        Raises:
            ServerRefusal: the token holds none.
        """
        while True:
            old = self.seats[await self.seat_of(token)]
            if old.previous is None:
                return old.seat
            new = with_person_here(old)
            try:
                await self.house.writer.write(changes=[reseat(old, new)])
            except Conflict:
                continue  # another device was quicker, or the seat has moved: look again
            self.seats[old.seat] = new
            return old.seat

    @unbroken
    async def join(self, who: Newcomer) -> int:
        """Seat a person, with their seed, and deal if nothing else is waited for: all of it or nothing.

        Raises:
            ServerRefusal: there is no seat for them.
            KorthusError: the seed cannot be used.
        """
        old = new = self.seats[0]
        entries: list[Entry] = []

        def sit() -> Sequence[Entry]:
            nonlocal old, new, entries
            seat = seat_for(self.seats, who.invite, open=self.row.open, given=self._given)
            if self.table.over:  # its record is closed, names included
                raise GameOver()
            old = self.seats[seat]
            new = with_person(old, who)
            entries = [Joined(seat, who.name)]
            # Whoever asks again because the answer was lost has added it already.
            if who.seed is not None and not self.table.started and not old.taken:
                self.table.add_seed(seat, who.seed)
                entries.append(self.table.last_entry)
            self.table.sit(seat, Player(who.name))
            others = all(each.taken for each in self.seats if each.seat != seat)
            if others and not self.table.started and self.house.settings.deal_after == 0:
                self.table.start()
                entries.append(Started())
            return entries

        async with self.alone():
            await self._do(sit, lambda: [reseat(old, new)])
            self._reseated(new)
            if len(entries) > 1:
                self.tell()
            self.tell_table()
            return new.seat

    @unbroken
    async def take_over(self, old_token: str, token: bytes) -> int:
        """Give a seat's person a new token, whose hash is ``token``, for the old one.

        Raises:
            ServerRefusal: it holds no seat, or does not any more.
        """
        old = new = self.seats[0]

        def move() -> Sequence[Entry]:
            nonlocal old, new
            old = self.seats[seat_to_move(self.seats, old_token, given=self._given)]
            new = with_token(old, token, hashed(old_token))
            return (TookOver(old.seat),)

        async with self.alone():
            await self.refresh()
            await self._do(move, lambda: [reseat(old, new)])
            self._reseated(new)
            self.send_away(new.seat)
            self.tell_table()
            return new.seat

    def _reseated(self, row: SeatRow) -> None:
        """A seat's new row is written, and whoever asked for it is about to hear the token."""
        self.seats[row.seat] = row
        if row.previous is not None:
            self._given.add(row.previous)

    def send_away(self, seat: int) -> None:
        """Tell the sockets that held a seat by another token that it has moved, and forget them."""
        holds = self.seats[seat].token
        for guest in [guest for guest in self.guests if guest.seat == seat and guest.key != holds]:
            guest.moved()

    # -- telling -----------------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell everybody here what has changed in the game."""
        self._tell_each(lambda guest: guest.update())

    def tell_table(self, but: Guest | None = None) -> None:
        """Tell everybody here, but perhaps one, who is here and how the table stands."""
        self._told_instead = dict(self.instead)
        self._tell_each(lambda guest: guest.table_news() if guest is not but else None)

    def _tell_chat(self, said: Said) -> None:
        self._tell_each(lambda guest: guest.said(said))

    def _tell_each(self, tell: Callable[[Guest], None]) -> None:
        """Tell everybody; if that fails for one of them, the others hear it all the same."""
        for guest in list(self.guests):
            try:
                tell(guest)
            except Exception as error:
                record_event(logging.ERROR, "telling_failed", error=error, table=self.code)
                self.house.metrics.count("server_errors")


async def load_room(house: House, code: str) -> Room:
    """Build a room from the log.

    Raises:
        ServerRefusal: there is no such table.
    """
    found = await house.store.table(code)
    if found is None:
        raise no_such_table()
    room = Room(house, found.row, found.news.seats)
    try:
        await room.take_in_all(found.news.entries)
    except ServerRefusal as error:
        raise table_closed() if error.code == too_costly().code else error from error
    room.chain = found.news.chain
    return room
