"""Where saved games and records lie, and how a file is written so that nothing else is lost by it.

A file is written beside its place and renamed, so a reader sees the old content or the new, never a part.
What lies in its place is replaced only if korthus wrote it: a plain file whose content is of the same kind.
Links, devices and folders are left alone.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from korthus import places
from korthus.cli.errors import Refused
from korthus.core.troubles import trouble_with_file

#: Whether some bytes are what korthus would write into the same place.
Ours = Callable[[bytes], bool]

#: A file with more bytes than this is nothing that korthus replaces.
_MOST: Final = 64 * 2**20


def data_folder() -> Path:
    """The person's own folder for korthus.

    Raises:
        Refused: the person has no home, or one that is no absolute path.
    """
    try:
        return places.data_folder()
    except places.RelativeHome as error:
        raise Refused("RELATIVE_HOME", home=str(error.home)[:80]) from None
    except places.NoHome:
        raise Refused("NO_HOME") from None


def make_folder(folder: Path) -> None:
    """Make one of korthus's own folders, if it is not there.

    Raises:
        Refused: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble_with(folder, error) from error


def path_of(text: str) -> Path:
    """The path that a person typed; ``~`` is their home.

    Raises:
        Refused: no file can have that name.
    """
    if "\0" in text:
        raise Refused("BAD_PATH", file=text.replace("\0", "?")[:60])
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is no such user, or no home
        raise Refused("BAD_PATH", file=text[:60]) from None


def nothing(_: bytes) -> bool:
    """For a file that is new: whatever is there is somebody else's."""
    return False


def write_file(path: Path, content: bytes, ours: Ours = nothing) -> None:
    """Write a file whole or not at all, over nothing that is not ``ours``.

    Raises:
        Refused: the file cannot be written, or something else is there.
    """
    check_place(path, ours)
    part = path.with_name(f".korthus-{secrets.token_hex(8)}.part")
    try:
        try:
            with part.open("xb") as file:
                file.write(content)
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise trouble_with(path, error) from error


def check_place(path: Path, ours: Ours = nothing) -> None:
    """Refuse a place that ``write_file`` would refuse, before any work is done for it.

    Raises:
        Refused: the folder is missing, or something is there that is not ``ours``.
    """
    try:
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            if not path.parent.is_dir():
                raise Refused("NO_FOLDER", file=str(path), folder=str(path.parent)) from None
            return
        if not stat.S_ISREG(mode):
            raise Refused("NO_PLAIN_FILE", file=str(path))
        with path.open("rb") as file:
            known = file.read(_MOST + 1)
    except (OSError, ValueError) as error:
        raise trouble_with(path, error) from error
    if len(known) > _MOST or not ours(known):
        raise Refused("FILE_EXISTS", file=str(path))


def is_there(path: Path) -> bool:
    """``places.is_there``.

    Raises:
        Refused: the system does not tell.
    """
    with file_trouble(path):
        return places.is_there(path)


def files_in(folder: Path, pattern: str) -> list[Path]:
    """The files in a folder whose names match, in the order of their names; none if there is no folder.

    Raises:
        Refused: the folder cannot be listed.
    """
    with file_trouble(folder):
        if not folder.is_dir():
            return []
        with os.scandir(folder) as found:
            names = sorted(entry.name for entry in found if fnmatchcase(entry.name, pattern))
        return [folder / name for name in names if (folder / name).is_file()]


def read_file(path: Path) -> bytes:
    """The content of a file.

    Raises:
        Refused: the file cannot be read.
    """
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise trouble_with(path, error) from error


def trouble_with(path: Path, error: OSError | ValueError) -> Refused:
    """What the system says about a file, as a refusal."""
    return Refused("FILE_TROUBLE", file=str(path), trouble=trouble_with_file(error))


@contextmanager
def file_trouble(path: Path) -> Iterator[None]:
    """Within, what the system says about a file is a refusal."""
    try:
        yield
    except OSError as error:
        raise trouble_with(path, error) from error


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A path in a folder that no file has yet: the stem, or the stem with a number."""
    path = folder / f"{stem}{suffix}"
    number = 2
    while os.path.lexists(path):
        path = folder / f"{stem}-{number}{suffix}"
        number += 1
    return path
