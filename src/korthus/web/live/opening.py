"""Opening a table: who may sit where, under which rules, with which secrets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from korthus.bots.registry import bot_names, unknown_bot
from korthus.core.chance import FairChance
from korthus.core.errors import InvalidOptions, InvalidRecord
from korthus.core.protocol import CHANCE, AnyGame
from korthus.core.record import MAX_SEATS as MAX_RECORD_SEATS
from korthus.core.record import Record
from korthus.table.reopen import package_entry
from korthus.table.replay import game_of
from korthus.web.bots.line import UNASKED, Person
from korthus.web.bounds import MAX_SEATS
from korthus.web.live.known_games import Made, make_game
from korthus.web.live.live_table import LiveTable
from korthus.web.live.names import clean_name
from korthus.web.live.naming import name_for
from korthus.web.live.new_table import new_table
from korthus.web.live.services import Services
from korthus.web.store.entries import Acted, Continued, Entry, PlayedWith, Seeded, Started
from korthus.web.store.store import SeatRow, TableRow, now
from korthus.web.store.tokens import hashed, new_code, new_seed, new_token

#: The longest clock, in seconds for each turn.
MAX_CLOCK: Final = 3600
#: The longest game that can be taken up again, in actions.
MAX_CONTINUED: Final = 2_000

Name = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=64)]


class Me(msgspec.Struct, frozen=True, tag="me", tag_field="kind", forbid_unknown_fields=True):
    """The seat of who opens the table."""

    name: Name


class Friend(msgspec.Struct, frozen=True, tag="friend", tag_field="kind", forbid_unknown_fields=True):
    """A seat for whoever has the link, or at an open table for anybody."""


class Computer(msgspec.Struct, frozen=True, tag="bot", tag_field="kind", forbid_unknown_fields=True):
    """A computer player."""

    level: Annotated[str, Meta(max_length=64)]


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wanted."""

    game: Annotated[str, Meta(max_length=64)]
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: dict[str, Any] = {}
    seats: Annotated[list[Me | Friend | Computer], Meta(min_length=1, max_length=MAX_RECORD_SEATS)]
    #: Hints, and actions can be taken back.
    practice: bool = False
    #: Listed for anybody to join.
    open: bool = False
    #: Seconds for each turn.
    clock: Annotated[int, Meta(ge=5, le=MAX_CLOCK)] | None = None
    #: The secret by which my games are found again.
    player: Token | None = None
    starts: Literal["full", "now"] = "full"
    #: Whether each friend has a link of their own, or one opens all of their seats.
    link: Literal["each", "one"] = "each"
    #: A seed of my own for the shuffle.
    seed: Annotated[str, Meta(max_length=256)] | None = None
    #: A finished game, cut off where this table shall go on; its game, options and deals are taken over.
    at: Record | None = None


class Invitation(msgspec.Struct, frozen=True):
    """The secret of a link that opens a seat once."""

    seat: int
    invite: str


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A table, and the secrets of who opened it."""

    code: str
    seat: int | None
    token: str | None
    invites: list[Invitation]


async def open_table(services: Services, wish: NewTable, person: Person = UNASKED) -> Opened:
    """Open a table for somebody; ``person`` is on whose account the computer works.

    Raises:
        ServerRefusal: it takes too long to get to where the game shall go on.
        InvalidOptions: it cannot be played like that.
        InvalidRecord: the game to go on with is not one, or is not over.
    """
    start = await _start(services, wish, person)
    row = _row(start, wish)
    sitting, opened = _seat_everybody(row.code, row.game, wish)
    entries = start.entries
    package = package_entry(start.game)
    if package is not None:
        entries.insert(0, PlayedWith(package.name, package.version))
    if wish.at is None:
        if wish.seed is not None and opened.seat is not None:
            entries.append(Seeded(opened.seat, wish.seed))
        full = all(seat.taken for seat in sitting)
        if wish.starts == "now" or (full and services.settings.deal_after == 0):
            entries.append(Started())
    await _put_up(services, row, sitting, entries, wish.at)
    services.metrics.count("tables", row.game)
    if any(seat.bot is not None for seat in sitting):
        services.warming.prefer(row.game)
    return opened


class _Start(NamedTuple):
    """The game of a table and where it begins."""

    game: AnyGame
    #: The options that differ from the preset's.
    changed: dict[str, Any]
    preset: str | None
    server_seed: bytes
    entries: list[Entry]


async def _start(services: Services, wish: NewTable, person: Person) -> _Start:
    """A new game, or where a record ends."""
    if wish.at is None:
        game, changed = make_game(wish.game, wish.preset, wish.options)
        check_size(services, game, len(wish.seats))
        return _Start(game, changed, wish.preset, new_seed(), [])
    if wish.open:
        raise InvalidOptions("NOT_FOR_STRANGERS", "A recorded game goes on among friends, not in the open.")
    (game, changed), preset, seed, entries = _continued(wish.at)
    check_size(services, game, len(wish.seats))
    await services.studies.check_record(wish.at, person)
    return _Start(game, changed, preset, seed, entries)


def _row(start: _Start, wish: NewTable) -> TableRow:
    return TableRow(
        code=new_code(),
        game=start.game.name,
        preset=start.preset,
        options=start.changed,
        rules_version=start.game.rules_version,
        server_seed=start.server_seed,
        # Who knows the record knows the cards to come: that is for practice only.
        practice=wish.practice or wish.at is not None,
        open=wish.open,
        clock=wish.clock,
        created=now(),
    )


async def _put_up(
    services: Services, row: TableRow, sitting: Sequence[SeatRow], entries: Sequence[Entry], at: Record | None
) -> None:
    """Build the live table, and write all of it down or nothing."""
    made = new_table(row, sitting, entries)
    live = LiveTable(services, row, sitting)
    await live.take_in_all([(each.sequence, each.payload) for each in made.log])
    if at is not None:
        await _check_luck(at, live)
    await services.writer.write(made.log, made.changes)
    live.written(made.log)
    services.live_tables.add(live)


def check_size(services: Services, game: AnyGame, count: int) -> None:
    """Whether a table on the web has space for a game, and time for it where strangers open tables.

    Raises:
        InvalidOptions: it has not, or the rules do not allow that many seats.
    """
    if MAX_SEATS < count <= game.max_seats:
        raise InvalidOptions(
            "TABLE_TOO_SMALL",
            "The table on the web has up to {most} seats, not {seats}; more can play in the terminal.",
            most=MAX_SEATS,
            seats=count,
        )
    game.new(count)
    if services.settings.limits and not _begins_quickly(game, count):
        raise InvalidOptions(
            "TABLE_TOO_COSTLY",
            "With these options the rules take too long to work out on the web; choose fewer cards for the "
            "table, or play it in the terminal.",
        )


def _begins_quickly(game: AnyGame, seats: int) -> bool:
    """Whether the first choice of a game takes a moment only (``Game.quick``)."""
    state, chance = game.new(seats), FairChance.seeded(0)
    while game.to_act(state) == CHANCE:
        state = game.apply(state, game.draw(state, chance)).state
    return game.quick(state)


def _seat_everybody(code: str, game: str, wish: NewTable) -> tuple[list[SeatRow], Opened]:
    sitting: list[SeatRow] = []
    mine: int | None = None
    token: str | None = None
    invites: list[Invitation] = []
    people = {clean_name(seat.name) for seat in wish.seats if isinstance(seat, Me)}
    levels = bot_names(game)
    shared = new_token()
    for number, seat in enumerate(wish.seats):
        match seat:
            case Me(name=name):
                if mine is not None:
                    raise InvalidOptions("TWO_OF_ME", "You can take one seat only.")
                mine, token = number, new_token()
                player = None if wish.player is None else hashed(wish.player)
                sitting.append(
                    SeatRow(code=code, seat=number, name=clean_name(name), token=hashed(token), player=player)
                )
            case Friend():
                invite = shared if wish.link == "one" else new_token()
                invites.append(Invitation(number, invite))
                sitting.append(SeatRow(code=code, seat=number, invite=hashed(invite)))
            case Computer(level=level):
                if level not in levels:
                    raise unknown_bot(game, level, tuple(levels))
                called = name_for(game, level, {*people, *(each.name for each in sitting)})
                sitting.append(SeatRow(code=code, seat=number, bot=level, name=called))
    return sitting, Opened(code=code, seat=mine, token=token, invites=invites)


def _continued(record: Record) -> tuple[Made, str | None, bytes, list[Entry]]:
    """The game of a record, its seed, and what leads to where it is cut off."""
    if record.shuffle.server_seed is None:
        raise InvalidRecord("NOT_FINISHED", "Only a finished game can be taken up anywhere.")
    if len(record.actions) > MAX_CONTINUED:
        raise InvalidRecord("GAME_TOO_LONG", "Such a long game cannot be taken up again.")
    entries: list[Entry] = [Continued()]
    entries += [Seeded(seat, seed) for seat, seed in enumerate(record.shuffle.seat_seeds) if seed]
    if record.actions:
        entries.append(Started())
    entries += [Acted(entry.seat, entry.text) for entry in record.actions if entry.seat != "deal"]
    made = Made(game_of(record), record.options)
    return made, record.preset, bytes.fromhex(record.shuffle.server_seed), entries


async def _check_luck(record: Record, live: LiveTable) -> None:
    """Refuse a record whose seal or deals are not those of its seeds: no table has dealt them."""
    dealt = (await asyncio.to_thread(live.table.record)).actions[: len(record.actions)]
    if record.shuffle.commitment != live.table.commitment or dealt != record.actions:
        raise InvalidRecord(
            "RECORD_NOT_TRUE", "The seal or the deals of that record are not those of its seeds."
        )
