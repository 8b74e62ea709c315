"""``korthus serve`` refuses what it cannot use, with a sentence."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import msgspec
import pytest
from tests.support.patience import PATIENCE
from tests.web.server import QUICK, ServerProcess

from korthus.cli.app import main
from korthus.cli.commands.serve import DATABASE, _database, _host_and_port
from korthus.core.errors import KorthusError
from korthus.locale import LANGUAGES, Translator
from korthus.web.http.reach import lan_address
from korthus.web.run import _bind_for_people
from korthus.web.settings import Settings
from korthus.web.store.database_lock import database_trouble


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
    said = capsys.readouterr().err
    assert "[CANNOT_LISTEN]" in said
    assert "--port" in said
    assert Translator("sv")("common.trouble.in_use") in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_is_said_in_the_language_of_the_person() -> None:
    with Path("/dev/full").open("w") as full:
        said = subprocess.run(
            [sys.executable, "-m", "korthus", "games", "--lang", "sv"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert said.returncode == 1
    assert Translator("sv")("common.trouble.full") in said.stderr


def test_another_port_is_taken_where_none_was_asked_for() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = Settings(database="sqlite://", port=port)
        with pytest.raises(KorthusError, match="cannot listen"):
            _bind_for_people(settings)
        with _bind_for_people(msgspec.structs.replace(settings, other_port=True)) as other:
            assert other.getsockname()[1] not in (0, port)


def test_a_second_server_says_where_the_first_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = ["serve", "--no-open", "--data", str(tmp_path), "--port", "0"]
    with ServerProcess(tmp_path, *QUICK) as first:
        assert main(again) == 0
        assert first.url in capsys.readouterr().out
        # The note of a server that does not answer is not believed.
        note = tmp_path / f"{DATABASE}.address"
        assert note.read_text() == first.url
        note.write_text("http://127.0.0.1:9")
        assert main(again) == 1
        assert "[DATABASE_IN_USE]" in capsys.readouterr().err


@pytest.mark.parametrize("times", [1, 3])
def test_ctrl_c_is_a_good_end(tmp_path: Path, times: int) -> None:
    """Whoever runs it by make hears nothing of an error, however often they ask."""
    command = f"{sys.executable} -m korthus serve --no-open --port 0 --data {tmp_path} --log-level info"
    (tmp_path / "Makefile").write_text(f"play:\n\t@{command}\n")
    # The tests may themselves be run by make.
    of_make = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    kept = {name: value for name, value in os.environ.items() if name not in of_make}
    make = subprocess.Popen(
        ["make", "play"],
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=kept
        | {
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONUNBUFFERED": "1",
        },
    )
    assert make.stdout is not None
    line = make.stdout.readline()
    assert line.startswith("korthus serves http://127.0.0.1:")
    for _ in range(times):
        os.killpg(make.pid, signal.SIGINT)
        time.sleep(0.02)  # so that they are several
    _, said = make.communicate(timeout=PATIENCE)
    assert "Error" not in said
    assert '"level":"error"' not in said
    assert "Traceback" not in said
    assert "The server has stopped. Games are kept." in said


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "127.0.0.1:", ":9100", "127.0.0.1:99999", "127.0.0.1:x", ""]
)
def test_an_address_for_numbers_needs_a_host_and_a_port(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-open", "--data", str(tmp_path), "--metrics", address]) == 1
    assert "[BAD_ADDRESS]" in capsys.readouterr().err


def test_an_address_of_ipv6_has_brackets() -> None:
    assert _host_and_port("[::1]:9100") == ("::1", 9100)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["serve", "--no-open", "--data", str(tmp_path / "file" / "x")]) == 1
    assert "[NO_DATA_FOLDER]" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "sv", "es"])
def test_who_cannot_write_at_home_is_told_of_another_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    home = tmp_path / "home"
    home.write_text("a file, so that not even root can make a folder in it")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    assert main(["serve", "--no-open", "--lang", language]) == 1
    said = capsys.readouterr().err
    assert str(home / "korthus") in said
    assert "--data" in said


def test_a_home_network_is_told_where_to_come(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK, "--lan") as server:
        answer = msgspec.json.decode(urlopen(f"{server.url}/api/address", timeout=PATIENCE).read())
        found = lan_address()
        assert answer == {"lan": None if found is None else f"http://{found}:{server.port}"}
    with ServerProcess(tmp_path, *QUICK) as server:
        assert msgspec.json.decode(urlopen(f"{server.url}/api/address", timeout=PATIENCE).read()) == {
            "lan": None
        }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("port", ["99999", "65536", "-1"])
def test_a_port_that_is_none_is_refused_in_the_language(
    language: str, port: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--lang", language, "--no-open", "--data", str(tmp_path), f"--port={port}"]
    assert main(words) == 1
    said = capsys.readouterr().err
    assert Translator(language)("serve.error.BAD_PORT", port=port) in said
    assert "bind" not in said


@pytest.mark.parametrize(
    ("options", "trouble"),
    [
        (("--host", "no.such.host.invalid", "--port", "0"), "no_host"),
        (("--database", "sqlite:////no/such/folder/x.sqlite3", "--port", "0"), "no_database"),
    ],
)
def test_what_can_be_foreseen_is_said_in_the_language(
    options: tuple[str, ...],
    trouble: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    if trouble == "no_host":
        monkeypatch.setattr(socket.socket, "bind", nobody)
    assert main(["serve", "--lang", "sv", "--no-open", "--data", str(tmp_path), *options]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert Translator("sv")(f"common.trouble.{trouble}") in said
    assert ".." not in said


def test_a_database_that_nobody_answers_for_is_said_in_the_language() -> None:
    for said in (
        "[Errno 111] Connect call failed ('127.0.0.1', 5432)",
        "Multiple exceptions: [Errno 111] Connect call failed ('::1', 1), [Errno 111] Connect call failed",
    ):
        error = database_trouble("postgresql://x", ConnectionRefusedError(said))
        assert Translator("es")("common.trouble.refused") in Translator("es").error(error)
