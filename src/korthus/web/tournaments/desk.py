"""The desk of the tournaments: lets players in, seats them at their tables, reveals what all have played.

A change is judged by what was read and written only if nobody else has written meanwhile; else it is judged
again. The table of a game and the line that names it are one write.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from korthus.core.errors import InvalidRecord
from korthus.table.reopen import package_entry
from korthus.web.bots.pool import usual_level
from korthus.web.facts import HeldSeat
from korthus.web.http.refusals import ServerRefusal, not_playable
from korthus.web.live.known_games import kept_game
from korthus.web.live.naming import name_for
from korthus.web.live.new_table import NewTable, new_table
from korthus.web.logs import record_event
from korthus.web.store.entries import Entry, InTournament, PlayedWith
from korthus.web.store.log_writer import Change, Conflict
from korthus.web.store.store import SeatRow, TableRow, now
from korthus.web.store.tokens import hashed, is_code, matches, new_code, new_token
from korthus.web.store.trouble import DamagedTable
from korthus.web.tournaments.document import Entrant, Kept, Tournament, changed, entered, read
from korthus.web.tournaments.progress import Rows, due, next_for, plays, states
from korthus.web.tournaments.schedule import Fixture

if TYPE_CHECKING:
    from korthus.web.live.services import Services


class Current(NamedTuple):
    """A tournament as it is now, and its tables."""

    kept: Kept
    rows: Rows


class Tournaments:
    """All tournaments of a server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._settling: set[asyncio.Task[None]] = set()
        #: Tables that are known to hide nothing any more.
        self._released: set[str] = set()

    async def close(self) -> None:
        """Finish what is being settled."""
        await asyncio.gather(*self._settling, return_exceptions=True)

    async def get(self, code: str) -> Kept:
        """A tournament.

        Raises:
            ServerRefusal: there is none of that name.
        """
        row = await self._services.store.tournament(code) if is_code(code) else None
        if row is None:
            raise ServerRefusal("NO_SUCH_TOURNAMENT")
        return read(row)

    async def current(self, code: str) -> Current:
        """A tournament with its tables, after everything that is due was revealed.

        Raises:
            ServerRefusal: there is none of that name.
        """
        while True:
            kept = await self.get(code)
            rows = await self._services.store.named([*kept.it.tables.values()])
            deals = due(kept.it, rows)
            if deals:
                it = replace(kept.it, revealed=tuple(sorted({*kept.it.revealed, *deals})))
                kept, change = changed(kept, it)
                try:
                    await self._services.writer.write(changes=[change])
                except Conflict:
                    continue
            await self._release(kept.it)
            return Current(kept, rows)

    async def settle(self, code: str) -> None:
        """Reveal everything that is due."""
        await self.current(code)

    def ended(self, code: str) -> None:
        """A table of a tournament has ended: see in the background what can be revealed now."""
        task = asyncio.create_task(self._try_to_settle(code), name=f"settle {code}")
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)

    async def _try_to_settle(self, code: str) -> None:
        try:
            await self.settle(code)
        except Exception as error:  # whoever looks at the tournament, or asks for a record, settles it again
            record_event(logging.ERROR, "not_settled", error=error, tournament=code)

    async def _release(self, it: Tournament) -> None:
        """Open the tables of all revealed deals."""
        for fixture in it.fixtures:
            code = it.tables.get(fixture.number)
            if code is None or code in self._released or fixture.deal not in it.revealed:
                continue
            try:
                await (await self._services.live_tables.get(code)).release()
            except (ServerRefusal, DamagedTable) as error:
                # A table that cannot be opened shows nothing to anybody.
                record_event(logging.WARNING, "not_released", error=error, table=code)
            self._released.add(code)

    # -- who plays -----------------------------------------------------------------------------------

    async def _change(
        self, code: str, do: Callable[[Tournament], tuple[Tournament, Sequence[Change]]]
    ) -> Tournament:
        """Change a tournament; judged again if somebody else was first."""
        while True:
            kept = await self.get(code)
            it, more = do(kept.it)
            if it == kept.it:
                return it
            new, change = changed(kept, it)
            try:
                await self._services.writer.write(changes=[change, *more])
            except Conflict:
                continue
            return new.it

    async def join(self, code: str, invite: str, name: str, player: bytes, slot: int | None) -> int:
        """Take a place: the one that is kept under a name, or the first that is for anybody.

        Raises:
            ServerRefusal: the link is not right, or there is no such place any more.
        """
        number = -1

        def sit(it: Tournament) -> tuple[Tournament, Sequence[Change]]:
            nonlocal number
            mine = it.number_of(player)
            if mine is not None:
                number = mine
                return it, ()
            if not matches(invite, bytes.fromhex(it.invite)):
                raise ServerRefusal("BAD_TOKEN")
            number = _free_slot(it, slot)
            called = it.entrants[number].name or name
            if any(other.name == called for other in it.entrants if other is not it.entrants[number]):
                raise ServerRefusal("NAME_TAKEN")
            it = it.with_entrant(number, name=called, player=player.hex())
            full = all(each.player is not None for each in it.entrants)
            return replace(it, begun=full), (entered(code, player),)

        await self._change(code, sit)
        return number

    async def begin(self, code: str, player: bytes) -> None:
        """Begin with those who are there; places that nobody took are gone.

        Raises:
            ServerRefusal: somebody else made the tournament, or too few are there.
        """

        def start(it: Tournament) -> tuple[Tournament, Sequence[Change]]:
            _check_owner(it, player)
            if it.begun:
                return it, ()
            here = tuple(each for each in it.entrants if each.player is not None)
            if len(here) < it.seats:
                raise ServerRefusal("TOO_FEW", n=it.seats)
            return replace(it, entrants=here, begun=True), ()

        await self._change(code, start)

    async def put_away(self, code: str, player: bytes, number: int, away: bool) -> None:
        """Put a player away, or bring them back. A computer plays their games that are opened meanwhile.

        A game in which nobody is left is given up.

        Raises:
            ServerRefusal: somebody else made the tournament, or there is no such player.
        """

        def put(it: Tournament) -> tuple[Tournament, Sequence[Change]]:
            _check_owner(it, player)
            if not 0 <= number < len(it.entrants) or not it.begun:
                raise ServerRefusal("NO_SUCH_ENTRANT")
            return it.with_entrant(number, away=away), ()

        it = await self._change(code, put)
        await self._excuse(it, number, away)
        await self.settle(code)

    async def _excuse(self, it: Tournament, number: int, away: bool) -> None:
        """Where games go on: wait for a player no longer, or again; give up where nobody is left."""
        going = await self._services.store.named([*it.tables.values()])
        for fixture in it.fixtures:
            row = going.get(it.tables.get(fixture.number, ""))
            if row is None or row[0].ended is not None or number not in fixture.players:
                continue
            live, seat = await self._services.live_tables.get(row[0].code), fixture.players.index(number)
            if all(it.entrants[each].away for each in fixture.players):
                await live.abandon(seat)
            elif row[1][seat].bot is None:
                await live.excuse(seat, away)

    # -- playing -------------------------------------------------------------------------------------

    async def play(self, code: str, player: bytes, number: int | None) -> HeldSeat:
        """A player's seat at the table of a fixture, or of the next; the first who asks has it put up.

        Raises:
            ServerRefusal: they do not play here, or not now.
        """
        while True:
            kept, rows = await self.current(code)
            me = kept.it.number_of(player)
            if me is None:
                raise ServerRefusal("BAD_TOKEN")
            fixture = _playable(kept.it, rows, me, number)
            table = kept.it.tables.get(fixture.number)
            if table is None:
                table = await self._put_up(kept, fixture)
            if table is not None:
                break
        live = await self._services.live_tables.get(table)
        seat, token = fixture.players.index(me), new_token()
        await live.claim(seat, hashed(token), player)
        return HeldSeat(table, seat, token)

    async def _put_up(self, kept: Kept, fixture: Fixture) -> str | None:
        """The table of a fixture, written down; None if somebody else was first."""
        made = _table_for(kept, fixture)
        it = replace(kept.it, tables={**kept.it.tables, fixture.number: made.row.code})
        _, change = changed(kept, it)
        try:
            await self._services.writer.write(made.log, [change, *made.changes])
        except Conflict:
            return None
        self._services.metrics.count("tables", made.row.game)
        if any(seat.bot is not None for seat in made.seats):
            self._services.warming.prefer(made.row.game)
        return made.row.code


def _check_owner(it: Tournament, player: bytes) -> None:
    if it.owner != player.hex():
        raise ServerRefusal("NOT_YOURS")


def _free_slot(it: Tournament, slot: int | None) -> int:
    """The slot of a tournament that somebody gets who asks for one, or for any."""
    if it.begun:
        raise ServerRefusal("TOURNAMENT_BEGUN")
    free = [each for each, one in enumerate(it.entrants) if one.player is None]
    if slot is None:
        free = [each for each in free if it.entrants[each].name is None]
    elif slot in free:
        return slot
    else:
        free = []
    if not free:
        raise ServerRefusal("NO_PLACE")
    return free[0]


def _playable(it: Tournament, rows: Rows, me: int, number: int | None) -> Fixture:
    """The fixture that somebody asks for, or the next, if it can be played now."""
    if not it.begun:
        raise ServerRefusal("NOT_BEGUN")
    if it.entrants[me].away:
        raise ServerRefusal("PUT_AWAY")
    now = states(it, rows)
    wanted = next_for(it, rows, now, me) if number is None else number
    if wanted is None or not 0 <= wanted < len(it.fixtures):
        raise ServerRefusal("NOTHING_TO_PLAY")
    fixture = it.fixtures[wanted]
    if not plays(it, rows, fixture, me):
        raise ServerRefusal("BAD_TOKEN")
    if now[wanted] == "waits":
        raise ServerRefusal("SAME_CARDS")
    if now[wanted] not in ("open", "playing"):
        raise ServerRefusal("NOTHING_TO_PLAY")
    return fixture


def _table_for(kept: Kept, fixture: Fixture) -> NewTable:
    """A table whose seats are kept for its players; a computer has the seats of those who were put away."""
    it = kept.it
    try:
        game = kept_game(it.game, it.preset, it.options, it.rules_version)
    except InvalidRecord as error:
        raise not_playable(error) from error
    row = TableRow(
        code=new_code(),
        game=it.game,
        preset=it.preset,
        options=it.options,
        rules_version=it.rules_version,
        server_seed=bytes.fromhex(it.seeds[fixture.deal]),
        practice=False,
        open=False,
        clock=None,
        created=now(),
    )
    package = package_entry(game)
    entries: list[Entry] = [] if package is None else [PlayedWith(package.name, package.version)]
    entries.append(InTournament(kept.row.code, fixture.number))
    taken = [entrant.name for entrant in it.entrants]
    sitting = [_seat(row, seat, it.entrants[player], taken) for seat, player in enumerate(fixture.players)]
    return new_table(row, sitting, entries)


def _seat(row: TableRow, seat: int, entrant: Entrant, taken: list[str | None]) -> SeatRow:
    if not entrant.away:
        return SeatRow(
            code=row.code, seat=seat, name=entrant.name, player=bytes.fromhex(entrant.player or "")
        )
    level = usual_level(row.game)
    name = name_for(row.game, level, taken)
    taken.append(name)
    return SeatRow(code=row.code, seat=seat, bot=level, name=name)
