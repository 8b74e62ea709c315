"""Where the server of an SQLite file listens, noted beside the file for whoever starts a second one."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import msgspec

from korthus.web.store.database_lock import database_file

#: How long another server may take to say that it is there, in seconds.
_ANSWERS_WITHIN: Final = 3.0


@contextmanager
def noted(database: str, address: str) -> Iterator[None]:
    """Note an address beside a database, as long as the server runs."""
    note = _note(database)
    if note is None:
        yield
        return
    note.write_text(address, encoding="utf-8")
    try:
        yield
    finally:
        with suppress(FileNotFoundError):
            note.unlink()


def serving_at(database: str) -> str | None:
    """The address of the server that has a database, if it can be reached and says that it is one."""
    note = _note(database)
    if note is None:
        return None
    try:
        address = note.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    if not address.startswith("http://"):
        return None
    try:
        # Without a proxy: it is on this machine, or on one beside it.
        with build_opener(ProxyHandler({})).open(f"{address}/healthz", timeout=_ANSWERS_WITHIN) as answer:
            health = msgspec.json.decode(answer.read(1_000))
    except (URLError, http.client.HTTPException, msgspec.DecodeError, OSError):
        return None  # the note is of a server that has gone
    return address if isinstance(health, dict) and health.get("status") == "ok" else None


def _note(database: str) -> Path | None:
    file = database_file(database)
    return None if file is None else Path(f"{file}.address")
