"""High card as if another package had brought it to the house."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import pytest

from korthus.games.registry import Package, Source

SOURCE: Final = Source(
    Package("high-card", "1.0"), "tests.support.high_card", "HighCard", "tests.support.high_card_{room}"
)


def put_into_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands find high card and its screen by name, for one test."""
    registry: Any = import_module("korthus.games.registry")
    monkeypatch.setitem(registry.visitors(), "high_card", SOURCE)
