"""``korthus serve`` refuses what it cannot use, with a sentence."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from korthus.cli.app import main
from korthus.cli.serve import _database


@pytest.mark.parametrize("url", ["nonsense", "mysql://user@host/x", "", "://"])
def test_another_database_is_refused(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-open", "--port", "0", "--database", url]) == 1
    assert "[BAD_DATABASE]" in capsys.readouterr().err


def test_the_driver_is_ours() -> None:
    assert _database("postgresql://a:b@host/x") == "postgresql+asyncpg://a:b@host/x"
    assert _database("postgresql+psycopg://host/x") == "postgresql+asyncpg://host/x"
    assert _database("sqlite+aiosqlite:////data/x") == "sqlite:////data/x"


def test_a_port_in_use_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--no-open", "--port", port, "--data", str(tmp_path), "--lang", "sv"]) == 1
    assert "[CANNOT_LISTEN]" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["serve", "--no-open", "--data", str(tmp_path / "file" / "x")]) == 1
    assert "[FILE_TROUBLE]" in capsys.readouterr().err
