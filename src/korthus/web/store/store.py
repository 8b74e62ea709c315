"""What is kept: tables, seats, players, and the append-only log that is the truth about each table.

SQLAlchemy Core on SQLite or PostgreSQL. Reading happens here; everything that is written goes through
``korthus.web.store.log_writer``, which decides when it is durable.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Select, bindparam, create_engine, event, func, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from korthus.core.protocol import Outcome
from korthus.web.logs import record_event
from korthus.web.pages.metrics import Metrics
from korthus.web.store.chain import LogEntry, chain_end, chain_start, seal_of, seal_of_document
from korthus.web.store.schema import entrants, log, players, schema_version, seats, tables, tournaments
from korthus.web.store.trouble import DamagedTable, DatabaseAway, is_away, is_damage
from korthus.web.store.upgrade import prepare, version_of

T = TypeVar("T")

#: Threads that read an SQLite file.
_READERS: Final = 2
#: How many keys one query names.
_AT_ONCE: Final = 500
#: How long PostgreSQL may take to let us in, and to answer, in seconds.
CONNECT_WITHIN: Final = 5.0
_ANSWER_WITHIN: Final = 30.0


# What is asked for with every table: made once, for making a statement costs more than running it.
_TABLE: Final = select(tables).where(tables.c.code == bindparam("named"))
_SEATS: Final = select(seats).where(seats.c.code == bindparam("named")).order_by(seats.c.seat)
_ENTRIES: Final = (
    select(log.c.sequence, log.c.kind, log.c.payload, log.c.at, log.c.chain)
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
    #: The checksum of the row as it was when the table was opened.
    chain: int = 0


class SeatRow(msgspec.Struct, kw_only=True):
    """Who may sit in a seat, and who does."""

    code: str
    seat: int
    bot: str | None = None
    name: str | None = None
    invite: bytes | None = None
    token: bytes | None = None
    player: bytes | None = None
    previous: bytes | None = None
    seal: int = 0

    @property
    def taken(self) -> bool:
        """Whether a person or a bot sits there."""
        return self.bot is not None or self.token is not None


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it is kept."""

    code: str
    version: int
    document: bytes
    created: int
    seal: int


class News(NamedTuple):
    """What came to a table."""

    seats: list[SeatRow]
    #: Sequence and payload of each entry of the log.
    entries: list[tuple[int, bytes]]
    #: The checksum of the last entry, or of what was there before.
    chain: int


class Kept(NamedTuple):
    """All that is kept of a table."""

    row: TableRow
    news: News


def now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """The database, for reading. SQLite is read in a few threads, PostgreSQL by its asynchronous driver."""

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        self.url = make_url(url)
        self._metrics = metrics or Metrics()
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._threads = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
        self._engine: Engine | AsyncEngine = (
            # What belongs together is read as of one moment.
            self.sync_engine() if self.sqlite else self.async_engine("REPEATABLE READ")
        )

    def sync_engine(self) -> Engine:
        """SQLite: an engine for use in threads. Transactions begin where we say so."""
        engine = create_engine(self.url.set(drivername="sqlite+pysqlite"), pool_size=_READERS)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine

    def async_engine(self, isolation: Literal["READ COMMITTED", "REPEATABLE READ"]) -> AsyncEngine:
        """PostgreSQL: an engine for use in the event loop. A connection that was cut is never handed out."""
        return create_async_engine(
            self.url,
            pool_size=4,
            max_overflow=4,
            pool_pre_ping=True,
            isolation_level=isolation,
            connect_args={"timeout": CONNECT_WITHIN, "command_timeout": _ANSWER_WITHIN},
        )

    async def open(self) -> None:
        """Make what is not there yet, and lead an older database to its newest form.

        Raises:
            KorthusError: the database is of a newer korthus.
            Exception: it cannot be read and written.
        """
        if isinstance(self._engine, AsyncEngine):
            async with self._engine.connect() as connection:
                # Whoever waits for the lock must see what was made meanwhile.
                await connection.execution_options(isolation_level="READ COMMITTED")
                # Two servers that start at once would both make the tables.
                await connection.execute(text("SELECT pg_advisory_xact_lock(7211)"))
                await connection.run_sync(prepare)
                await connection.commit()
        else:
            await asyncio.to_thread(_prepare, self._engine)

    async def close(self) -> None:
        """Let go of the database."""
        self._threads.shutdown()
        if isinstance(self._engine, AsyncEngine):
            await self._engine.dispose()
        else:
            self._engine.dispose()

    async def _read(self, question: Callable[[Connection], T]) -> T:
        """Ask the database; once more if the connection was cut meanwhile, for reading changes nothing.

        Raises:
            DatabaseAway: it does not answer.
        """
        away: Exception | None = None
        for what in ("read_again", "not_read"):
            try:
                return await self._read_once(question)
            except Exception as error:
                if not is_away(error):
                    raise
                self._note(what, error)
                away = error
        raise DatabaseAway("read") from away

    async def _read_once(self, question: Callable[[Connection], T]) -> T:
        if isinstance(self._engine, AsyncEngine):
            async with self._engine.connect() as connection:
                return await connection.run_sync(question)
        return await asyncio.get_running_loop().run_in_executor(self._threads, _ask, self._engine, question)

    def _note(self, what: str, error: Exception) -> None:
        self._metrics.count("database_troubles", what)
        record_event(logging.WARNING, "database_trouble", error=error, what=what)

    async def table(self, code: str) -> Kept | None:
        """A table, its seats and its log, or None if there is none of that name.

        Raises:
            DamagedTable: it is not as it was written.
        """

        def ask(connection: Connection) -> Kept | None:
            found = connection.execute(_TABLE, {"named": code}).mappings().first()
            if found is None:
                return None
            sitting = _seats(connection, code)
            row = _table_row(found, len(sitting))
            entries = _entries(connection, code, 0)
            # The end of a game is noted together with the entry that ended it.
            if row.ended is not None and all(entry.at != row.ended for entry in entries):
                raise DamagedTable(code)
            return Kept(row, _news(code, sitting, 0, row.chain, entries))

        return await self._read_table(code, ask)

    async def news(self, code: str, after: int, chain: int) -> News:
        """The seats of a table and its log after a sequence number with that checksum, as of one moment.

        Raises:
            DamagedTable: they are not as they were written.
        """

        def ask(connection: Connection) -> News:
            entries = _entries(connection, code, after)
            return _news(code, _seats(connection, code), after, chain, entries)

        return await self._read_table(code, ask)

    async def _read_table(self, code: str, question: Callable[[Connection], T]) -> T:
        try:
            return await self._read(question)
        except Exception as error:
            cause = error.__cause__ if isinstance(error, DatabaseAway) else error
            if not isinstance(cause, DamagedTable) and (cause is None or not is_damage(cause)):
                raise
            self._metrics.count("damaged_tables")
            record_event(logging.ERROR, "damaged_table", error=cause, table=code)
            raise DamagedTable(code) from error

    async def entries(self, code: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The log of a table: sequence and payload, after a sequence number."""
        found = await self._read(lambda connection: _entries(connection, code, after))
        return [(entry.sequence, entry.payload) for entry in found]

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

    async def finished(
        self, game: str, after: int = 0, limit: int = 5_000
    ) -> list[tuple[TableRow, list[SeatRow]]]:
        """The finished games of a kind that were not practice, in the order in which they ended.

        Args:
            after: only those that ended later, in milliseconds since 1970.
        """
        newest = (
            select(tables.c.code)
            .where(tables.c.game == game, tables.c.ended > after, tables.c.practice.is_(False))
            .order_by(tables.c.ended.desc(), tables.c.code)
            .limit(limit)
        )
        query = select(tables).where(tables.c.code.in_(newest)).order_by(tables.c.ended, tables.c.code)
        return await self._read(lambda connection: _with_seats(connection, query))

    async def named(self, codes: Sequence[str]) -> dict[str, tuple[TableRow, list[SeatRow]]]:
        """Some tables with their seats, by their names; without those that are damaged."""
        query = select(tables).where(tables.c.code.in_(codes))
        found = await self._read(lambda connection: _with_seats(connection, query))
        return {row.code: (row, sitting) for row, sitting in found}

    async def tournament(self, code: str) -> TournamentRow | None:
        """A tournament, or None if there is none of that name.

        Raises:
            DamagedTable: it is not as it was written.
        """
        query = select(tournaments).where(tournaments.c.code == code)
        found = await self._read(lambda connection: connection.execute(query).mappings().first())
        if found is None:
            return None
        row = TournamentRow(**found)
        if row.seal != seal_of_document(row.code, row.version, row.document, row.created):
            raise DamagedTable(code)
        return row

    async def tournaments_of(self, player: bytes, limit: int = 50) -> list[str]:
        """The names of the tournaments that a player is in, the newest first."""
        query = (
            select(tournaments.c.code)
            .join(entrants, entrants.c.code == tournaments.c.code)
            .where(entrants.c.player == player)
            .order_by(tournaments.c.created.desc(), tournaments.c.code)
            .limit(limit)
        )
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def version(self) -> int | None:
        """The form of the database, or None if there are no tables in it."""
        return await self._read(version_of)

    async def codes(self) -> list[str]:
        """The names of all tables."""
        query = select(tables.c.code).order_by(tables.c.code)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def strays(self) -> int:
        """How many entries of the log belong to no table."""
        query = select(func.count()).select_from(log).where(log.c.code.not_in(select(tables.c.code)))
        return await self._read(lambda connection: connection.scalar(query) or 0)

    async def troubles(self, most: int = 20) -> list[str]:
        """What SQLite finds wrong with its file; nothing for PostgreSQL, which sees to that itself."""
        if not self.sqlite:
            return []
        found = await self._read(
            lambda connection: list(connection.exec_driver_sql(f"PRAGMA integrity_check({most})").scalars())
        )
        return [] if found == ["ok"] else [str(each) for each in found]

    async def is_player(self, player: bytes) -> bool:
        """Whether a player token with this hash was given out."""
        query = select(players.c.player).where(players.c.player == player)
        return await self._read(lambda connection: connection.execute(query).first() is not None)


def _ask(engine: Engine, question: Callable[[Connection], T]) -> T:
    with engine.connect() as connection:
        return question(connection)


def _prepare(engine: Engine) -> None:
    """Get an SQLite file ready, in one transaction that also shows that it can be written."""
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        prepare(connection)
        connection.execute(update(schema_version).values(version=schema_version.c.version))
        connection.commit()


def _seats(connection: Connection, code: str) -> list[SeatRow]:
    found = connection.execute(_SEATS, {"named": code})
    return [_seat_row(each) for each in found.mappings()]


def _entries(connection: Connection, code: str, after: int) -> list[LogEntry]:
    return [LogEntry(*each) for each in connection.execute(_ENTRIES, {"named": code, "after": after})]


def _news(code: str, sitting: list[SeatRow], after: int, chain: int, entries: list[LogEntry]) -> News:
    last = chain_end(code, after, chain, entries)
    return News(sitting, [(entry.sequence, entry.payload) for entry in entries], last)


def _with_seats(connection: Connection, query: Select[Any]) -> list[tuple[TableRow, list[SeatRow]]]:
    """Tables with their seats. One that is damaged is left out: whoever opens it is told."""
    rows = {row["code"]: row for row in connection.execute(query).mappings()}
    sitting: dict[str, list[Any]] = {code: [] for code in rows}
    codes = list(rows)
    for first in range(0, len(codes), _AT_ONCE):
        some = codes[first : first + _AT_ONCE]
        found = connection.execute(
            select(seats).where(seats.c.code.in_(some)).order_by(seats.c.code, seats.c.seat)
        )
        for each in found.mappings():
            sitting[each["code"]].append(each)
    sound = []
    for code, row in rows.items():
        try:
            people = [_seat_row(each) for each in sitting[code]]
            sound.append((_table_row(row, len(people)), people))
        except DamagedTable as error:
            record_event(logging.ERROR, "damaged_table", error=error, table=code)
    return sound


def _seat_row(row: Any) -> SeatRow:
    """A row of ``seats`` as a struct.

    Raises:
        DamagedTable: it is not as it was written.
    """
    seat = SeatRow(**row)
    if seat.seal != seal_of(seat):
        raise DamagedTable(seat.code)
    return seat


def _table_row(row: Any, sitting: int) -> TableRow:
    """A row of ``tables`` as a struct, with how many seats were found.

    Raises:
        DamagedTable: it is not as it was written.
    """
    fields = TableRow(**row)
    raw: Any = fields.options  # as it is kept, so far
    if fields.chain != chain_start(fields, raw, sitting):
        raise DamagedTable(fields.code)
    fields.options = msgspec.json.decode(raw)
    if fields.outcome is not None:
        try:
            msgspec.json.decode(fields.outcome, type=Outcome)
        except msgspec.DecodeError as error:
            raise DamagedTable(fields.code) from error
    return fields


def _prepare_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions that read first and then cannot write.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()
