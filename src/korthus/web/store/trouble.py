"""What can be wrong with a database as a whole."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from korthus.core.troubles import known_trouble
from korthus.web.store.chain import DamagedTable

__all__ = ["DamagedTable", "DatabaseAway", "is_away", "is_damage", "words_of"]

#: The primary codes by which SQLite says that its file is not sound.
_UNSOUND: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

#: The states in which PostgreSQL cannot work just now, by the beginning of their code: no connection (08), no
#: room or too many clients (53), starting up or shutting down (57), and one that only reads (25006).
_AWAY: Final = ("08", "53", "57", "25006")


class DatabaseAway(Exception):
    """The database does not answer, or cannot work now. It may in a moment."""


def is_away(error: BaseException) -> bool:
    """Whether an error is about the database as a whole, and not about what was asked of it."""
    if isinstance(error, DBAPIError):
        wide = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
        return wide or is_damage(error) or _state_of(error).startswith(_AWAY)
    # While a connection is being made, the driver's own errors come as they are.
    driver = type(error).__module__.partition(".")[0] == "asyncpg"
    wide = isinstance(error, OSError | NoConnectionFree | sqlite3.OperationalError)
    return driver or wide or is_damage(error)


def _state_of(error: DBAPIError) -> str:
    """The SQLSTATE of PostgreSQL, or nothing."""
    return str(getattr(error.orig, "sqlstate", None) or "")


def is_damage(error: BaseException) -> bool:
    """Whether SQLite says that what it finds in its file cannot be."""
    own = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(own, sqlite3.DatabaseError):
        return False
    code = getattr(own, "sqlite_errorcode", 0) & 0xFF
    return code in _UNSOUND or str(own).startswith("Could not decode to UTF-8")


def words_of(error: BaseException) -> str:
    """What a driver says of its trouble, in one line, without what was asked and without addresses."""
    own = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    said = own.strerror if isinstance(own, OSError) and own.strerror else str(own).partition("\n")[0]
    return known_trouble(said.strip().rstrip(".")[:200] or type(own).__name__)
