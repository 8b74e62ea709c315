"""Who sits at a table that is being served: joining, coming back by a token, and moving to another device."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.errors import GameOver
from korthus.table import Player
from korthus.web.http.refusals import (
    bad_token,
)
from korthus.web.live.house import House
from korthus.web.live.logged import LoggedTable, unbroken
from korthus.web.live.sitting import (
    Newcomer,
    reseat,
    seat_for,
    seat_to_move,
    with_person,
    with_person_here,
    with_token,
)
from korthus.web.store.entries import (
    Entry,
    Joined,
    Started,
    TookOver,
)
from korthus.web.store.log_writer import Conflict
from korthus.web.store.store import SeatRow, TableRow
from korthus.web.store.tokens import hashed, matches


class Seating(LoggedTable):
    """A table whose seats are taken and moved. ``sitting`` judges who may."""

    def __init__(self, house: House, row: TableRow, seats: Sequence[SeatRow]) -> None:
        super().__init__(house, row, seats)
        #: Spent secrets for which this server gave out a new token: see ``sitting``.
        self._given: set[bytes] = set()

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
