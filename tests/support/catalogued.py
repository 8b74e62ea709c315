"""High card as if another package had brought it to the house."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import pytest

from korthus.games.registry import Package, Source

SOURCE: Final = Source(
    Package("high-card", "1.0"), "tests.support.high_card", "HighCard", "tests.support.high_card_{room}"
)


def put_into_catalogue(monkeypatch: pytest.MonkeyPatch, *, only_rules: bool = False) -> None:
    """Let the commands find high card by name, for one test: with its screen, or with its rules only."""
    registry: Any = import_module("korthus.games.registry")
    source = SOURCE._replace(home="tests.support.nothing.{room}") if only_rules else SOURCE
    monkeypatch.setitem(registry.visitors(), "high_card", source)
