"""One writer for everything that is kept, which commits together whatever waits.

While a commit is on its way to the disk, further writes gather; the next commit takes them all. So a lone
write waits for nobody, and a thousand writes a second share a few hundred commits. ``write`` returns when the
data is durable, never before.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Executable, insert, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from korthus.web.logs import record_event
from korthus.web.pages.metrics import Metrics
from korthus.web.store.chain import chain_next
from korthus.web.store.entries import Entry, encode_entry, kind_of
from korthus.web.store.schema import log
from korthus.web.store.store import Store
from korthus.web.store.trouble import DatabaseAway, is_away, is_damage

#: Any number of rows in one statement: it is a transaction of its own, and it lets the interpreter go on with
#: the event loop once for all of them and not once for each.
_INSERT_SQLITE: Final = """
    INSERT INTO log (code, sequence, kind, payload, at, chain)
    SELECT value ->> 0, value ->> 1, value ->> 2, CAST(value ->> 3 AS BLOB), value ->> 4, value ->> 5
    FROM json_each(?)
"""
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
    #: See ``korthus.web.store.chain``.
    chain: int


def chained_rows(code: str, length: int, chain: int, entries: Sequence[Entry], at: int) -> list[LogRow]:
    """The rows of entries that follow the first ``length`` of a table, the last of which has ``chain``."""
    rows = []
    for sequence, entry in enumerate(entries, length + 1):
        kind, payload = kind_of(entry), encode_entry(entry)
        chain = chain_next(chain, code, sequence, kind, payload, at)
        rows.append(LogRow(code, sequence, kind, payload, at, chain))
    return rows


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

    @abstractmethod
    async def start(self) -> None:
        """Begin to write."""

    @abstractmethod
    async def close(self) -> None:
        """Write what waits, then stop."""

    @abstractmethod
    def _add(self, job: _Job) -> None:
        """Let a job wait for the next commit."""

    async def write(self, rows: Sequence[LogRow] = (), changes: Sequence[Change] = ()) -> None:
        """Add entries to the log and change what goes with them, all or nothing; durable on return.

        Raises:
            Conflict: somebody else was first, and nothing is written.
            DatabaseAway: the database cannot write now. Where the connection was cut at the end, it may have
                written nonetheless: whoever asks reads the log before going on.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._add(_Job(rows, changes, done))
        await done

    def _failed(self, batch: Sequence[_Job], error: Exception) -> list[Exception | None]:
        """What a commit that came to nothing means for each of its writes."""
        if not is_away(error):
            return [error] * len(batch)
        self._metrics.count("database_troubles", "not_written")
        record_event(logging.WARNING, "database_trouble", error=error, what="not_written")
        away = [DatabaseAway("write") for _ in batch]
        for each in away:
            each.__cause__ = error
        return [*away]

    def _finished(self, batch: Sequence[_Job], results: Sequence[Exception | None], seconds: float) -> None:
        """Count a commit, and give each job its result: None, or what went wrong."""
        self._metrics.committed(len(batch), seconds)
        for job, result in zip(batch, results, strict=True):
            if job.done.done():
                continue  # whoever waited was cancelled
            if result is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(result)


class SqliteWriter(LogWriter):
    """Writes in a thread of its own, which is handed one batch for each commit and answers once."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        super().__init__(metrics)
        self._engine = store.sync_engine()
        self._waiting: list[_Job] = []
        #: Whether the thread has a batch, or will be handed one before the loop goes on.
        self._busy = False
        #: Batches for the thread; None ends it.
        self._queue: SimpleQueue[Sequence[_Job] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        #: Of that thread alone.
        self._connection: Connection | None = None

    async def start(self) -> None:
        """See ``LogWriter.start``."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, args=(loop,), name="log writer", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """See ``LogWriter.close``."""
        while self._busy:
            await asyncio.sleep(0.001)
        self._queue.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    def _add(self, job: _Job) -> None:
        self._waiting.append(job)
        if not self._busy:
            self._busy = True
            # Whatever else is done in this turn of the loop goes along.
            asyncio.get_running_loop().call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._busy = bool(self._waiting)
        if self._busy:
            self._queue.put(self._waiting[:_MOST])
            del self._waiting[:_MOST]

    def _finished(self, batch: Sequence[_Job], results: Sequence[Exception | None], seconds: float) -> None:
        self._hand_over()
        super()._finished(batch, results, seconds)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while (batch := self._queue.get()) is not None:
            started = time.monotonic()
            results: Sequence[Exception | None]
            try:
                results = self._write(self._connected(), batch)
            except Exception as error:
                results = self._failed(batch, error)
                self._disconnect()  # the next commit begins with a clean connection
                if is_damage(error) and len(batch) > 1:
                    results = self._write_alone(batch)
            loop.call_soon_threadsafe(self._finished, batch, results, time.monotonic() - started)
        self._disconnect()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def _write_alone(self, batch: Sequence[_Job]) -> list[Exception | None]:
        """Each job in a transaction of its own: one met a damaged page, the others shall not suffer."""
        results: list[Exception | None] = []
        for job in batch:
            try:
                results += self._write_apart(self._connected(), [job])
            except Exception as error:
                results += self._failed([job], error)
                self._disconnect()
        return results

    def _write(self, connection: Connection, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        if not any(job.changes for job in batch):
            raw: Any = connection.connection.dbapi_connection
            rows = [(*row[:3], row.payload.decode(), *row[4:]) for job in batch for row in job.rows]
            try:
                raw.execute(_INSERT_SQLITE, (msgspec.json.encode(rows).decode(),))
                return [None] * len(batch)
            except sqlite3.IntegrityError:
                pass  # one of them was not first: find out which
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
        self._engine = store.async_engine("READ COMMITTED")
        self._node = node
        self._waiting: list[_Job] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    async def start(self) -> None:
        """See ``LogWriter.start``."""
        self._task = asyncio.create_task(self._run(), name="log writer")

    async def close(self) -> None:
        """See ``LogWriter.close``."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._engine.dispose()

    def _add(self, job: _Job) -> None:
        self._waiting.append(job)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            if not self._waiting:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
            started = time.monotonic()
            results: Sequence[Exception | None]
            try:
                results = await self._commit(batch)
            except Exception as error:
                results = self._failed(batch, error)
            self._finished(batch, results, time.monotonic() - started)

    async def _commit(self, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        """Write a batch; once more if the connection was cut before the commit was asked for."""
        for again in (False, True):
            asked = False
            try:
                async with self._engine.connect() as connection:
                    results = await self._write(connection, batch)
                    asked = True
                    await connection.commit()
                    return results
            except Exception as error:
                # Once the commit is asked for nobody can tell whether it was done.
                if asked or again or not is_away(error):
                    raise
                self._metrics.count("database_troubles", "write_again")
                record_event(logging.WARNING, "database_trouble", error=error, what="write_again")
        raise AssertionError("it is written or an error by now")

    async def _write(self, connection: AsyncConnection, batch: Sequence[_Job]) -> Sequence[Exception | None]:
        if not any(job.changes for job in batch):
            try:
                async with connection.begin_nested():
                    await connection.execute(insert(log), [r._asdict() for job in batch for r in job.rows])
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
