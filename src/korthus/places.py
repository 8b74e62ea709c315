"""Where korthus keeps things on this machine: what people made, and what can be made again.

Variables of the environment come first (``XDG_DATA_HOME``, ``XDG_CACHE_HOME``), then what the system uses. A
user may have no home at all: an unknown number in a container, or a service. Then there is no such folder,
and whoever asks decides what to do without it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


class NoHome(LookupError):
    """The user has no home folder, and no variable names another place."""


class RelativeHome(NoHome):
    """The home folder is given as a path that is not absolute, and would be another one in every folder."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.home = home


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The person's own folder: saved games, records, unfinished work, the tables of the server.

    Raises:
        NoHome: there is none.
    """
    if (named := _named(environ, "XDG_DATA_HOME")) is not None:
        return named / "korthus"
    if platform == "win32" and environ.get("LOCALAPPDATA"):
        return Path(environ["LOCALAPPDATA"]) / "korthus"
    if platform == "darwin":
        return _home() / "Library" / "Application Support" / "korthus"
    return _home() / ".local" / "share" / "korthus"


def cache_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for what korthus can make again.

    Raises:
        NoHome: there is none.
    """
    if (named := _named(environ, "XDG_CACHE_HOME")) is not None:
        return named / "korthus"
    if platform == "win32" and environ.get("LOCALAPPDATA"):
        return Path(environ["LOCALAPPDATA"]) / "korthus" / "Cache"
    if platform == "darwin":
        return _home() / "Library" / "Caches" / "korthus"
    return _home() / ".cache" / "korthus"


def _named(environ: Mapping[str, str], variable: str) -> Path | None:
    """The folder a variable names, if it is absolute, as the XDG standard asks.

    Any other would be a new folder in every place, and ``~`` in quotes would become a folder of that name.
    """
    path = Path(environ.get(variable, ""))
    return path if path.is_absolute() else None


def _home() -> Path:
    try:
        home = Path.home()
    except RuntimeError:  # HOME is not set, and the system does not know the user
        raise NoHome from None
    if not home.is_absolute():
        raise RelativeHome(home)
    return home
