"""One server for each SQLite file. The lock goes with the process, however it ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.engine import make_url

from korthus.core.errors import KorthusError


@contextmanager
def database_lock(url: str) -> Iterator[None]:
    """Keep other servers away from an SQLite database. PostgreSQL is made for several.

    Raises:
        KorthusError: another server has it.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        yield
        return
    lock = sqlite3.connect(f"{parsed.database}.lock", timeout=0.2, isolation_level=None)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise KorthusError(
                "DATABASE_IN_USE",
                "{file} is in use by another korthus server. Give another folder with --data.",
                file=parsed.database,
            ) from None
        yield
    finally:
        lock.close()
