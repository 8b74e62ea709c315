"""Signals: heard where they can be answered, and held where something is half done."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from korthus.cli import stopping
from korthus.cli.app import main
from korthus.cli.commands import serve
from korthus.cli.saves import saved_games
from korthus.cli.stopping import Terminated, ending, exit_code, held, stoppable
from korthus.locale import Translator
from korthus.solve.core import checkpoint
from korthus.web.store import soundness


def test_a_signal_that_ends_the_program_is_heard() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated) as stopped, stoppable():
        signal.raise_signal(signal.SIGTERM)
    assert exit_code(stopped.value) == 143
    assert exit_code(KeyboardInterrupt()) == 130
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_that_is_ignored_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stoppable(), held() as check:
            signal.raise_signal(signal.SIGTERM)
            check()
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_nothing_is_half_done(number: signal.Signals) -> None:
    done = []

    def work() -> None:
        with held() as check:
            check()
            signal.raise_signal(number)
            done.append("the rest of it")
            check()
            done.append("the next one")

    with pytest.raises(KeyboardInterrupt) as stopped:
        work()
    assert done == ["the rest of it"]
    assert exit_code(stopped.value) == 128 + number


class Clock:
    """Goes on when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


def test_whoever_asks_twice_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with held():
        signal.raise_signal(signal.SIGINT)
        clock.now += stopping._ONE_PRESS
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)


def test_two_signals_of_one_press_of_a_key_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with held() as check:
        signal.raise_signal(signal.SIGTERM)
        clock.now += stopping._ONE_PRESS / 2
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(Terminated):
            check()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_kept_is_kept_to_the_end(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stoppable(), held(), ending():
        for _ in range(3):
            signal.raise_signal(number)
    assert signal.getsignal(number) is before


def test_another_thread_changes_no_handlers() -> None:
    before = signal.getsignal(signal.SIGTERM)
    seen = []

    def work() -> None:
        with stoppable(), held() as check:
            check()
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


@pytest.mark.usefixtures("data")
def test_a_game_that_is_terminated_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Asked:
        def isatty(self) -> bool:
            return False

        def readline(self, size: int) -> str:
            signal.raise_signal(signal.SIGTERM)
            return "never read"

    monkeypatch.setattr(sys, "stdin", Asked())
    assert main(["play", "eight", "--vs", "random"]) == 143
    assert "The game is saved." in capsys.readouterr().out
    assert len(saved_games()) == 1
    assert main([]) == 143


#: Starts korthus in one of its two ways; Ctrl-C comes when, after the package itself, a module is loaded.
_STARTING = """
import runpy, signal, sys

class Asked:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Asked())
sys.argv = ["korthus", *{words!r}]
{start}
"""
_STARTS = (
    "runpy.run_module('korthus', run_name='__main__', alter_sys=True)",
    "from korthus.__main__ import main; sys.exit(main())",
)


@pytest.mark.parametrize("start", _STARTS, ids=("module", "script"))
@pytest.mark.parametrize("module", ["korthus.locale", "korthus.cli.app", "rich"])
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("games",), 130, ""),
        (("serve", "--check"), 130, ""),
        (("serve", "--lang", "sv"), 0, Translator("sv")("serve.stopped")),
    ],
)
def test_who_stops_a_command_that_is_starting_sees_no_traceback(
    start: str, module: str, words: tuple[str, ...], code: int, says: str
) -> None:
    program = _STARTING.format(module=module, words=words, start=start)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (code, "", says)


def test_a_server_that_is_stopped_before_it_serves_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    monkeypatch.setattr(serve, "_place_for_code", lambda *_: signal.raise_signal(signal.SIGINT))
    assert main(words) == 0
    assert capsys.readouterr().err.strip() == Translator()("serve.stopped")


def test_a_look_through_a_database_that_is_stopped_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soundness, "check_database", lambda *_: signal.raise_signal(signal.SIGINT))
    assert main(["serve", "--check", "--data", str(tmp_path)]) == 130
    assert "[CHECK_STOPPED]" in capsys.readouterr().err


#: A solve of a pack of nine cards that keeps what it has done after each iteration.
_SOLVE = """
import sys
from functools import partial
from korthus.__main__ import main
from korthus.cli.mus import solve
solve.MusHand = partial(solve.MusHand, deck=(4, 0, 0, 2, 0, 0, 2, 1))
solve._SAVE_EVERY = 0.0
sys.exit(main())
"""
_KORTHUS = ("-m", "korthus")


@pytest.mark.parametrize(
    ("start", "words", "grows", "code"),
    [
        (_KORTHUS, "run eight --set hands=1 --bots random --games 100000", "", "[STOPPED]"),
        (_KORTHUS, "simulate eight --set hands=1 --games 100000000", "", "[STOPPED]"),
        (
            _KORTHUS,
            "arena eight --set hands=1 --bots random rules --matches 100000 --jobs 2",
            "results.jsonl",
            "[STOPPED]",
        ),
        (("-c", _SOLVE), "solve mus --target 1e-12", checkpoint.NAME, "[SOLVE_"),
    ],
    ids=("run", "simulate", "arena", "solve"),
)
def test_who_asks_again_and_again_is_told_once_and_sees_no_traceback(
    tmp_path: Path, start: tuple[str, ...], words: str, grows: str, code: str
) -> None:
    out = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, *start, *words.split(), "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        results = out / grows
        while not results.exists() or not results.stat().st_size:
            assert process.poll() is None
            time.sleep(0.05)
        for _ in range(50):
            process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        _, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert said.count("Stopped after ") == 1
    assert code in said


class _Display:
    """Something that is shown, and is asked to stop at its beginning or its end."""

    def __init__(self, *at: str) -> None:
        self.at, self.done = at, list[str]()

    def __enter__(self) -> _Display:
        self._pass("begins")
        return self

    def __exit__(self, *_: object) -> None:
        self._pass("ends")

    def _pass(self, where: str) -> None:
        if where in self.at:
            signal.raise_signal(signal.SIGINT)
        self.done.append(where)  # it came so far


@pytest.mark.parametrize("at", [("begins",), ("ends",), ("begins", "ends")])
def test_what_is_shown_begins_and_ends_whole_when_somebody_asks_meanwhile(at: tuple[str, ...]) -> None:
    display = _Display(*at)
    with pytest.raises(KeyboardInterrupt), stopping.displayed(display):
        assert at == ("ends",), "it is heard before the work begins"
    assert display.done == ["begins", "ends"]


def test_what_is_shown_tells_a_job_that_holds_signals() -> None:
    with stopping.held() as check:
        with stopping.displayed(_Display("begins")):
            pass
        with pytest.raises(KeyboardInterrupt):
            check()
