"""Whether a database can be used at all, and whether all of it is as it was written."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from korthus.core.errors import KorthusError
from korthus.web.logs import record_event, unrecorded
from korthus.web.store.database_lock import database_file, database_trouble
from korthus.web.store.schema import VERSION
from korthus.web.store.store import Store
from korthus.web.store.trouble import DamagedTable, is_away

T = TypeVar("T")

#: The first SQLite that reads JSON as the writer of the log gives it.
OLDEST_SQLITE: Final = (3, 38, 0)


class Findings(NamedTuple):
    """What a look through the whole database has found."""

    tables: int
    #: The names of tables that are not as they were written.
    damaged: list[str]
    #: How many entries of the log belong to no table.
    strays: int
    #: What SQLite itself has to say of its file.
    file: list[str]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.damaged or self.strays or self.file)


def prepare_database(url: str, despite_damage: bool = False) -> None:
    """See that a database can be read and written, is in its newest form, and has lost nothing.

    Args:
        despite_damage: log what is lost instead of refusing.

    Raises:
        KorthusError: it cannot be used, or has lost something; the sentence says what.
    """

    async def prepare(store: Store) -> None:
        await store.open()
        try:
            await _check_for_loss(store, url)
        except KorthusError as loss:
            if not despite_damage:
                raise
            record_event(logging.WARNING, "database_damaged", code=loss.code, reason=loss.reason)

    _with_store(url, prepare)


async def _check_for_loss(store: Store, url: str) -> None:
    """Refuse an SQLite file that has lost entries; PostgreSQL sees to that itself.

    Without its last entry a game's chain of checksums is whole. But the lost entry still takes up bytes of a
    page, which SQLite finds, or stands in the log under the name of no table.

    Raises:
        KorthusError: SQLite finds a fault in its file, or some entries have no table.
    """
    if not store.sqlite:
        return
    shown = str(database_file(url) or url)
    if troubles := await store.troubles(1):
        raise KorthusError(
            "DATABASE_UNSOUND",
            "The database {file} is damaged, and games in it may lack their last moves. SQLite says: "
            "{trouble}. korthus serve --check looks through it; with --despite-damage it is served.",
            file=shown,
            trouble=troubles[0].rpartition("\n")[2].rstrip("."),
        )
    if strays := await store.strays():
        raise KorthusError(
            "STRAY_ENTRIES",
            "The database {file} is damaged: {count} {count:entry|entries} of its log "
            "{count:belongs|belong} to no table, so games may lack their last moves. "
            "korthus serve --check looks through it; with --despite-damage it is served.",
            file=shown,
            count=strays,
        )


def check_database(url: str, damaged: Callable[[str], None]) -> Findings:
    """Look through the whole database; ``damaged`` hears the names of tables that are not as written.

    Nothing is changed, and a server may go on with it meanwhile.

    Raises:
        KorthusError: it cannot be read, or has no checksums yet.
    """
    file = database_file(url)
    if file is not None:
        try:
            there = file.is_file()
        except OSError as error:
            raise database_trouble(file, error) from None
        if not there:
            raise database_trouble(file, FileNotFoundError(2, "No such file"))
    with unrecorded():
        return _with_store(url, lambda store: _check(store, damaged))


async def _check(store: Store, damaged: Callable[[str], None]) -> Findings:
    if await store.version() != VERSION:
        raise KorthusError(
            "OLD_DATABASE", "The database has no checksums yet; they come when korthus serve is started once."
        )
    codes = await store.codes()
    found = []
    for code in codes:
        try:
            await store.table(code)
        except DamagedTable:
            found.append(code)
            damaged(code)
    return Findings(len(codes), found, await store.strays(), await store.troubles())


def _with_store(url: str, do: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """Do something with a database, and say in one sentence if it cannot be used."""
    if make_url(url).get_backend_name() == "sqlite" and sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise KorthusError(
            "OLD_SQLITE",
            "This Python has SQLite {version}; korthus serve needs {oldest} or newer.",
            version=sqlite3.sqlite_version,
            oldest=".".join(map(str, OLDEST_SQLITE)),
        )

    async def work() -> T:
        store = Store(url)
        try:
            return await do(store)
        finally:
            await store.close()

    try:
        return asyncio.run(work())
    except Exception as error:
        cause = error if error.__cause__ is None or isinstance(error, DBAPIError) else error.__cause__
        if isinstance(error, KorthusError) or not (isinstance(cause, DBAPIError) or is_away(cause)):
            raise
        shown = database_file(url) or make_url(url).render_as_string(hide_password=True)
        raise database_trouble(shown, cause) from error
