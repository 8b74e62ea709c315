"""What ``pip install korthus`` does not bring, and what a person is told who needs it.

Two packages are made from this tree. ``korthus`` has the rooms that stand on msgspec alone; ``korthus-house``
has the others, and comes with every extra (``packages/house``). Libraries that a command needs besides come
with an extra of its own. The tables are those of the two ``pyproject.toml`` (``tests/cli/test_extras.py``,
``tests/test_package.py``). This module needs none of it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from os.path import dirname
from typing import ClassVar, Final

from korthus.core.errors import CodedError

#: The package that has the rooms below.
HOUSE_PACKAGE: Final = "korthus-house"
#: Its rooms, each with the extra that whoever imports it most likely wants.
ROOMS: Final = {
    "arena": "arena",
    "bots": "play",
    "cli": "play",
    "envs": "envs",
    "kernels": "play",
    "learn": "gpu",
    "places": "play",
    "puzzles": "play",
    "solve": "solve",
    "threads": "play",
    "web": "play",
}
_NOT_WINDOWS: Final = () if sys.platform == "win32" else ("uvloop",)
#: The modules of each extra's own libraries.
MODULES: Final[dict[str, tuple[str, ...]]] = {
    "play": (
        "cyclopts",
        "httptools",
        "jinja2",
        "litestar",
        "numba",
        "numpy",
        "openskill",
        "platformdirs",
        "prometheus_client",
        "rich",
        "sqlalchemy",
        "uvicorn",
        *_NOT_WINDOWS,
        "websockets",
    ),
    "solve": ("array_api_compat", "threadpoolctl"),
    "arena": ("matplotlib",),
}


class MissingExtra(CodedError, ModuleNotFoundError):
    """Something that an extra brings is not installed."""

    reasons: ClassVar = {
        "NO_EXTRA": "{command} needs {names}, which {names:is|are} not installed; type: {line}",
    }


class MissingRooms:
    """The last that Python asks for a module: says which extra has a room that nobody else has found."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Find nothing.

        Raises:
            MissingExtra: it is a room of ``korthus-house``.
        """
        package, _, room = name.partition(".")
        if package != "korthus" or room not in ROOMS:
            return None
        missing = MissingExtra("NO_EXTRA", command=name, names=(HOUSE_PACKAGE,), line=_line(ROOMS[room]))
        missing.name = name
        raise missing


def has_house() -> bool:
    """Whether the rooms of ``korthus-house`` lie beside this file."""
    return PathFinder.find_spec("korthus.cli", [dirname(__file__)]) is not None


def check_extra(extra: str, command: str) -> None:
    """See to it that a command has its rooms and libraries before it begins.

    Raises:
        MissingExtra: some are not installed; the sentence says what to type.
    """
    words = f"korthus {command}".strip()
    if not has_house():
        raise MissingExtra("NO_EXTRA", command=words, names=(HOUSE_PACKAGE,), line=_line(extra))
    check_libraries(words, MODULES[extra], extra)


def check_libraries(user: str, names: Sequence[str], extra: str) -> None:
    """See to it that a command or module has its libraries before it imports them.

    Raises:
        MissingExtra: some are not installed; the sentence says what to type.
    """
    missing = tuple(name for name in names if find_spec(name) is None)
    if missing:
        raise MissingExtra("NO_EXTRA", command=user, names=missing, line=_line(extra))


def _line(extra: str) -> str:
    return f'pip install "korthus[{extra}]"'
