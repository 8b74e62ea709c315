"""One writer for everything that is kept, which commits together whatever waits.

While a commit is on its way to the disk, further writes gather; the next commit takes them all. So a lone
write waits for nobody, and a thousand writes a second share a few hundred commits. ``write`` returns when the
data is durable, never before.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Executable, create_engine, event, insert, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from korthus.web.metrics import Metrics
from korthus.web.store import Store, log, prepare_sqlite

_INSERT_SQLITE: Final = "INSERT INTO log (code, sequence, kind, payload, at) VALUES (?, ?, ?, ?, ?)"
#: The channel on which PostgreSQL tells all servers that a table has new entries.
CHANNEL: Final = "korthus"
#: What the databases call a key that is there already.
_TAKEN: Final = ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505")
#: How many writes one commit takes at most.
_MOST: Final = 512


class Conflict(Exception):
    """Somebody else was first: the sequence number is taken, or a row is not as it was."""


class LogRow(NamedTuple):
    """One entry of the log."""

    code: str
    sequence: int
    kind: str
    payload: bytes
    at: int


class Change(NamedTuple):
    """A statement that goes with it, and how many rows it must change."""

    statement: Executable
    rows: int | None = None


class _Job(NamedTuple):
    rows: Sequence[LogRow]
    changes: Sequence[Change]
    done: asyncio.Future[None]


class LogWriter(ABC):
    """Gathers writes and commits them together."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._waiting: list[_Job] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="log writer")

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def write(self, rows: Sequence[LogRow] = (), changes: Sequence[Change] = ()) -> None:
        """Add entries to the log and change what goes with them, all or nothing; durable on return.

        Raises:
            Conflict: somebody else was first, and nothing is written.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(rows, changes, done))
        self._wake.set()
        await done

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            started = loop.time()
            try:
                results = await self._commit(batch)
            except Exception as error:
                results = [error] * len(batch)
            self._metrics.committed(len(batch), loop.time() - started)
            for job, result in zip(batch, results, strict=True):
                if job.done.cancelled():
                    continue
                if result is None:
                    job.done.set_result(None)
                else:
                    job.done.set_exception(result)

    @abstractmethod
    async def _commit(self, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        """Write a batch in one transaction; what went wrong with each job, if anything."""


class SqliteWriter(LogWriter):
    """Writes in a thread of its own: one switch to it and back for each commit."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        super().__init__(metrics)
        self._engine = create_engine(store.url.set(drivername="sqlite+pysqlite"))
        event.listen(self._engine, "connect", prepare_sqlite)
        event.listen(self._engine, "connect", _no_implicit_begin)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log writer")
        self._connection: Connection | None = None

    async def start(self) -> None:
        """See ``LogWriter.start``."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connect)
        await super().start()

    async def close(self) -> None:
        """See ``LogWriter.close``."""
        await super().close()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _connect(self) -> None:
        self._connection = self._engine.connect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    async def _commit(self, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    def _write(self, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        connection = self._connection
        assert connection is not None
        if not any(job.changes for job in batch):
            raw: Any = connection.connection.dbapi_connection
            try:
                raw.execute("BEGIN IMMEDIATE")
                raw.executemany(_INSERT_SQLITE, [row for job in batch for row in job.rows])
                raw.execute("COMMIT")
                return [None] * len(batch)
            except Exception as error:
                raw.rollback()
                if type(error).__name__ != "IntegrityError":
                    raise
        return self._write_apart(connection, batch)

    @staticmethod
    def _write_apart(connection: Connection, batch: Sequence[_Job]) -> list[Exception | None]:
        """Each job by itself in one transaction, so that one that fails harms no other."""
        results: list[Exception | None] = []
        with connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            for job in batch:
                try:
                    with connection.begin_nested():
                        for change in job.changes:
                            _check(change, connection.execute(change.statement).rowcount)
                        if job.rows:
                            connection.execute(insert(log), [row._asdict() for row in job.rows])
                    results.append(None)
                except IntegrityError as error:
                    results.append(Conflict() if _taken(error) else error)
                except Conflict as conflict:
                    results.append(conflict)
        return results


class PostgresWriter(LogWriter):
    """Writes over one connection, and lets PostgreSQL tell the other servers."""

    def __init__(self, store: Store, metrics: Metrics, node: str) -> None:
        super().__init__(metrics)
        self._engine = store.engine
        self._node = node

    async def _commit(self, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        async with self._engine.begin() as connection:
            if not any(job.changes for job in batch):
                try:
                    async with connection.begin_nested():
                        await connection.execute(
                            insert(log), [r._asdict() for job in batch for r in job.rows]
                        )
                    await self._notify(connection, batch)
                    return [None] * len(batch)
                except IntegrityError:
                    pass  # one of them was not first: find out which
            results = [await self._apart(connection, job) for job in batch]
            written = [job for job, result in zip(batch, results, strict=True) if result is None]
            await self._notify(connection, written)
        return results

    @staticmethod
    async def _apart(connection: AsyncConnection, job: _Job) -> Exception | None:
        try:
            async with connection.begin_nested():
                for change in job.changes:
                    _check(change, (await connection.execute(change.statement)).rowcount)
                if job.rows:
                    await connection.execute(insert(log), [row._asdict() for row in job.rows])
        except IntegrityError as error:
            return Conflict() if _taken(error) else error
        except Conflict as conflict:
            return conflict
        return None

    async def _notify(self, connection: AsyncConnection, batch: Sequence[_Job]) -> None:
        news = {row.code: row.sequence for job in batch for row in job.rows}
        for code, sequence in news.items():
            await connection.execute(
                text("SELECT pg_notify(:channel, :news)"),
                {"channel": CHANNEL, "news": f"log {self._node} {code} {sequence}"},
            )


def _taken(error: IntegrityError) -> bool:
    """Whether a row of that key is there already, rather than anything else being wrong."""
    codes = (getattr(error.orig, "sqlite_errorname", None), getattr(error.orig, "sqlstate", None))
    return any(code in _TAKEN for code in codes)


def _check(change: Change, rows: int) -> None:
    if change.rows is not None and rows != change.rows:
        raise Conflict()


def _no_implicit_begin(connection: Any, _record: object) -> None:
    """Transactions begin where we say so: the driver would otherwise begin one that reads first."""
    connection.isolation_level = None
