"""Which learnt numbers are compiled in: those of korthus, or those of a folder that a person names.

``KORTHUS_LEARNT=FOLDER`` puts ``FOLDER/<game>-<course>.npz`` in place of the shipped file, where it is there.
Nobody else reads the variable. Code for other numbers is compiled and kept apart (``compiled``,
``code_folders``, ``stamps``), and whoever plays with them is told so once.
"""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, ClassVar, Final
from zipfile import BadZipFile

from korthus.core.errors import CodedError

if TYPE_CHECKING:
    import numpy.typing as npt

#: What NumPy and zipfile raise at a damaged archive, besides what they say they do; what is encrypted is a
#: RuntimeError.
DAMAGED: Final = (BadZipFile, zlib.error, RuntimeError, TokenError)
#: Names the folder.
FOLDER: Final = "KORTHUS_LEARNT"
#: Set for the processes that this one starts: the folder that the person was told of.
TOLD: Final = "KORTHUS_LEARNT_TOLD"


class LearntFileError(CodedError):
    """A folder or a file of learnt numbers cannot be used."""

    reasons: ClassVar[Mapping[str, str]] = {
        "NO_LEARNT_NUMBERS": "KORTHUS_LEARNT names {file}, where there is no file of learnt numbers "
        "(GAME-COURSE.npz).",
        "BAD_LEARNT_NUMBERS": "{file} does not hold the learnt numbers of {name}: {trouble}.",
    }


def file_name(game: str, course: str) -> str:
    """What the file of a course is called in such a folder.

    >>> file_name("mulle", "belief")
    'mulle-belief.npz'
    """
    return f"{game}-{course}.npz"


def folder() -> Path | None:
    """The folder that a person names; None if there is none.

    Raises:
        LearntFileError: it holds no such files, or others too, which nobody would read.
    """
    named = os.environ.get(FOLDER)
    if not named:
        return None
    names = [path.stem for path in Path(named).glob("*.npz")]
    if not names or not all("-" in name for name in names):
        raise LearntFileError("NO_LEARNT_NUMBERS", file=named)
    return Path(named).resolve()


def path_of(shipped: Path, game: str, course: str) -> Path:
    """The file of a course that players use: that of the named folder if it has one, else the shipped one.

    Raises:
        LearntFileError: the folder has no numbers.
    """
    named = folder()
    own = shipped if named is None else named / file_name(game, course)
    return own if own.exists() else shipped


def read_numbers(
    shipped: Path, game: str, course: str, shapes: Mapping[str, tuple[int, ...]]
) -> dict[str, npt.NDArray[Any]]:
    """The numbers of a course by name, as float64, from the file that ``path_of`` says.

    Raises:
        LearntFileError: the file cannot be read, or its numbers have other names or shapes.
    """
    import numpy as np  # this module is also asked by those that load no compiler

    path = path_of(shipped, game, course)
    if path != shipped:
        tell_once()
    try:
        with path.open("rb") as file, np.load(file) as numbers:
            found = {name: numbers[name].astype(np.float64) for name in numbers.files}
    except (OSError, ValueError, EOFError, TypeError, AttributeError, *DAMAGED) as error:
        raise _bad(path, game, course, str(error) or type(error).__name__) from error
    if {name: values.shape for name, values in found.items()} != dict(shapes):
        raise _bad(path, game, course, "the names or sizes of its tables are others")
    if not all(np.isfinite(values).all() for values in found.values()):
        raise _bad(path, game, course, "some are not finite")
    return found


def content_of(path: Path, game: str, course: str) -> bytes:
    """The bytes of a file of numbers.

    Raises:
        LearntFileError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise _bad(path, game, course, error.strerror or str(error)) from error


def _bad(path: Path, game: str, course: str, trouble: str) -> LearntFileError:
    return LearntFileError(
        "BAD_LEARNT_NUMBERS", file=str(path), name=f"{game} {course}", trouble=trouble.rstrip(".")
    )


@cache
def stamp() -> bytes:
    """A hash of all files in the named folder; empty without one.

    Raises:
        LearntFileError: the folder has no numbers, or a file that cannot be read.
    """
    named = folder()
    if named is None:
        return b""
    total = hashlib.sha256()
    for path in sorted(named.glob("*.npz")):
        game, _, course = path.stem.partition("-")
        total.update(path.name.encode())
        total.update(content_of(path, game, course))
    return total.digest()


def tell_once(tell: Callable[[Path], None] | None = None) -> None:
    """Say which folder is played with, unless this process or one that started it has said so.

    Args:
        tell: says it; on stderr, in English, if it is not given.

    Raises:
        LearntFileError: the folder has no numbers.
    """
    named = folder()
    if named is None or os.environ.get(TOLD) == str(named):
        return
    os.environ[TOLD] = str(named)
    if tell is None:
        print(f"korthus: players use the learnt numbers in {named} (KORTHUS_LEARNT)", file=sys.stderr)
    else:
        tell(named)
