"""The libraries that come with each extra of korthus, and what a person is told who does not have one.

``pip install korthus`` brings the rules and msgspec; whatever else a command needs comes with an extra. The
table is that of ``pyproject.toml`` (``tests/cli/test_extras.py``). This module needs none of the libraries.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final

from korthus.cli.errors import Refused

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
        "platformdirs",
        "prometheus_client",
        "rich",
        "sqlalchemy",
        "uvicorn",
        *_NOT_WINDOWS,
        "websockets",
    ),
    "solve": ("array_api_compat", "threadpoolctl"),
    "arena": ("matplotlib", "openskill"),
}


def check_extra(extra: str, command: str) -> None:
    """See to it that a command has its libraries before it begins.

    Raises:
        Refused: some are not installed; the sentence says what to type.
    """
    missing = [name for name in MODULES[extra] if find_spec(name) is None]
    if missing:
        line = f'pip install "korthus[{extra}]"'
        raise Refused("NO_EXTRA", command=f"korthus {command}".strip(), names=tuple(missing), line=line)
