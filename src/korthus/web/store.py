"""What is kept: tables, seats, players, and the append-only log that is the truth about each table.

SQLAlchemy Core on SQLite or PostgreSQL. Reading happens here; everything that is written goes through
``korthus.web.log_writer``, which decides when it is durable.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    bindparam,
    create_engine,
    event,
    select,
    text,
)
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

T = TypeVar("T")

#: Threads that read an SQLite file.
_READERS: Final = 2
#: How many keys one query names.
_AT_ONCE: Final = 500

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


# What is asked for with every table: made once, for making a statement costs more than running it.
_TABLE: Final = select(tables).where(tables.c.code == bindparam("named"))
_SEATS: Final = select(seats).where(seats.c.code == bindparam("named")).order_by(seats.c.seat)
_ENTRIES: Final = (
    select(log.c.sequence, log.c.payload)
    .where(log.c.code == bindparam("named"), log.c.sequence > bindparam("after"))
    .order_by(log.c.sequence)
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


class Kept(NamedTuple):
    """All that is kept of a table."""

    row: TableRow
    seats: list[SeatRow]
    #: Sequence and payload of each entry of the log.
    entries: list[tuple[int, bytes]]


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database, for reading. SQLite is read in a few threads, PostgreSQL by its asynchronous driver."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
        self._engine: Engine | AsyncEngine = self.sync_engine() if self.sqlite else self.async_engine()

    def sync_engine(self) -> Engine:
        """SQLite: an engine for use in threads. Transactions begin where we say so."""
        engine = create_engine(self.url.set(drivername="sqlite+pysqlite"), pool_size=_READERS)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine

    def async_engine(self) -> AsyncEngine:
        """PostgreSQL: an engine for use in the event loop."""
        return create_async_engine(self.url, pool_size=4, max_overflow=4)

    async def open(self) -> None:
        """Make what is not there yet."""
        if isinstance(self._engine, AsyncEngine):
            async with self._engine.begin() as connection:
                # Two servers that start at once would both make the tables.
                await connection.execute(text("SELECT pg_advisory_xact_lock(7211)"))
                await connection.run_sync(metadata.create_all)
        else:
            await asyncio.to_thread(metadata.create_all, self._engine)

    async def close(self) -> None:
        """Let go of the database."""
        self._threads.shutdown()
        if isinstance(self._engine, AsyncEngine):
            await self._engine.dispose()
        else:
            self._engine.dispose()

    async def _read(self, question: Callable[[Connection], T]) -> T:
        """Ask the database."""
        if isinstance(self._engine, AsyncEngine):
            async with self._engine.connect() as connection:
                return await connection.run_sync(question)
        return await asyncio.get_running_loop().run_in_executor(self._threads, _ask, self._engine, question)

    async def table(self, code: str) -> Kept | None:
        """A table, its seats and its log, or None if there is none of that name."""

        def ask(connection: Connection) -> Kept | None:
            row = connection.execute(_TABLE, {"named": code}).mappings().first()
            if row is None:
                return None
            return Kept(_table_row(row), _seats(connection, code), _entries(connection, code, 0))

        return await self._read(ask)

    async def seats_of(self, code: str) -> list[SeatRow]:
        """The seats of a table as they are now."""
        return await self._read(lambda connection: _seats(connection, code))

    async def entries(self, code: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The log of a table: sequence and payload, after a sequence number."""
        return await self._read(lambda connection: _entries(connection, code, after))

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
        return await self._read(lambda connection: _with_seats(connection, query))

    async def games_of(self, player: bytes, limit: int = 200) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables at which a player sits or sat, the newest first."""
        mine = select(seats.c.code).where(seats.c.player == player)
        query = (
            select(tables)
            .where(tables.c.code.in_(mine))
            .order_by(tables.c.created.desc(), tables.c.code)
            .limit(limit)
        )
        return await self._read(lambda connection: _with_seats(connection, query))

    async def finished(self, game: str, limit: int = 5_000) -> list[tuple[TableRow, list[SeatRow]]]:
        """The finished games of a kind that were not practice, in the order in which they ended."""
        newest = (
            select(tables.c.code)
            .where(tables.c.game == game, tables.c.ended.is_not(None), tables.c.practice.is_(False))
            .order_by(tables.c.ended.desc(), tables.c.code)
            .limit(limit)
        )
        query = select(tables).where(tables.c.code.in_(newest)).order_by(tables.c.ended, tables.c.code)
        return await self._read(lambda connection: _with_seats(connection, query))

    async def is_player(self, player: bytes) -> bool:
        """Whether a player token with this hash was given out."""
        query = select(players.c.player).where(players.c.player == player)
        return await self._read(lambda connection: connection.execute(query).first() is not None)


def _ask(engine: Engine, question: Callable[[Connection], T]) -> T:
    with engine.connect() as connection:
        return question(connection)


def _seats(connection: Connection, code: str) -> list[SeatRow]:
    found = connection.execute(_SEATS, {"named": code})
    return [SeatRow(**each) for each in found.mappings()]


def _entries(connection: Connection, code: str, after: int) -> list[tuple[int, bytes]]:
    found = connection.execute(_ENTRIES, {"named": code, "after": after})
    return [(sequence, bytes(payload)) for sequence, payload in found]


def _with_seats(connection: Connection, query: Select[Any]) -> list[tuple[TableRow, list[SeatRow]]]:
    rows = {row["code"]: _table_row(row) for row in connection.execute(query).mappings()}
    sitting: dict[str, list[SeatRow]] = {code: [] for code in rows}
    codes = list(rows)
    for first in range(0, len(codes), _AT_ONCE):
        some = codes[first : first + _AT_ONCE]
        found = connection.execute(
            select(seats).where(seats.c.code.in_(some)).order_by(seats.c.code, seats.c.seat)
        )
        for each in found.mappings():
            sitting[each["code"]].append(SeatRow(**each))
    return [(row, sitting[code]) for code, row in rows.items()]


def _table_row(row: Any) -> TableRow:
    """A row of ``tables`` as a struct."""
    fields = dict(row)
    fields["options"] = msgspec.json.decode(fields["options"])
    return TableRow(**fields)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions that read first and then cannot write.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
