"""Stamps: what was compiled for which purpose, so that nobody has to run it all to find out.

A stamp says of what the code was made (sources, versions, processor) and in which files it lies, with the sum
of each. It holds as long as all of that is still so. The compiler itself is not loaded to look.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from korthus.games.catalogue import game_names
from korthus.kernels import learnt_files
from korthus.kernels.code_folders import CHOSEN, ROOMS, Folders, folders_of

_HOUSE: Final = Path(__file__).resolve().parent.parent
#: How the names of files end that say where the code for each signature of a function lies.
INDEX: Final = ".nbi"
#: The end of a pickle, which a torn index has not.
STOP: Final = b"."
#: What the code depends on, besides the sources and Python.
_LIBRARIES: Final = ("numba", "llvmlite", "numpy")


class Stamp(msgspec.Struct, frozen=True):
    """What was compiled."""

    made_of: str
    #: The files, seen from the folder of the stamp (a whole tree may be moved), with the SHA-256 of each.
    files: dict[str, str]


def where() -> Folders:
    """Where stamps lie: with the compiled code of the kernels."""
    return folders_of(Path(__file__).resolve().parent, os.environ.get(CHOSEN) or None)


def is_warm(name: str) -> bool:
    """Whether everything that was compiled under this name is still there, and made of what is here now."""
    folders = where()
    for folder in (folders.writes, *folders.reads):
        stamp = None if folder is None else _read(folder / _file(name))
        if folder is None or stamp is None or stamp.made_of != made_of(_game(name)):
            continue
        if _holds(stamp, folder):
            return True
    return False


def put_stamp(name: str, files: Iterable[Path]) -> None:
    """Note that all that ``name`` needs is compiled, and in which files it lies. Without a folder it is not.

    Raises:
        OSError: it cannot be written.
    """
    folder = where().writes
    if folder is None:
        return
    stamp = Stamp(
        made_of(_game(name)), {os.path.relpath(path, folder): _sum_of(path) for path in sorted(files)}
    )
    part = folder / f"{_file(name)}.{os.getpid()}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # all code may have been read from elsewhere
        part.write_bytes(msgspec.json.encode(stamp))
        os.replace(part, folder / _file(name))
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


@cache
def made_of(game: str) -> str:
    """Everything that the compiled code of a game depends on, as a hash."""
    from llvmlite import binding  # knows the processor; much lighter than the compiler

    known = [sys.version, *(f"{name} {version(name)}" for name in _LIBRARIES)]
    known += [binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
    known += sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_") and k != CHOSEN)
    total = hashlib.sha256("\n".join(known).encode() + learnt_files.stamp())
    for path in _sources(game):
        total.update(path.relative_to(_HOUSE).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def _sources(game: str) -> Iterator[Path]:
    """The files of the rules and in the rooms of compiled code that are not another game's."""
    others = set(game_names()) - {game}
    for room in ("games", *ROOMS):
        for path in sorted((*(_HOUSE / room).rglob("*.py"), *(_HOUSE / room).rglob("*.npz"))):
            if others.isdisjoint(path.relative_to(_HOUSE).parts):
                yield path


def _game(name: str) -> str:
    return name.partition(":")[0]


def _file(name: str) -> str:
    return f"warm-{name.replace(':', '-')}.py{sys.version_info[0]}{sys.version_info[1]}.json"


def _read(path: Path) -> Stamp | None:
    """The stamp in a file; None if there is none, or none that can be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Stamp)
    except (OSError, msgspec.DecodeError):
        return None


def _holds(stamp: Stamp, folder: Path) -> bool:
    try:
        return all(
            _sum_of(folder / path) == known or _still_lists(folder / path, stamp)
            for path, known in stamp.files.items()
        )
    except OSError:
        return False


def _still_lists(index: Path, stamp: Stamp) -> bool:
    """Whether a file is an index that names all that it named, and perhaps more.

    It is written anew when a function is compiled for another signature, and says the names of its files as
    they are.
    """
    if index.suffix != INDEX:
        return False
    names = {Path(path).name.encode() for path in stamp.files} - {index.name.encode()}
    own = [name for name in names if name.startswith(f"{index.stem}.".encode())]
    content = index.read_bytes()
    return content.endswith(STOP) and bool(own) and all(name in content for name in own)


@cache
def _sum_of_file(path: Path, size: int, changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sum_of(path: Path) -> str:
    """The sum of a file, read once as long as it does not change: stamps share most of their files."""
    found = path.stat()
    return _sum_of_file(path, found.st_size, found.st_mtime_ns)
