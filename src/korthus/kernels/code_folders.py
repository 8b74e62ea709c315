"""Where compiled code is kept: beside the sources, with the person, in an offered or in a temporary folder.

This knows nothing of the compiler, so that a server can ask where the code of its players lies without
loading one. What was compiled is run, so it is never read from a folder that somebody else may write: the
folders that nobody chose by hand must be this user's own.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from korthus import places
from korthus.kernels import learnt_files

#: Set for the processes that this one starts: the temporary folder that they share.
SHARED: Final = "KORTHUS_COMPILED"
#: Set for the processes that this one starts: the folder that was offered (``offer``).
OFFERED: Final = "KORTHUS_COMPILED_BESIDE"
#: Numba's own setting: the folder that the person wants.
CHOSEN: Final = "NUMBA_CACHE_DIR"
#: What is compiled lies in these rooms of the house.
ROOMS: Final = ("kernels", "bots", "solve")


class Trouble(StrEnum):
    """What a person should know about where compiled code goes."""

    #: It is kept in a temporary folder, and is gone when that is emptied.
    TEMPORARY = "temporary"
    #: It is not kept at all: every process compiles for itself.
    MEMORY = "memory"
    #: It could not be written this time, on a full disk say.
    UNWRITTEN = "unwritten"
    #: What was kept cannot be read any more, and is compiled anew.
    DAMAGED = "damaged"


class Folders(NamedTuple):
    """Where the compiled code of one folder of sources is written, and where it may be read besides."""

    #: None: nowhere.
    writes: Path | None
    reads: tuple[Path, ...]
    #: TEMPORARY or MEMORY where nothing better was found.
    trouble: Trouble | None = None


Tell = Callable[[Trouble, str, str], None]
_told: set[Trouble] = set()
_listeners: list[Tell] = []


def listen(tell: Tell) -> None:
    """Have ``tell`` hear of each kind of trouble once: kind, folder, and what the system says of it."""
    _listeners[:] = [tell]


def report(trouble: Trouble, folder: Path | str | None, reason: str = "") -> None:
    """Tell whoever listens, once in a process for each kind of trouble; if nobody does, it goes to stderr."""
    if trouble in _told:
        return
    _told.add(trouble)
    for tell in _listeners:
        tell(trouble, str(folder or ""), reason)
    if not _listeners:
        print(f"korthus: compiled code: {trouble} {folder or ''} {reason}".rstrip(), file=sys.stderr)


_watchers: list[Callable[[bool], None]] = []


def watch(tell: Callable[[bool], None]) -> None:
    """Have ``tell`` called whenever this process gets code ready: True if it has to be compiled."""
    _watchers[:] = [tell]


def getting_ready(*, compiles: bool) -> None:
    """Code is loaded or compiled next, which takes its time."""
    for tell in _watchers:
        tell(compiles)


@cache
def folders_of(sources: Path, chosen: str | None) -> Folders:
    """Where the compiled code goes of a folder of sources; ``chosen`` is the folder that a person wants.

    A folder that holds compiled code but cannot be written is read all the same: it may come with an image.
    """
    label = _label(sources)
    found: list[Path] = [Path(chosen) / label] if chosen else []
    if not learnt_files.stamp():  # code for other numbers would take the place of the usual one
        found.append(sources / "__pycache__")
    ours = [folder for folder in (own_folder(), _offered()) if folder is not None]
    found += [folder / label for folder in ours]
    reads = tuple(folder for folder in found if _readable(folder, trusted=folder.parent not in ours))
    for folder in found:
        if _writable(folder, private=folder.parent in ours):
            if folder.parent == _offered():
                reads += _kept_before(label)
            return Folders(folder, tuple(other for other in reads if other != folder))
    temporary = temporary_folder()
    if temporary is None:
        return Folders(None, reads, Trouble.MEMORY)
    return Folders(temporary / label, reads, Trouble.TEMPORARY)


def offer(folder: Path) -> None:
    """Name a folder for compiled code, for this process and those that it starts, if nothing better is found.

    It is made when it is used. Where others could take it away and put theirs in its place, it is not used.
    """
    os.environ[OFFERED] = str(folder)
    folders_of.cache_clear()


def _offered() -> Path | None:
    named = os.environ.get(OFFERED)
    try:
        return Path(named) if named and _is_safe_parent(Path(named).parent) else None
    except OSError:
        return None


def own_folder() -> Path | None:
    """The person's folder for what can be made again; None for a user without a home."""
    try:
        return places.cache_folder()
    except places.NoHome:
        return None


@cache
def temporary_folder() -> Path | None:
    """This user's temporary folder for compiled code, made if need be; None if there can be none.

    Its name is the same for all processes of a user. If somebody else has taken it, this process makes
    another one and lends it to the processes that it starts.
    """
    lent = os.environ.get(SHARED)
    if lent and _is_private(Path(lent)):
        return Path(lent)
    try:
        shared = Path(tempfile.gettempdir())
        if not _is_safe_parent(shared):
            return None
        folder = shared / f"korthus-compiled-{_user()}"
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if not _is_private(folder):
            folder = Path(tempfile.mkdtemp(prefix="korthus-compiled-", dir=shared))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _try_to_write(folder)
    except OSError:
        return None
    os.environ[SHARED] = str(folder)
    return folder


def _kept_before(label: str) -> tuple[Path, ...]:
    """What this user's temporary folder holds already, for whoever writes elsewhere."""
    try:
        shared = Path(tempfile.gettempdir())
        folder = shared / f"korthus-compiled-{_user()}" / label
        is_ours = _is_safe_parent(shared) and _readable(folder, trusted=False)
    except OSError:
        return ()
    return (folder,) if is_ours else ()


def _label(sources: Path) -> str:
    """The name of a folder of sources in a shared one; every set of learnt numbers has its own."""
    named = str(sources).encode() + learnt_files.stamp()
    return f"{sources.name}-{hashlib.sha256(named).hexdigest()[:16]}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "me"


def _readable(folder: Path, *, trusted: bool) -> bool:
    try:
        there = folder.is_dir()
    except OSError:  # a folder on the way to it may not be entered
        return False
    return there and os.access(folder, os.R_OK | os.X_OK) and (trusted or _is_private(folder.parent))


def _writable(folder: Path, *, private: bool) -> bool:
    """Whether files can be made in a folder, which is made if need be."""
    try:
        if private:
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_private(folder.parent):
                return False
        folder.mkdir(parents=True, exist_ok=True)
        _try_to_write(folder)
    except OSError:
        return False
    return True


def _try_to_write(folder: Path) -> None:
    tempfile.TemporaryFile(dir=folder).close()


def _is_private(folder: Path) -> bool:
    """Whether a folder is this user's own, and nobody else may write in it."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)


def _is_safe_parent(folder: Path) -> bool:
    """Whether others cannot take away a folder that is made in this one."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    return found.st_uid in (0, os.getuid()) and (
        bool(found.st_mode & stat.S_ISVTX) or not found.st_mode & 0o022
    )
