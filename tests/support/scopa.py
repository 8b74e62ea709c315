"""Scopa of ``examples/scopa``, which is not installed where the tests run."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from korthus.core.protocol import AnyGame
from korthus.games.registry import Package, Source

_FOLDER: Final = Path(__file__).parents[2] / "examples" / "scopa" / "src"
_SOURCE: Final = Source(Package("korthus-scopa", "1.0"), "korthus_scopa", "Scopa", "korthus_scopa.{room}")


def scopa(**options: object) -> AnyGame:
    """The game with some options changed."""
    if str(_FOLDER) not in sys.path:
        sys.path.append(str(_FOLDER))
    kind: type[AnyGame] = import_module("korthus_scopa").Scopa
    return kind(kind.rules_type.make(None, **options))


def visit_with_scopa(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house find it by name, for one test."""
    scopa()
    registry: Any = import_module("korthus.games.registry")
    monkeypatch.setitem(registry.visitors(), "scopa", _SOURCE)
