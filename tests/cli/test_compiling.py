"""Who waits for the compiler sees the table and a time that runs down; who need not wait does not."""

from __future__ import annotations

import io
import os
import pty
import random
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

import pytest
from rich.console import Console
from tests.arena.reviewed import at_random
from tests.arena.reviewed import play as play_record
from tests.cli.running import Korthus

import korthus
from korthus.bots.warm import Piece
from korthus.cli import compiling, play
from korthus.cli.compiling import Countdown, compile_here
from korthus.cli.paper import Paper
from korthus.cli.play import Play
from korthus.cli.saves import Keeping
from korthus.cli.stand_in import Background
from korthus.cli.terminal import Terminal
from korthus.core.chance import seed_bytes
from korthus.core.record import encode_record
from korthus.kernels.code_folders import Folders, Trouble
from korthus.table import Player, Table

MULLE = Piece("mulle", "normal")
MUS = Piece("mus", "normal")
#: How often a test looks, a hundredth of a second apart, before it gives up.
PATIENCE = 6000


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Keyboard(io.StringIO):
    """Stands for a person at a keyboard, whose lines are known."""

    def isatty(self) -> bool:
        return True


def test_a_countdown_runs_down_never_rises_and_never_says_less_than_a_second() -> None:
    clock = Clock()
    count = Countdown(clock)
    said = []
    for expected, ends in ((50.0, 20.0), (200.0, 100.0), (100.0, 210.0), (5.0, 240.0)):
        count.expect(expected)
        while clock.now < ends:
            said.append(count.left())
            clock.now += 1.0
    assert said[:3] == [50.0, 49.0, 48.0]
    assert said == sorted(said, reverse=True)
    assert said[40] < said[30], "a slower machine does not stop the count"
    assert said[215] == 1.0
    assert min(said) == 1.0


def slowly(*ahead: dict[Piece, float]) -> Callable[[Sequence[Piece]], Iterator[dict[Piece, float]]]:
    """Stands for the compiler."""
    return lambda todo: iter([*ahead, {}])


def test_through_a_pipe_there_is_a_line_for_each_piece(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "compile_all", slowly({MULLE: 50.0, MUS: 70.0}, {MUS: 90.0}))
    compile_here(Terminal(stdin=io.StringIO(), stdout=io.StringIO()), [MULLE, MUS])
    first, second = capsys.readouterr().err.splitlines()
    assert "Mulle, normal (in all about 70 s left)" in first
    assert "Mus, normal (in all about 70 s left)" in second, "it does not rise"


def wait_for(words: str, drawn: io.StringIO) -> None:
    """Until another thread has drawn some words."""
    for _ in range(PATIENCE):
        if words in drawn.getvalue():
            return
        time.sleep(0.01)
    pytest.fail(f"{words} is never drawn")


def test_on_a_terminal_the_line_counts_down_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, drawn = Clock(), io.StringIO()
    console = Paper(file=drawn, width=80, force_terminal=True, _environ={"TERM": "xterm"})

    def compile_all(todo: Sequence[Piece]) -> Iterator[dict[Piece, float]]:
        yield {MULLE: 50.0}
        wait_for("50 s left", drawn)
        clock.now += 7.0
        wait_for("43 s left", drawn)
        yield {}

    monkeypatch.setattr(compiling, "compile_all", compile_all)
    monkeypatch.setattr(compiling, "Countdown", lambda: Countdown(clock))
    compile_here(Terminal(stdin=io.StringIO(), stdout=io.StringIO()), [MULLE], console)
    assert drawn.getvalue().count("Mulle, normal") > 1


@pytest.mark.parametrize(
    ("words", "compiled"),
    [
        (("eight", "--bots", "normal,random"), [Piece("eight", "normal")]),
        (("eight", "--bots", "normal,random", "--jobs", "2"), [Piece("eight", "normal")]),
        (("eight", "--bots", "random"), []),
        (("kachuful", "--seats", "16", "--set", "start_cards=1", "--bots", "normal"), []),  # on the rules
    ],
)
def test_games_without_a_screen_are_compiled_before_their_clock_starts(
    run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], compiled: list[Piece]
) -> None:
    asked: list[Piece] = []

    def compile_here(_: Terminal, todo: Sequence[Piece]) -> None:
        asked.extend(todo)
        raise KeyboardInterrupt  # enough of that

    monkeypatch.setattr(compiling, "cold", list)
    monkeypatch.setattr(compiling, "compile_here", compile_here)
    stopped = run_korthus("run", *words, "--games", "3")
    assert asked == compiled
    assert stopped.code == 130
    assert "Stopped after 0 of 3" in stopped.err


def test_matches_and_reviews_say_that_they_compile(
    run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[Piece] = []

    def compile_here(_: Terminal, todo: Sequence[Piece]) -> None:
        asked.extend(todo)
        raise KeyboardInterrupt  # enough of that

    game = korthus.game("eight", hands=1)
    file = tmp_path / "game.json"
    file.write_bytes(encode_record(play_record(game, 2, 5, at_random(game))))
    monkeypatch.setattr(compiling, "cold", list)
    monkeypatch.setattr(compiling, "compile_here", compile_here)
    stopped = run_korthus("arena", "eight", "--bots", "normal,random", "--matches", "2")
    assert asked == [Piece("eight", "normal")]
    assert stopped.code == 130
    assert "after 0 of" in stopped.err
    asked.clear()
    assert run_korthus("review", str(file), "--level", "strong").code == 130
    assert asked == [Piece("eight", "strong")]


class Never(Background):
    """Stands for a compiler in the background that is not ready in this game."""

    def __init__(self, game: str, todo: Sequence[Piece]) -> None:
        self.closed = False

    def left(self, level: str) -> float | None:
        return 40.0

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def all_cold(monkeypatch: pytest.MonkeyPatch, data: Path) -> list[str]:
    """Nothing is compiled, and nothing can be. It gets what was on the screen when somebody had to wait."""
    waited: list[str] = []

    def compile_here(terminal: Terminal, todo: Sequence[Piece], console: Console | None = None) -> None:
        shown = terminal.console.file
        assert isinstance(shown, io.StringIO)
        waited.append(shown.getvalue())
        raise KeyboardInterrupt  # enough of that

    monkeypatch.setattr(play, "cold", list)
    monkeypatch.setattr(play, "compile_here", compile_here)
    monkeypatch.setattr(play, "Background", Never)
    return waited


def played(stdin: TextIO, *, waits: bool = False, live: bool = False, bots: str = "normal") -> str:
    """The first lines of a game of Kachuful against ``normal`` or others."""
    out = io.StringIO()
    terminal = Terminal(stdin=stdin, stdout=out)
    terminal.live = live
    players = [Player("Anna"), Player("Bo", bots), Player("Cleo", bots)]
    table = Table(korthus.game("kachuful"), players, server_seed=seed_bytes(1))
    going = Play(terminal, table, Keeping("kachuful"), random.Random(1), waits=waits)
    table.start()
    going.run()
    return out.getvalue()


@pytest.mark.parametrize("live", [False, True])
def test_who_types_without_a_seed_plays_at_once(
    live: bool, all_cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", gone)
    said = " ".join(played(Keyboard(), live=live).split())
    assert all_cold == []
    assert "normal is being compiled, about 40 s. Until then rules plays for Bo." in said
    assert "Your hand" in said, "also where the output is piped on, to tee say"


def test_a_seeded_game_waits_below_its_table(all_cold: list[str]) -> None:
    played(Keyboard(), waits=True, live=True)
    (screen,) = all_cold
    assert "Your hand" in screen


def test_where_no_other_process_can_leave_code_the_game_waits_below_its_table(
    all_cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "where", lambda: Folders(None, (), Trouble.MEMORY))
    played(Keyboard(), live=True)
    (screen,) = all_cold
    assert "Your hand" in screen


def test_what_is_piped_in_waits_and_reads_the_same_as_if_all_were_compiled(all_cold: list[str]) -> None:
    played(io.StringIO("auto\n"))
    (screen,) = all_cold
    assert "Your hand" not in screen


@pytest.mark.parametrize("word", ["hint", "auto"])
def test_whoever_is_asked_for_a_move_is_compiled_first_where_the_game_waits(
    run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    asked: list[Piece] = []

    def compile_here(terminal: Terminal, todo: Sequence[Piece], console: Console | None = None) -> None:
        asked.extend(todo)

    monkeypatch.setattr(play, "cold", list)
    monkeypatch.setattr(play, "compile_here", compile_here)
    for name in ("strongest_player", "automatic_player"):
        monkeypatch.setattr(play, name, lambda _: "normal")
    monkeypatch.setattr(play.Play, "_advise", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    monkeypatch.setattr(play.Play, "_told", lambda *_: None)
    words = ("play", "kachuful", "--seats", "2", "--vs", "rules", "--seed", "1")
    run_korthus(*words, stdin=f"{word}\n{word}\n")
    assert asked == [Piece("kachuful", "normal")]


def test_whoever_sits_at_a_keyboard_is_told_that_the_adviser_compiles(
    all_cold: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = " ".join(played(Keyboard("hint\nhint\n"), bots="rules").split())
    assert all_cold == []
    assert said.count("about 40 s; ask again then. [ADVISER_COMPILES]") == 2


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")
def test_what_was_typed_before_the_question_is_no_answer() -> None:
    master, slave = pty.openpty()
    try:
        with open(slave, encoding="utf-8") as stdin:
            os.write(master, b"1\n2\n")
            assert select.select([slave], [], [], 10.0)[0]
            Terminal(stdin=stdin, stdout=io.StringIO()).forget_typed()
            assert not select.select([slave], [], [], 0.0)[0]
            os.write(master, b"3\n")
            assert stdin.readline() == "3\n"
    finally:
        os.close(master)
