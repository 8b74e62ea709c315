"""A command line in the test's own process, with a data folder of its own."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from tests.cli.running import Korthus, Ran

from korthus.cli.app import main


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's data folder, empty; nothing of the real environment leaks in."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path / "korthus"


@pytest.fixture
def run_korthus(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Korthus:
    """Runs ``korthus`` with some words, and ``stdin`` as what is piped into it."""

    def run(*words: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main(words)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
