"""``korthus serve``: the table in a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from korthus.cli.errors import Refused
from korthus.cli.folders import data_folder
from korthus.core.errors import KorthusError

#: The log of an SQLite database grows here.
DATABASE: Final = "tables.sqlite3"


def serve_command(
    *,
    host: str,
    port: int,
    database: str | None,
    data: Path | None,
    opens: bool,
    workers: int,
    grace: float,
    deal_after: float,
    bot_pause: float,
    watch_pause: float,
    limits: bool,
    origins: tuple[str, ...],
    behind_proxy: bool,
    log: Path | None,
    log_level: str,
) -> None:
    """Serve until interrupted; the first line on stdout says where.

    Raises:
        KorthusError: the address or the database cannot be used.
    """
    from korthus.web.logs import set_up  # the web is loaded for this command only
    from korthus.web.run import serve
    from korthus.web.settings import Settings

    settings = Settings(
        database=_own_database(data or data_folder()) if database is None else _database(database),
        host=host,
        port=port,
        workers=workers,
        grace=grace,
        deal_after=deal_after,
        bot_pause=bot_pause,
        watch_pause=watch_pause,
        limits=limits,
        origins=origins,
        behind_proxy=behind_proxy,
    )
    set_up(log_level, log)

    def listening(address: str) -> None:
        print(f"korthus serves {address}", flush=True)
        if opens and _has_display():
            webbrowser.open(address)

    try:
        serve(settings, listening)
    except OSError as error:
        raise KorthusError(
            "CANNOT_LISTEN",
            "The server cannot listen on {host}, port {port}: {trouble}.",
            host=host,
            port=port,
            trouble=error.strerror or str(error),
        ) from error


def _database(text: str) -> str:
    """The URL of a database, with the driver that the server needs.

    Raises:
        KorthusError: that is no such URL, or the driver is not installed.
    """
    from sqlalchemy.engine import URL, make_url  # for this command only, like the web
    from sqlalchemy.exc import ArgumentError

    url: URL | None
    try:
        url = make_url(text)
    except ArgumentError:
        url = None
    backend = None if url is None else url.get_backend_name()
    if url is None or backend not in ("sqlite", "postgresql"):
        raise KorthusError(
            "BAD_DATABASE", "A database is written sqlite:///FILE or postgresql://USER@HOST/NAME."
        )
    if backend == "sqlite":
        return url.set(drivername="sqlite").render_as_string(hide_password=False)
    if find_spec("asyncpg") is None:
        raise KorthusError(
            "NO_POSTGRES", "The driver for PostgreSQL is not installed; it comes with korthus[postgres]."
        )
    return url.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


def _own_database(folder: Path) -> str:
    """The URL of the SQLite database in a folder, which is made if need be.

    Raises:
        Refused: the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused("FILE_TROUBLE", file=str(folder), trouble=error.strerror or str(error)) from error
    return f"sqlite:///{folder.resolve() / DATABASE}"


def _has_display() -> bool:
    """Whether a browser could open a window here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
