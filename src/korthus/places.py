"""Where korthus keeps things on this machine: what people made, and what can be made again.

Platformdirs knows the folders of each system. Two variables of the environment come before it everywhere
(``XDG_DATA_HOME``, ``XDG_CACHE_HOME``), and on Windows ``LOCALAPPDATA``: that is where saved games lie.
A user may have no home at all: an unknown number in a container, or a service. Then there is no such folder,
and whoever asks decides what to do without it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs
from platformdirs.api import PlatformDirsABC
from platformdirs.windows import Windows

_NAME: Final = "korthus"
_SYSTEM: Final = PlatformDirs(_NAME, appauthor=False)


class NoHome(LookupError):
    """The user has no home folder, and no variable names another place."""


class RelativeHome(NoHome):
    """The home folder is given as a path that is not absolute, and would be another one in every folder."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.home = home


def data_folder(system: PlatformDirsABC = _SYSTEM) -> Path:
    """The person's own folder: saved games, records, unfinished work, the tables of the server.

    Raises:
        NoHome: there is none.
    """
    return _named("XDG_DATA_HOME") or _local(system) or _at_home(system).user_data_path


def cache_folder(system: PlatformDirsABC = _SYSTEM) -> Path:
    """The folder for what korthus can make again.

    Raises:
        NoHome: there is none.
    """
    return _named("XDG_CACHE_HOME") or _local(system, "Cache") or _at_home(system).user_cache_path


def is_there(path: Path) -> bool:
    """Whether there is a file, a folder or anything else; a link counts as what it leads to.

    ``Path.exists`` raises in some of these cases, and gives False in others.

    Raises:
        OSError: the system does not tell: a folder on the way may not be entered, or no file has such a name.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _named(variable: str) -> Path | None:
    """Our folder in the one that a variable names, if that is absolute, as the XDG standard asks.

    Any other would be a new folder in every place, and ``~`` in quotes would become a folder of that name.
    """
    path = Path(os.environ.get(variable, ""))
    return path / _NAME if path.is_absolute() else None


def _local(system: PlatformDirsABC, *below: str) -> Path | None:
    """Our folder, or one in it, where Windows keeps what programs make."""
    local = _named("LOCALAPPDATA") if isinstance(system, Windows) else None
    return None if local is None else local.joinpath(*below)


def _at_home(system: PlatformDirsABC) -> PlatformDirsABC:
    """The system, if its folders can be found from the home of the user.

    Raises:
        NoHome: they cannot.
    """
    try:
        home = Path.home()
    except RuntimeError:
        if os.environ.get("HOME"):  # it begins with a ~ that leads nowhere
            raise RelativeHome(Path(os.environ["HOME"])) from None
        raise NoHome from None  # HOME is not set, and the system does not know the user
    if not home.is_absolute():  # platformdirs would take the home that the system knows instead
        raise RelativeHome(home)
    return system
