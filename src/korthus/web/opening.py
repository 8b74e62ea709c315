"""Opening a table: who may sit where, under which rules, with which secrets."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import insert

from korthus.bots.registry import bot_names
from korthus.core.errors import InvalidOptions, InvalidRecord
from korthus.core.record import Record
from korthus.table import Replay
from korthus.web.entries import Acted, Entry, Seeded, Started, encode_entry, kind_of
from korthus.web.house import House
from korthus.web.known_games import Made, make_game
from korthus.web.log_writer import Change, LogRow
from korthus.web.names import clean_name
from korthus.web.room import Room
from korthus.web.store import SeatRow, TableRow, now, seats, tables
from korthus.web.tokens import hashed, new_code, new_seed, new_token

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
    seats: Annotated[list[Me | Friend | Computer], Meta(min_length=1, max_length=16)]
    #: Hints, and actions can be taken back.
    practice: bool = False
    #: Listed for anybody to join.
    open: bool = False
    #: Seconds for each turn.
    clock: Annotated[int, Meta(ge=5, le=MAX_CLOCK)] | None = None
    #: The secret by which my games are found again.
    player: Token | None = None
    starts: Literal["full", "now"] = "full"
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


async def open_table(house: House, wish: NewTable) -> Opened:
    """Open a table.

    Raises:
        InvalidOptions: it cannot be played like that.
        InvalidRecord: the game to go on with is not one, or is not over.
    """
    if wish.at is not None:
        (game, changed), preset, seed, entries = _continued(wish.at)
    else:
        game, changed = make_game(wish.game, wish.preset, wish.options)
        preset, seed, entries = wish.preset, new_seed(), []
    game.new(len(wish.seats))
    code = new_code()
    row = TableRow(
        code=code,
        game=game.name,
        preset=preset,
        options=changed,
        rules_version=game.rules_version,
        server_seed=seed,
        # Who knows the record knows the cards to come: that is for practice only.
        practice=wish.practice or wish.at is not None,
        open=wish.open,
        clock=wish.clock,
        created=now(),
    )
    sitting, opened = _seat_everybody(code, game.name, wish)
    if wish.seed is not None and opened.seat is not None and wish.at is None:
        entries.append(Seeded(opened.seat, wish.seed))
    full = all(seat.taken for seat in sitting)
    if wish.at is None and (wish.starts == "now" or (full and house.settings.deal_after == 0)):
        entries.append(Started())
    room = Room(house, row, sitting)
    for entry in entries:
        room.take_in(entry)
    await house.writer.write(
        [
            LogRow(code, place, kind_of(entry), encode_entry(entry), row.created)
            for place, entry in enumerate(entries, 1)
        ],
        [
            Change(insert(tables).values({**_fields(row), "options": msgspec.json.encode(row.options)})),
            Change(insert(seats).values([_fields(seat) for seat in sitting])),
        ],
    )
    room.length = len(entries)
    house.rooms.add(room)
    house.metrics.count("tables", game.name)
    return opened


def _fields(row: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _seat_everybody(code: str, game: str, wish: NewTable) -> tuple[list[SeatRow], Opened]:
    sitting: list[SeatRow] = []
    mine: int | None = None
    token: str | None = None
    invites: list[Invitation] = []
    counts: dict[str, int] = {}
    levels = bot_names(game)
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
                invite = new_token()
                invites.append(Invitation(number, invite))
                sitting.append(SeatRow(code=code, seat=number, invite=hashed(invite)))
            case Computer(level=level):
                if level not in levels:
                    raise InvalidOptions(
                        "UNKNOWN_BOT",
                        "{game} has no player called {name}; there is {names}.",
                        game=game,
                        name=repr(level)[:60],
                        names=", ".join(levels),
                    )
                counts[level] = counts.get(level, 0) + 1
                called = level if counts[level] == 1 else f"{level} {counts[level]}"
                sitting.append(SeatRow(code=code, seat=number, bot=level, name=called))
    return sitting, Opened(code=code, seat=mine, token=token, invites=invites)


def _continued(record: Record) -> tuple[Made, str | None, bytes, list[Entry]]:
    """The game of a record, its seed, and what leads to where it is cut off."""
    if record.shuffle.server_seed is None:
        raise InvalidRecord("NOT_OVER", "Only a finished game can be taken up anywhere.")
    if len(record.actions) > MAX_CONTINUED:
        raise InvalidRecord("TOO_LONG", "Such a long game cannot be taken up again.")
    replay = Replay(record)
    entries: list[Entry] = [Seeded(seat, seed) for seat, seed in enumerate(record.shuffle.seat_seeds) if seed]
    if record.actions:
        entries.append(Started())
    entries += [Acted(entry.seat, entry.text) for entry in record.actions if entry.seat != "deal"]
    made = Made(replay.game, record.options)
    return made, record.preset, bytes.fromhex(record.shuffle.server_seed), entries
