"""Who sits at a table that is being served: joining, coming back by a token, and moving to another device."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.bots.registry import bot_names, unknown_bot
from korthus.core.errors import GameOver, IllegalAction
from korthus.table import Player
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.logged import LoggedTable, unbroken
from korthus.web.live.naming import name_for
from korthus.web.live.services import Services
from korthus.web.live.sitting import (
    Newcomer,
    reseat,
    seat_for,
    seat_to_move,
    with_claim,
    with_computer,
    with_person,
    with_person_here,
    with_token,
)
from korthus.web.store.entries import Declined, Entry, Filled, Joined, Started, TookOver
from korthus.web.store.log_writer import Conflict
from korthus.web.store.store import SeatRow, TableRow
from korthus.web.store.tokens import hashed, matches


class Seating(LoggedTable):
    """A table whose seats are taken and moved. ``sitting`` judges who may."""

    def __init__(self, services: Services, row: TableRow, seats: Sequence[SeatRow]) -> None:
        super().__init__(services, row, seats)
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
        raise ServerRefusal("BAD_TOKEN")

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
                await self.services.writer.write(changes=[reseat(old, new)])
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
            seat = seat_for(self.seats, who.invite, player=who.player, open=self.row.open, given=self._given)
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
            entries += self._start_with(seat)
            return entries

        async with self.alone():
            await self._do(sit, lambda: [reseat(old, new)])
            self._reseated(new)
            if len(entries) > 1:
                self.tell()
            self.tell_table()
            return new.seat

    def _start_with(self, seat: int) -> Sequence[Entry]:
        """Deal at once if this seat was the last that was waited for, and nobody wants to add a seed."""
        others = all(each.taken for each in self.seats if each.seat != seat)
        if not others or self.table.started or self.services.settings.deal_after != 0:
            return ()
        self.table.start()
        return (Started(),)

    @unbroken
    async def claim(self, seat: int, token: bytes, player: bytes | None) -> None:
        """Give a seat that is kept for one person to that person; again with another token if they ask again.

        Whoever calls has seen who they are.

        Raises:
            ServerRefusal: a computer plays there by now.
        """
        old = new = self.seats[seat]
        came: Sequence[Entry] = ()

        def sit() -> Sequence[Entry]:
            nonlocal old, new, came
            old = self.seats[seat]
            if old.bot is not None:
                raise ServerRefusal("SEAT_TAKEN")
            new = with_claim(old, token, player)
            if old.taken:
                came = (TookOver(seat),)
            else:
                self.table.sit(seat, Player(old.name or ""))
                came = (Joined(seat, old.name or ""), *self._start_with(seat))
            return came

        async with self.alone():
            await self.refresh()
            await self._do(sit, lambda: [reseat(old, new)])
            self._reseated(new)
            self.declined.discard(seat)
            self.send_away(seat)
            if len(came) > 1:
                self.tell()
            self.tell_table()

    @unbroken
    async def fill(self, level: str) -> None:
        """Let computers of a level take every seat that nobody has, and deal: all of it or nothing.

        Raises:
            IllegalAction: the cards are dealt already.
            InvalidOptions: there is no such level.
            ServerRefusal: it is a game of a tournament, which waits for its players.
        """
        if self.tournament is not None:
            raise ServerRefusal("IN_TOURNAMENT")
        levels = bot_names(self.game.name)
        if level not in levels:
            raise unknown_bot(self.game.name, level, tuple(levels))
        pairs: list[tuple[SeatRow, SeatRow]] = []

        def sit() -> Sequence[Entry]:
            nonlocal pairs
            if self.table.started:
                raise IllegalAction("ALREADY_STARTED", "The cards are dealt already.")
            pairs = self._with_computers(level)
            if not pairs:
                return ()
            entries: list[Entry] = [Filled(new.seat, level, new.name or level) for _, new in pairs]
            for _, new in pairs:
                self.table.sit(new.seat, Player(new.name or level, level))
            if self.services.settings.deal_after == 0:
                self.table.start()
                entries.append(Started())
            return entries

        async with self.alone():
            await self.refresh()
            await self._do(sit, lambda: [reseat(old, new) for old, new in pairs])
            for _, new in pairs:
                self.seats[new.seat] = new
            self.services.warming.prefer(self.game.name)
            self.tell()
            self.tell_table()

    def _with_computers(self, level: str) -> list[tuple[SeatRow, SeatRow]]:
        """The rows of the free seats before and after computers take them."""
        names = [seat.name for seat in self.seats]
        pairs = []
        for old in self.seats:
            if not old.taken:
                name = name_for(self.game.name, level, names)
                names.append(name)
                pairs.append((old, with_computer(old, level, name)))
        return pairs

    @unbroken
    async def decline(self, seat: int) -> None:
        """The person whom a seat is kept for does not come; nothing happens if they have come."""

        def refuse() -> Sequence[Entry]:
            return () if self.seats[seat].taken or seat in self.declined else (Declined(seat),)

        async with self.alone():
            await self._do(refuse)
            if not self.seats[seat].taken:
                self.declined.add(seat)
            self.tell_table()

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
