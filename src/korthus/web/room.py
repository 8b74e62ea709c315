"""One table being served: the game in memory, its place in the log, and who is connected.

Everything that happens here happens under the room's lock. An action is tried on the table in memory, written
to the log, and told only when it is durable; if somebody at another server was first, the room reads what
came and the action is judged again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

import msgspec
from sqlalchemy import update

from korthus.core.errors import IllegalAction
from korthus.table import Player, Receipt, Table
from korthus.web.attendant import Attendant
from korthus.web.entries import (
    Acted,
    Answered,
    Asked,
    Entry,
    Joined,
    Said,
    Seeded,
    Started,
    TookOver,
    Undone,
    decode_entry,
    encode_entry,
    kind_of,
)
from korthus.web.house import House
from korthus.web.known_games import kept_game
from korthus.web.log_writer import Change, Conflict, LogRow
from korthus.web.refusals import bad_token, no_such_table, not_full, seat_taken
from korthus.web.store import SeatRow, TableRow, now, tables
from korthus.web.tokens import matches

#: How an empty seat is called until somebody sits there.
NOBODY: Final = "…"
#: How much of what was said a newcomer hears.
_CHAT: Final = 50


class Guest(Protocol):
    """A connection, as a room sees it."""

    seat: int | None

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
        self.attendant = Attendant(self)
        #: When somebody was last here, on the loop's clock.
        self.used = 0.0
        #: Whether the table in memory has gone where the log has not.
        self._behind = False
        #: What came from other servers and was not told here yet.
        self._untold: list[Entry] = []
        self._begin()

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
        self.chat: deque[Said] = deque(maxlen=_CHAT)
        #: Who asks to take back, and who has agreed.
        self.undo_asked: int | None = None
        self.undo_agreed: set[int] = set()

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
        if self._behind:
            self.seats = await self.house.store.seats_of(self.code)
            self._begin()
            self._behind = False
        for sequence, payload in await self.house.store.entries(self.code, self.length):
            entry = decode_entry(payload)
            if isinstance(entry, Joined | TookOver) and sequence > known:
                self.seats = await self.house.store.seats_of(self.code)
            self.take_in(entry)
            self.length = sequence
            if sequence > known:
                self._untold.append(entry)

    def take_in(self, entry: Entry) -> None:
        """Let an entry of the log have its effect."""
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
            case _:
                self.table.repeat(entry)
                if not isinstance(entry, Seeded):
                    self.undo_asked = None

    async def ready(self) -> None:
        """Make sure that memory and log agree. Call it under the lock, before anything else."""
        if self._behind:
            await self.catch_up()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Have the room for oneself. Whatever others did at another server meanwhile is told at the end."""
        async with self.lock:
            try:
                await self.ready()
                yield
            finally:
                if self._untold:
                    self._tell_untold()

    async def _do(self, do: Callable[[], Sequence[Entry]], changes: Sequence[Change] = ()) -> None:
        """Do something to the table in memory and make it durable.

        If somebody at another server was first, read what came and do it again, so that it is judged anew.
        """
        while True:
            await self.ready()
            entries = do()
            if not entries:
                return
            try:
                await self._commit(entries, changes)
                return
            except Conflict:
                continue

    async def _commit(self, entries: Sequence[Entry], changes: Sequence[Change]) -> None:
        """Write down what the table in memory has already done.

        Raises:
            Conflict: somebody else was first. The room is behind now, and ``ready`` makes it right.
        """
        at = now()
        rows = [
            LogRow(self.code, self.length + place, kind_of(entry), encode_entry(entry), at)
            for place, entry in enumerate(entries, 1)
        ]
        ends = self.row.ended is None and self.table.over
        if ends:
            outcome = msgspec.json.encode(self.table.outcome)
            ended = update(tables).where(tables.c.code == self.code).values(ended=at, outcome=outcome)
            changes = [*changes, Change(ended)]
        try:
            await self.house.writer.write(rows, changes)
        except BaseException:
            self._behind = True
            raise
        self.length += len(rows)
        if ends:
            self.row.ended = at

    async def news(self) -> None:
        """Another server has written something: read it and tell everybody here."""
        async with self.alone():
            await self.catch_up()

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
        if not all(isinstance(entry, Acted | Said) for entry in entries):
            self.tell_table()
        self.attendant.look()

    # -- playing -----------------------------------------------------------------------------------

    async def act(
        self,
        seat: int,
        text: str,
        version: int | None,
        id: str | None = None,
        accepted: Callable[[Receipt], None] | None = None,
    ) -> None:
        """Play an action; ``accepted`` hears of it when it is durable, before everybody else.

        Raises:
            KorthusError: as ``Table.submit``.
        """
        began = asyncio.get_running_loop().time()
        receipt: Receipt

        def play() -> Sequence[Entry]:
            nonlocal receipt
            receipt = self.table.submit(seat, text, version, id=id)
            return () if receipt.repeated else (self.table.last_entry,)

        async with self.alone():
            await self._do(play)
            if accepted is not None:
                accepted(receipt)
            if not receipt.repeated:
                asked, self.undo_asked = self.undo_asked, None
                self.tell()
                if asked is not None:
                    self.tell_table()
                self.attendant.look()
                self.house.metrics.acted(asyncio.get_running_loop().time() - began)

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
            self.tell()
            self.tell_table()
            self.attendant.look()

    async def deal_at_once(self) -> None:
        """Deal if the table is full and waits for nothing else."""
        if self.full and not self.table.started and self.house.settings.deal_after == 0:
            with suppress(IllegalAction):  # somebody was quicker
                await self.start()

    async def say(self, said: Said) -> None:
        """Let everybody hear what somebody says."""
        async with self.alone():
            await self._do(lambda: (said,))
            self.chat.append(said)
            self._tell_chat(said)

    # -- taking back -------------------------------------------------------------------------------

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
                self.tell()
            self.tell_table()
            self.attendant.look()

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
                self.tell()
            self.tell_table()
            self.attendant.look()

    def _must_agree(self, asker: int) -> set[int]:
        """The other persons at the table."""
        return {seat.seat for seat in self.seats if seat.bot is None and seat.seat != asker and seat.taken}

    # -- seats -------------------------------------------------------------------------------------

    async def seat_of(self, token: str) -> int:
        """The seat that a token holds. Call it under the lock.

        Raises:
            ServerRefusal: it holds none.
        """
        for look_again in (True, False):
            for seat in self.seats:
                if matches(token, seat.token):
                    return seat.seat
            if look_again:
                await self.catch_up()  # the token may have been given out by another server just now
        raise bad_token()

    async def join(self, seat: int, name: str, change: Change) -> None:
        """Seat a person; ``change`` writes their token where the seat is still free.

        Raises:
            ServerRefusal: it is not.
        """

        def sit() -> Sequence[Entry]:
            if self.seats[seat].taken:
                raise seat_taken()
            return (Joined(seat, name),)

        async with self.alone():
            await self._do(sit, [change])
            self.seats = await self.house.store.seats_of(self.code)
            self.table.sit(seat, Player(name))
            self.tell_table()
            self.attendant.look()

    async def take_over(self, seat: int, old: bytes, change: Change) -> None:
        """Give a seat's person a new token; ``change`` writes it where the ``old`` one still holds.

        Raises:
            ServerRefusal: it does not hold any more.
        """

        def move() -> Sequence[Entry]:
            if self.seats[seat].token != old:
                raise bad_token()
            return (TookOver(seat),)

        async with self.alone():
            await self._do(move, [change])
            self.seats = await self.house.store.seats_of(self.code)
            self.send_away(seat)
            self.tell_table()
            self.attendant.look()

    def send_away(self, seat: int) -> None:
        """Tell the sockets of a seat that it has moved, and forget them."""
        for guest in [guest for guest in self.guests if guest.seat == seat]:
            guest.moved()

    # -- telling -----------------------------------------------------------------------------------

    def tell(self) -> None:
        """Tell everybody here what has changed in the game."""
        for guest in self.guests:
            guest.update()

    def tell_table(self) -> None:
        """Tell everybody here who is here."""
        for guest in self.guests:
            guest.table_news()

    def _tell_chat(self, said: Said) -> None:
        for guest in self.guests:
            guest.said(said)


async def load_room(house: House, code: str) -> Room:
    """Build a room from the log.

    Raises:
        ServerRefusal: there is no such table.
    """
    found = await house.store.table(code)
    if found is None:
        raise no_such_table()
    room = Room(house, found.row, found.seats)
    for sequence, payload in found.entries:
        room.take_in(decode_entry(payload))
        room.length = sequence
    return room
