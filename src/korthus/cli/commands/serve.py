"""``korthus serve``: the table in a browser."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from korthus.bots.visitors import invite
from korthus.cli.command import command
from korthus.cli.errors import Refused
from korthus.cli.folders import data_folder
from korthus.cli.options import option
from korthus.cli.terminal import Terminal
from korthus.core.errors import KorthusError
from korthus.core.troubles import trouble_with_file
from korthus.locale import Translator

if TYPE_CHECKING:
    from korthus.web.settings import Settings

#: The log of an SQLite database grows here.
DATABASE: Final = "tables.sqlite3"
#: Beside it: what the players of this machine were compiled to, where there is no better place.
COMPILED: Final = "compiled"
#: Where people look for the server; another is taken if it is in use.
PORT: Final = 8723

LogLevel = Literal["debug", "info", "warning", "error"]


@command(
    "serve",
    about="serve.about",
    examples=("korthus serve", "korthus serve --lan", "korthus serve --host 0.0.0.0 --port 8000 --no-open"),
    stopped="serve.stopped",
)
def serve_command(
    terminal: Terminal,
    *,
    host: Annotated[str, option("serve.arg.host")] = "127.0.0.1",
    lan: Annotated[bool, option("serve.arg.lan")] = False,
    port: Annotated[int | None, option("serve.arg.port")] = None,
    metrics: Annotated[str | None, option("serve.arg.metrics")] = None,
    database: Annotated[str | None, option("serve.arg.database")] = None,
    data: Annotated[Path | None, option("serve.arg.data")] = None,
    check: Annotated[bool, option("serve.arg.check")] = False,
    despite_damage: Annotated[bool, option("serve.arg.despite_damage")] = False,
    no_open: Annotated[bool, option("serve.arg.no_open")] = False,
    workers: Annotated[int, option("serve.arg.workers")] = 1,
    grace: Annotated[float, option("serve.arg.grace")] = 45.0,
    deal_after: Annotated[float, option("serve.arg.deal_after")] = 0.4,
    bot_pause: Annotated[float, option("serve.arg.bot_pause")] = 0.7,
    watch_pause: Annotated[float, option("serve.arg.watch_pause")] = 0.8,
    no_warm: Annotated[bool, option("serve.arg.no_warm")] = False,
    no_limits: Annotated[bool, option("serve.arg.no_limits")] = False,
    origin: Annotated[tuple[str, ...], option("serve.arg.origin")] = (),
    behind_proxy: Annotated[bool, option("serve.arg.behind_proxy")] = False,
    bots: Annotated[tuple[str, ...], option("serve.arg.bots", consume_multiple=True)] = (),
    log: Annotated[Path | None, option("serve.arg.log")] = None,
    log_level: Annotated[LogLevel | None, option("serve.arg.log_level")] = None,
) -> None:
    """Serve until interrupted; the first line on stdout says where. Or, with ``check``, look at the database.

    Args:
        bots: players that no package brings, as ``module:Class``; everybody at the page may choose them.

    Raises:
        KorthusError: the address, the database, a table in it or a player of one's own cannot be used.
    """
    from korthus.web.settings import Settings  # the web is loaded for this command only

    if check:
        _check(database, data, terminal.tr)
        return
    for name in bots:
        invite(name)
    settings = Settings(
        database=_own_database(data or _own_folder(terminal.tr)) if database is None else _database(database),
        compiled=_place_for_code(data, database),
        despite_damage=despite_damage,
        host="0.0.0.0" if lan else host,
        lan=lan,
        port=PORT if port is None else port,
        other_port=port is None,
        metrics=None if metrics is None else _host_and_port(metrics),
        workers=workers,
        grace=grace,
        deal_after=deal_after,
        bot_pause=bot_pause,
        watch_pause=watch_pause,
        warm=not no_warm,
        limits=not no_limits,
        origins=origin,
        behind_proxy=behind_proxy,
    )
    _serve(settings, log_level, log, not no_open, terminal.tr)


def _serve(settings: Settings, level: LogLevel | None, log: Path | None, opens: bool, tr: Translator) -> None:
    """Serve until interrupted; ``opens`` shows the page to whoever sits here."""
    from korthus.web.logs import set_up

    # On a terminal the log is for what goes wrong; in a file it is for whoever reads it later.
    with set_up(level or ("warning" if log is None else "info"), log) as release:

        def listening(address: str) -> None:
            print(tr("serve.serves", address=address), flush=True)
            if settings.lan:
                print(_for_others(address, tr), flush=True)
            release()
            if settings.other_port and not address.endswith(f":{PORT}"):
                print(tr("serve.other_port", port=PORT), file=sys.stderr, flush=True)
            _open(address, opens)

        _listen(settings, listening, opens, tr)


def _for_others(address: str, tr: Translator) -> str:
    """Where the other machines of the network find the server."""
    from korthus.web.http.reach import lan_address

    found = lan_address()
    if found is None:
        return tr("serve.no_lan")
    return tr("serve.lan", address=f"http://{found}:{address.rpartition(':')[2]}")


def _check(database: str | None, data: Path | None, tr: Translator) -> None:
    """Look through a whole database, and say of each table that is damaged that it is.

    Raises:
        KorthusError: something is, or the database cannot be read.
    """
    from korthus.web.store.soundness import check_database

    url = f"sqlite:///{(data or data_folder()) / DATABASE}" if database is None else _database(database)
    try:
        found = check_database(url, lambda code: print(tr("serve.check.table", code=code), flush=True))
    except KeyboardInterrupt as stop:
        raise KorthusError("CHECK_STOPPED", "Stopped before all tables were looked at.") from stop
    for trouble in found.file:
        print(tr("serve.check.file", trouble=trouble))
    if found.strays:
        print(tr("serve.check.strays", count=found.strays))
    if not found.sound:
        raise KorthusError(
            "DATABASE_DAMAGED",
            "The database is damaged: {count} of {tables} {tables:table|tables} cannot be opened; "
            "all others can.",
            count=len(found.damaged),
            tables=found.tables,
        )
    print(tr("serve.check.sound", tables=found.tables))


def _listen(settings: Settings, listening: Callable[[str], None], opens: bool, tr: Translator) -> None:
    from korthus.web.run import serve
    from korthus.web.serving_at import serving_at

    try:
        serve(settings, listening)
    except KorthusError as error:
        address = serving_at(settings.database) if error.code == "DATABASE_IN_USE" else None
        if address is None:
            raise
        print(tr("serve.already", address=address), flush=True)
        _open(address, opens)


def _open(address: str, wanted: bool) -> None:
    if wanted and _has_display():
        webbrowser.open(address)


def _host_and_port(text: str) -> tuple[str, int]:
    """``127.0.0.1:9100`` or ``[::1]:9100``.

    Raises:
        KorthusError: that is no address.
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit()) or int(port) >= 2**16:
        raise KorthusError("BAD_ADDRESS", "An address is written HOST:PORT, for instance 127.0.0.1:9100.")
    return host, int(port)


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
            "NO_POSTGRES",
            'The driver for PostgreSQL is not installed; it comes with pip install "korthus[postgres]".',
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
        raise Refused("NO_DATA_FOLDER", folder=str(folder), trouble=trouble_with_file(error)) from error
    return f"sqlite:///{folder.resolve() / DATABASE}"


def _place_for_code(data: Path | None, database: str | None) -> Path | None:
    """A folder beside the database, if there is one that stays."""
    from korthus.web.store.database_lock import database_file

    if data is None and database is not None:
        file = database_file(_database(database))
        return None if file is None else file.parent / COMPILED
    try:
        return (data or data_folder()).resolve() / COMPILED
    except Refused:  # a temporary one stands in for it, which has a better place for code
        return None


def _own_folder(tr: Translator) -> Path:
    """The person's data folder; who has none is told which temporary folder stands in for it."""
    try:
        return data_folder()
    except Refused as error:
        folder = Path(tempfile.mkdtemp(prefix="korthus-"))
        key = "serve.relative_home" if error.code == "RELATIVE_HOME" else "serve.no_home"
        print(tr(key, folder=folder, **error.params), file=sys.stderr, flush=True)
        return folder


def _has_display() -> bool:
    """Whether a browser could open a window here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
