"""What each extra of korthus asks for, as ``pyproject.toml`` lists it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[2] / "pyproject.toml"


def extras() -> dict[str, list[str]]:
    """The lines of each extra, by its name."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    found: dict[str, list[str]] = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["extras"]
    return found
