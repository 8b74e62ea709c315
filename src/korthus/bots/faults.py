"""What somebody else's code did wrong, in one line: what was raised, and in which line of whose file."""

from __future__ import annotations

import re
import sysconfig
import traceback
from pathlib import Path
from typing import Final

from korthus.core.errors import KorthusError

#: The longest message that is passed on, in characters.
_LONGEST: Final = 200
#: Where an object lies in memory: different each time, and results are compared byte by byte.
_ADDRESS: Final = re.compile(r"\b0x[0-9a-f]{6,}\b")
#: Whoever wrote a player knows the lines of their own file, not those of what it calls.
_LIBRARIES: Final = (
    Path(__file__).parents[1],
    *(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
)


def said_of(error: BaseException) -> str:
    """What was raised and where: ``KeyError: 'trump' (clever.py, line 12)``.

    The line is the last one outside of korthus and installed libraries, or else the last one.

    >>> said_of(ValueError("no such card"))
    'ValueError: no such card'
    """
    message = error.reason if isinstance(error, KorthusError) else str(error)
    if isinstance(error, SyntaxError):
        message = error.msg  # the whole of it names file and line once more
    text = " ".join(_ADDRESS.sub("0x…", message).split())[:_LONGEST]
    kind = type(error).__name__
    return (f"{kind}: {text}" if text else kind) + _place(error)


def place_of(error: BaseException) -> str:
    """The same without the message, which may speak of hidden cards: ``KeyError (clever.py, line 12)``."""
    return type(error).__name__ + _place(error)


def _place(error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({Path(error.filename).name}, line {error.lineno})"
    frames = [
        (Path(frame.filename), frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<frozen")
    ]
    own = [place for place in frames if not in_a_library(place[0])]
    for file, line in reversed(own or frames):
        return f" ({file.name}, line {line})"
    return ""


def in_a_library(file: Path | str) -> bool:
    """Whether a file is one of korthus, of Python, or of an installed package."""
    return any(Path(file).is_relative_to(folder) for folder in _LIBRARIES)
