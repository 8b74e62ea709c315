"""What is kept: tables, seats, players, and the append-only log that is the truth about each table.

SQLAlchemy Core on SQLite or PostgreSQL. Reading happens here; everything that is written goes through
``korthus.web.log_writer``, which decides when it is durable.
"""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    event,
    select,
)
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

metadata = MetaData()

tables: Final = Table(
    "tables",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("preset", String(64)),
    #: JSON of the options that differ from their defaults.
    Column("options", LargeBinary, nullable=False),
    Column("rules_version", Integer, nullable=False),
    #: Private until the game is over: whoever knows it knows every card to come.
    Column("server_seed", LargeBinary, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("clock", Integer),
    Column("created", BigInteger, nullable=False),
    #: When the game ended and how (JSON); both follow from the log.
    Column("ended", BigInteger, index=True),
    Column("outcome", LargeBinary),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("code", String(8), ForeignKey("tables.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    #: The level of a computer player, or None for a person.
    Column("bot", String(64)),
    Column("name", String(64)),
    Column("invite", LargeBinary),
    Column("token", LargeBinary),
    #: The hash of the player token of the person, if they have one.
    Column("player", LargeBinary, index=True),
)

log: Final = Table(
    "log",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

players: Final = Table(
    "players",
    metadata,
    Column("player", LargeBinary, primary_key=True),
    Column("created", BigInteger, nullable=False),
)


class TableRow(msgspec.Struct, kw_only=True):
    """A table as it was opened."""

    code: str
    game: str
    preset: str | None
    options: dict[str, Any]
    rules_version: int
    server_seed: bytes
    practice: bool
    open: bool
    clock: int | None
    created: int
    ended: int | None = None
    outcome: bytes | None = None


class SeatRow(msgspec.Struct, kw_only=True):
    """Who may sit in a seat, and who does."""

    code: str
    seat: int
    bot: str | None = None
    name: str | None = None
    invite: bytes | None = None
    token: bytes | None = None
    player: bytes | None = None

    @property
    def taken(self) -> bool:
        """Whether a person or a bot sits there."""
        return self.bot is not None or self.token is not None


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database, for reading."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        options: dict[str, Any] = {} if self.sqlite else {"pool_size": 4, "max_overflow": 4}
        self.engine: AsyncEngine = create_async_engine(self.url, **options)
        if self.sqlite:
            event.listen(self.engine.sync_engine, "connect", prepare_sqlite)

    async def open(self) -> None:
        """Make what is not there yet."""
        async with self.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)

    async def close(self) -> None:
        """Let go of the database."""
        await self.engine.dispose()

    async def table(self, code: str) -> tuple[TableRow, list[SeatRow]] | None:
        """A table and its seats, or None if there is none of that name."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.code == code))).mappings().first()
            if row is None:
                return None
            found = await connection.execute(select(seats).where(seats.c.code == code).order_by(seats.c.seat))
            return table_row(row), [SeatRow(**each) for each in found.mappings()]

    async def seats_of(self, code: str) -> list[SeatRow]:
        """The seats of a table as they are now."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(seats).where(seats.c.code == code).order_by(seats.c.seat))
            return [SeatRow(**each) for each in found.mappings()]

    async def entries(self, code: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The log of a table: sequence and payload, after a sequence number."""
        query = (
            select(log.c.sequence, log.c.payload)
            .where(log.c.code == code, log.c.sequence > after)
            .order_by(log.c.sequence)
        )
        async with self.engine.connect() as connection:
            return [(sequence, bytes(payload)) for sequence, payload in await connection.execute(query)]

    async def open_tables(self, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        """Tables that anybody may join and that have a free seat, the newest first."""
        free = (
            select(seats.c.code)
            .where(seats.c.code == tables.c.code, seats.c.bot.is_(None), seats.c.token.is_(None))
            .exists()
        )
        query = (
            select(tables)
            .where(tables.c.open, tables.c.ended.is_(None), free)
            .order_by(tables.c.created.desc(), tables.c.code)
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            rows = [table_row(row) for row in (await connection.execute(query)).mappings()]
            codes = [row.code for row in rows]
            sitting: dict[str, list[SeatRow]] = {code: [] for code in codes}
            found = await connection.execute(
                select(seats).where(seats.c.code.in_(codes)).order_by(seats.c.code, seats.c.seat)
            )
            for each in found.mappings():
                sitting[each["code"]].append(SeatRow(**each))
        return [(row, sitting[row.code]) for row in rows]

    async def games_of(self, player: bytes, limit: int = 200) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables at which a player sits or sat, the newest first."""
        query = (
            select(tables)
            .join(seats, seats.c.code == tables.c.code)
            .where(seats.c.player == player)
            .order_by(tables.c.created.desc(), tables.c.code)
            .limit(limit)
        )
        return await self._with_seats(query)

    async def finished(self, game: str, limit: int = 5_000) -> list[tuple[TableRow, list[SeatRow]]]:
        """The finished games of a kind that were not practice, in the order in which they ended."""
        newest = (
            select(tables.c.code)
            .where(tables.c.game == game, tables.c.ended.is_not(None), tables.c.practice.is_(False))
            .order_by(tables.c.ended.desc(), tables.c.code)
            .limit(limit)
        )
        return await self._with_seats(
            select(tables).where(tables.c.code.in_(newest)).order_by(tables.c.ended, tables.c.code)
        )

    async def _with_seats(self, query: Any) -> list[tuple[TableRow, list[SeatRow]]]:
        async with self.engine.connect() as connection:
            rows = {row["code"]: table_row(row) for row in (await connection.execute(query)).mappings()}
            sitting: dict[str, list[SeatRow]] = {code: [] for code in rows}
            found = await connection.execute(
                select(seats).where(seats.c.code.in_(list(rows))).order_by(seats.c.code, seats.c.seat)
            )
            for each in found.mappings():
                sitting[each["code"]].append(SeatRow(**each))
        return [(row, sitting[code]) for code, row in rows.items()]

    async def is_player(self, player: bytes) -> bool:
        """Whether a player token with this hash was given out."""
        async with self.engine.connect() as connection:
            query = select(players.c.player).where(players.c.player == player)
            return (await connection.execute(query)).first() is not None


def table_row(row: Any) -> TableRow:
    """A row of ``tables`` as a struct."""
    fields = dict(row)
    fields["options"] = msgspec.json.decode(fields["options"])
    return TableRow(**fields)


def prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
