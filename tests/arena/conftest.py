"""What the tests of the arena share."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.odd_bots import TRACES
from tests.cli.conftest import data, run_korthus

__all__ = ["data", "run_korthus", "traces"]


@pytest.fixture
def traces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which odd players leave traces; processes started from here know it, too."""
    folder = tmp_path / "traces"
    folder.mkdir()
    monkeypatch.setenv(TRACES, str(folder))
    return folder
