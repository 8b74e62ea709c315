"""Playing again: a finished table has one successor, at which everybody who sat there has a seat.

The entry that names the successor and the whole of the new table are one write, so that two persons who ask
at the same moment, at one server or at two, come to the same table. Nobody gets anybody else's token: each
person claims their own seat by the token of the old one, as often as it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import insert

from korthus.table.reopen import package_entry
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.logged import unbroken
from korthus.web.live.new_table import NewTable, new_table
from korthus.web.live.seating import Seating
from korthus.web.store.entries import Entry, Followed, PlayedWith
from korthus.web.store.log_writer import Change
from korthus.web.store.schema import log
from korthus.web.store.store import SeatRow, now
from korthus.web.store.tokens import new_code, new_seed


class NextSeat(NamedTuple):
    """The seat that a person of a finished game has at the next table."""

    code: str
    seat: int
    player: bytes | None


def seat_at_next(seat: int, seats: int) -> int:
    """Where somebody sits in the next game: everybody moves by one, so that another one begins.

    >>> [seat_at_next(seat, 3) for seat in range(3)]
    [2, 0, 1]
    """
    return (seat - 1) % seats


class Following(Seating):
    """A table whose players may go on at another one."""

    @unbroken
    async def go_on(self, token: str) -> NextSeat:
        """The seat of a token's person at the next table, which is put up when the first of them asks.

        Raises:
            ServerRefusal: the token holds no seat here, the game is not over, or it is one of a tournament.
        """
        made: NewTable | None = None
        asked = -1

        def follow() -> Sequence[Entry]:
            nonlocal made
            if self.tournament is not None:
                raise ServerRefusal("IN_TOURNAMENT")
            if not self.table.over:
                raise ServerRefusal("NOT_OVER")
            made = None if self.next is not None else self._like_this()
            return () if made is None else (Followed(asked, made.row.code),)

        def put_up() -> Sequence[Change]:
            assert made is not None
            rows = [row._asdict() for row in made.log]
            return [*made.changes, Change(insert(log).values(rows))] if rows else made.changes

        async with self.alone():
            asked = await self.seat_of(token)
            await self._do(follow, put_up)
            if made is not None:
                self.next = Followed(asked, made.row.code)
                self.tell_table()
            assert self.next is not None
            return NextSeat(self.next.code, seat_at_next(asked, len(self.seats)), self.seats[asked].player)

    async def do_not_go_on(self, seat: int) -> None:
        """Tell whoever waits at the next table that a seat's person does not come."""
        async with self.alone():
            following = self.next
        if following is not None:
            live = await self.services.live_tables.get(following.code)
            await live.decline(seat_at_next(seat, len(self.seats)))

    def _like_this(self) -> NewTable:
        """A table with the same rules for the same people, none of whom has come yet."""
        row = replace(self.row, code=new_code(), server_seed=new_seed(), open=False, created=now())
        row.ended = row.outcome = None
        package = package_entry(self.game)
        entries = [] if package is None else [PlayedWith(package.name, package.version)]
        return new_table(row, self._moved_on(row.code), entries)

    def _moved_on(self, code: str) -> list[SeatRow]:
        there = {seat_at_next(seat.seat, len(self.seats)): seat for seat in self.seats}
        return [
            SeatRow(
                code=code,
                seat=seat,
                bot=there[seat].bot,
                name=there[seat].name,
                # By this the seat is kept for whoever has left: their list of games asks them.
                player=there[seat].player,
            )
            for seat in range(len(self.seats))
        ]
