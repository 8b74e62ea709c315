"""The command line as such: commands, help, exit codes, and the real process."""

from __future__ import annotations

import errno
import fcntl
import io
import json
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.cli.running import Korthus
from tests.support.patience import PATIENCE

import korthus
from korthus.cli.app import main
from korthus.cli.command import all_commands
from korthus.cli.saves import saved_games
from korthus.locale import LANGUAGES, Translator

EXAMPLES = {words: command.examples for words, command in all_commands().items()}
GAMES = tuple(info.name for info in korthus.catalogue())


def process(*words: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The real thing: ``python -m korthus``."""
    return subprocess.run(
        [sys.executable, "-m", "korthus", *words],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environ},
        timeout=PATIENCE,
        check=False,
    )


# -- exit codes ------------------------------------------------------------------------------------


def test_version_and_help(run_korthus: Korthus) -> None:
    assert run_korthus("--version").out.strip() == f"korthus {korthus.__version__}"
    for command in EXAMPLES:
        ran = run_korthus(*command.split(), "--help")
        assert ran.code == 0
        assert EXAMPLES[command][0] in " ".join(ran.out.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_speaks_the_language(language: str, run_korthus: Korthus) -> None:
    tr = Translator(language)
    ran = run_korthus("play", "--help", "--lang", language)
    assert tr("common.cli.play") in " ".join(ran.out.split())


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("play", "--nonsense"),
        ("play", "mulle", "--lang", "de"),
        ("play", "mulle", "--seat", "first"),
        ("explain", "mulle"),
        ("rules",),
    ],
)
def test_a_command_line_that_cannot_be_read_is_2(words: tuple[str, ...], run_korthus: Korthus) -> None:
    ran = run_korthus(*words)
    assert ran.code == 2
    assert "korthus --help" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("play", "poker"), "UNKNOWN_GAME"),
        (("play", "mulle", "--vs", "nobody"), "UNKNOWN_BOT"),
        (("play", "mulle", "--seat", "3"), "BAD_SEAT"),
        (("play", "mulle", "--seat", "0"), "BAD_SEAT"),
        (("play", "mulle", "--seats", "3"), "FIXED_SEATS"),
        (("play", "kachuful", "--seats", "1"), "BAD_SEATS"),
        (("play", "mulle", "--preset", "mine"), "UNKNOWN_PRESET"),
        (("play", "mulle", "--set", "colour=red"), "UNKNOWN_OPTION"),
        (("play", "mulle", "--name", "[bold]"), "BAD_PLAYER_NAME"),
        (("play", "--resume", "/no/such/file"), "FILE_TROUBLE"),
        (("rules", "poker"), "UNKNOWN_GAME"),
        (("options", "poker"), "UNKNOWN_GAME"),
        (("bots", "poker"), "UNKNOWN_GAME"),
        (("verify", "/no/such/file"), "FILE_TROUBLE"),
        (("replay", "/no/such/file"), "FILE_TROUBLE"),
        (("run", "poker"), "UNKNOWN_GAME"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_korthus_refuses_is_1(
    words: tuple[str, ...], code: str, language: str, run_korthus: Korthus
) -> None:
    ran = run_korthus(*words, "--lang", language)
    assert ran.code == 1
    assert ran.err.endswith(f" [{code}]\n")
    assert ran.err.count("\n") == 1
    assert saved_games() == []


def _documented() -> list[str]:
    """Every command line that the help texts and the page about the terminal show."""
    page = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")
    blocks = page.split("```sh\n")[1:]
    shown = [line for block in blocks for line in block.split("```")[0].splitlines()]
    lines = [*shown, *(line for examples in EXAMPLES.values() for line in examples)]
    # A server runs until it is stopped: tests/cli/test_serve.py does that.
    return sorted({line for line in lines if line.startswith("korthus") and "serve" not in line.split()})


@pytest.mark.parametrize("line", _documented())
def test_what_is_documented_works(
    line: str, run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is saved or recorded here, so resuming and looking at records is refused, and says so."""
    monkeypatch.chdir(tmp_path)
    ran = run_korthus(*shlex.split(line, comments=True)[1:])
    if "--resume" in line or ".json " in f"{line} ":
        assert ran.code == 1
        assert re.search(r"\[(NO_SAVED_GAME|FILE_TROUBLE)\]", ran.err)
    else:
        assert ran.code == 0, ran.err


# -- the shelf -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_lists_every_game(language: str, run_korthus: Korthus) -> None:
    ran = run_korthus("games", "--lang", language)
    assert ran.code == 0
    for name in GAMES:
        assert name in ran.out
        assert Translator(language)(f"{name}.title") in ran.out


@pytest.mark.parametrize("game", GAMES)
def test_rules_options_and_bots_of_every_game(game: str, run_korthus: Korthus) -> None:
    assert len(run_korthus("rules", game).out) > 1000
    options = run_korthus("options", game).out
    for info in korthus.catalogue():
        if info.name == game:
            assert all(option.name in options for option in info.options)
            assert all(preset in options for preset in info.presets)
    bots = run_korthus("bots", game).out
    assert "random" in bots
    assert "the usual opponent" in " ".join(bots.split())


def test_a_game_may_be_written_in_any_case(run_korthus: Korthus) -> None:
    assert run_korthus("bots", "MULLE").code == 0


# -- other rooms -----------------------------------------------------------------------------------


def test_a_played_game_can_be_verified_and_replayed(run_korthus: Korthus, data: Path) -> None:
    words = ("play", "kachuful", "--seats", "2", "--set", "start_cards=2", "--set", "total_rounds=2")
    run_korthus(*words, "--vs", "random", stdin="auto\n" * 50)
    (record,) = (data / "records").iterdir()
    assert run_korthus("verify", str(record)).code == 0
    replayed = run_korthus("replay", str(record), "--from", "1")
    assert replayed.code == 0
    assert run_korthus("replay", str(record), "--from", "9").code == 1
    forged = json.loads(record.read_text())
    forged["outcome"]["scores"][0] += 1
    record.write_text(json.dumps(forged))
    assert run_korthus("verify", str(record)).code == 1


def test_run_plays_a_batch(run_korthus: Korthus, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    ran = run_korthus(
        "run", "kachuful", "--games", "3", "--seed", "1", "--bots", "random, random", "--out", str(out)
    )
    assert ran.code == 0
    assert len(out.read_text().splitlines()) == 3


# -- the chooser -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_korthus_alone_is_a_menu(language: str, run_korthus: Korthus) -> None:
    tr = Translator(language)
    ran = run_korthus("--lang", language)
    assert ran.code == 0
    for name in GAMES:
        assert tr(f"{name}.title") in ran.out
    assert tr("common.menu.goodbye") in ran.out


def test_the_menu_leads_into_a_game_and_back(run_korthus: Korthus) -> None:
    ran = run_korthus(stdin="mus\n\n\nquit\nyes\nq\n")
    assert ran.code == 0
    assert "Your turn" in ran.out
    assert "The game is saved." in ran.out
    assert "Go on with" in ran.out.split("The game is saved.")[1]
    again = run_korthus(stdin="c\nq\nno\nq\n")
    assert "Your turn" in again.out
    assert saved_games() == []


def test_the_menu_asks_for_seats_and_opponent(run_korthus: Korthus) -> None:
    ran = run_korthus("play", stdin="kachuful\n1\n77\n3\nnobody\nrandom\nq\nn\nq\n")
    assert ran.out.count("[BAD_SEATS]") == 1
    assert ran.out.count("[NO_SUCH_ANSWER]") == 1
    assert ran.out.count("(random)") == 2


def test_the_menu_shows_rules_changes_language_and_forgives(run_korthus: Korthus) -> None:
    ran = run_korthus(stdin="r\n1\nr\nback\nl\nsv\nzzz\np\n\nr\n9\nsluta\n")
    assert ran.code == 0
    assert "Språk: svenska" in ran.out
    assert "Övning (drag kan tas tillbaka): på" in ran.out
    assert ran.out.replace("\n", " ").count("[NO_SUCH_ANSWER]") == 2
    assert ran.out.rstrip().endswith("Välkommen åter.")


# -- the real process ------------------------------------------------------------------------------


def test_a_real_pipe_gets_plain_text(tmp_path: Path) -> None:
    ran = process(
        "play", "mulle", "--seed", "7", stdin=b"\xff\xfe nonsense\n?\nhint\n1\n", XDG_DATA_HOME=str(tmp_path)
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert b"\x1b" not in ran.stdout
    assert ran.stderr == b""


def on_a_terminal(folder: Path, *words: str, keys: Sequence[bytes]) -> tuple[int, str]:
    """Run korthus on a pseudo-terminal of 80 by 24 and type the next of ``keys`` at each prompt."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environ = {**os.environ, "XDG_DATA_HOME": str(folder), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "korthus", *words]
    seen, answered = b"", 0
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environ) as running:
        os.close(slave)
        try:
            while select.select([master], [], [], PATIENCE)[0]:
                seen += os.read(master, 65_536)
                if seen.endswith(b"> ") and len(seen) > answered:
                    answered = len(seen)
                    os.write(master, keys[0])
                    keys = keys[1:]
        except OSError:  # how Linux says that the other end is closed
            running.wait(PATIENCE)
        running.kill()
    os.close(master)
    return running.returncode, seen.decode()


def test_a_real_terminal_gets_colours_and_a_fresh_screen_each_turn(tmp_path: Path) -> None:
    code, seen = on_a_terminal(
        tmp_path,
        "play",
        "mulle",
        "--seed",
        "7",
        "--vs",
        "random",
        keys=[b"auto\n", b"?\n", b"\n", b"hint\n", b"\x04"],
    )
    assert code == 0, seen
    assert "\x1b[2J" in seen
    assert "\x1b[38;5;" in seen
    assert "Enter to go on." in seen  # the help of Mulle is longer than the screen
    assert "The game is saved." in seen


def test_cards_are_wiped_before_the_keyboard_is_passed_on(tmp_path: Path) -> None:
    code, seen = on_a_terminal(
        tmp_path, "play", "mus", "--seed", "7", "--vs", "human", keys=[b"\n", b"pass\n", b"\x04"]
    )
    assert code == 0, seen
    first, second = seen.split("Pass the keyboard to Anna")[1].split("Pass the keyboard to Bo")
    assert "Your cards:" in first
    assert first.rindex("\x1b[3J") > first.rindex("\x1b[2J") > first.rindex("Your cards:")
    assert "Your cards:" not in second


def test_an_ascii_terminal_is_no_reason_to_stop(tmp_path: Path) -> None:
    ran = process("play", "eight", "--seed", "7", XDG_DATA_HOME=str(tmp_path), PYTHONIOENCODING="ascii")
    assert ran.returncode == 0, ran.stderr.decode()
    ran.stdout.decode("ascii")


def test_the_language_comes_from_the_environment(tmp_path: Path) -> None:
    ran = process("play", "poker", LC_ALL="sv_SE.UTF-8", XDG_DATA_HOME=str(tmp_path))
    assert ran.returncode == 1
    assert "Det finns inget spel" in ran.stderr.decode()


class Gone(io.StringIO):
    """A pipe that nobody reads, or a disk that is full; ``late`` hears of it only when it is flushed."""

    def __init__(self, trouble: OSError, *, late: bool = False) -> None:
        super().__init__()
        self._trouble = trouble
        self._late = late

    def write(self, text: str) -> int:
        if not self._late:
            raise self._trouble
        return super().write(text)

    def flush(self) -> None:
        raise self._trouble


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    "words",
    [("options", "mulle"), ("games",), ("--help",), ("run", "eight", "--set", "hands=1"), ("rules", "mus")],
)
def test_a_reader_that_goes_away_is_no_trouble_for_any_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], late: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", Gone(BrokenPipeError(errno.EPIPE, "Broken pipe"), late=late))
    assert main(words) == 0
    assert words[0] == "run" or capsys.readouterr().err == ""


def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdout", Gone(OSError(errno.ENOSPC, "No space left on device")))
    assert main(["options", "mulle"]) == 1
    assert capsys.readouterr().err == "Not everything could be written: No space left on device.\n"


def test_a_program_without_streams_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert main(["games"]) == 0
    for name in ("stdin", "stdout", "stderr"):
        getattr(sys, name).close()


def test_a_reader_that_goes_away_is_no_trouble(tmp_path: Path) -> None:
    """A whole game is more than a pipe holds, so korthus is still writing when the reader leaves."""
    play = f"{sys.executable} -m korthus play mulle --seed 7 --vs random"
    command = f"yes auto | {play} | head -1; echo ${{PIPESTATUS[1]}}"
    ran = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        timeout=PATIENCE,
        check=False,
    )
    assert ran.stdout.decode().startswith("Mulle")
    assert ran.stdout.decode().endswith("\n0\n")
    assert ran.stderr == b""
