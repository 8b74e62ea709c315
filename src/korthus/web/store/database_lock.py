"""One server for each SQLite file, whatever it is called. The lock goes with the process, however it ends."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy.engine import make_url

from korthus.core.errors import KorthusError
from korthus.web.store.trouble import words_of


def database_file(url: str) -> Path | None:
    """The file of an SQLite database, by its one real path; None for any other database."""
    parsed = make_url(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    if name.startswith("file:"):
        name = unquote(name.removeprefix("file:").partition("?")[0])
        name = name.removeprefix("//localhost") if name.startswith("//localhost/") else name
    return Path(os.path.realpath(name))


def database_trouble(database: object, error: BaseException) -> KorthusError:
    """A database that cannot be used, in one sentence."""
    return KorthusError(
        "DATABASE_TROUBLE",
        "The database {database} cannot be used: {trouble}.",
        database=str(database),
        trouble=words_of(error),
    )


@contextmanager
def database_lock(url: str) -> Iterator[None]:
    """Keep other servers away from an SQLite database. PostgreSQL is made for several.

    Raises:
        KorthusError: another server has it, or the file cannot be used.
    """
    file = database_file(url)
    if file is None:
        yield
        return
    with _by_path(file), _by_file(file):
        yield


@contextmanager
def _by_path(file: Path) -> Iterator[None]:
    """A lock beside the file: of SQLite's own kind, so that it works wherever SQLite does."""
    try:
        lock = sqlite3.connect(f"{file}.lock", timeout=0.2, isolation_level=None)
    except sqlite3.Error as error:
        raise database_trouble(file, error) from error
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise _in_use(file) from None
            raise database_trouble(file, error) from error
        yield
    finally:
        lock.close()


@contextmanager
def _by_file(file: Path) -> Iterator[None]:
    """A lock on the file itself, which finds hard links. On Linux only: elsewhere it may keep SQLite out."""
    if sys.platform != "linux":
        yield
        return
    import fcntl  # not on every system

    try:
        opened = os.open(file, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise database_trouble(file, error) from error
    # It stays open until the end: closing it would also let go of SQLite's own locks on the file.
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _in_use(file) from None
        yield
    finally:
        os.close(opened)


def _in_use(file: Path) -> KorthusError:
    return KorthusError(
        "DATABASE_IN_USE",
        "{file} is in use by another korthus server. Give another folder with --data.",
        file=str(file),
    )
