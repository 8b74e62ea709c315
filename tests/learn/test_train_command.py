"""``korthus train``: what it says, what it refuses, and how it is stopped."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import Korthus
from tests.learn.toys import Toy, ToyLearner, files

from korthus.arena.runs import RunFolder
from korthus.cli.commands import train as command
from korthus.cli.terminal import Terminal
from korthus.learn import self_play
from korthus.learn.kachuful.course import COURSES

TRAIN = ("train", "kachuful", "--gate", "2", "--out")


def after(number: int, calls: int, whole: Any) -> Any:
    """The same function; a signal comes when it has been called for the so-manieth time."""
    count = 0

    def watched(*args: Any, **kwargs: Any) -> Any:
        nonlocal count
        result = whole(*args, **kwargs)
        count += 1
        if count == calls:
            signal.raise_signal(number)
        return result

    return watched


def test_a_training_says_how_far_it_is_and_ends_with_a_line_of_json(
    toy: Toy, tmp_path: Path, run_korthus: Korthus
) -> None:
    out = tmp_path / "run"
    ran = run_korthus(*TRAIN, str(out))
    assert ran.code == 0
    (line,) = ran.out.splitlines()
    report = json.loads(line)
    assert report["gate"]["verdict"] == "not told apart"
    assert report == json.loads((out / "learnt" / "kachuful-toy.json").read_bytes())
    said = ran.err.splitlines()
    assert said[0] == "Self-play: 0 of 3"
    assert {"Self-play: 3 of 3", "Teaching: 6 of 6", "Match against the numbers in use: 2 of 2"} < {*said}
    assert said[-3].startswith("After round 6: loss ")
    even = "+0.00 [+0.00, +0.00] points a game ahead"
    assert said[-2] == f"Not told apart: {even}, 95 %, in 4 games of 2 deals."
    assert said[-1].endswith(f"To play with them: KORTHUS_LEARNT={out / 'learnt'}")


def test_a_finished_training_says_so_and_changes_nothing(
    toy: Toy, tmp_path: Path, run_korthus: Korthus
) -> None:
    first = run_korthus(*TRAIN, str(tmp_path / "run"))
    before = files(tmp_path / "run")
    toy.deals.clear()
    again = run_korthus(*TRAIN, str(tmp_path / "run"))
    assert (again.code, again.out) == (0, first.out)
    assert again.err.splitlines()[0] == f"{tmp_path / 'run'} holds this training, and it is finished."
    assert files(tmp_path / "run") == before
    assert toy.deals == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("kind", "method", "calls", "said"),
    [
        (self_play.SelfPlay, "do", 2, "Stopped after 1 of 3."),
        (ToyLearner, "advance", 3, "Stopped after 3 of 6."),
        (RunFolder, "append", 1, "Stopped after 0 of 2."),
    ],
    ids=["playing", "teaching", "gating"],
)
def test_a_training_that_is_stopped_goes_on_where_it_was(
    kind: type,
    method: str,
    calls: int,
    said: str,
    number: int,
    toy: Toy,
    tmp_path: Path,
    run_korthus: Korthus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    straight = run_korthus(*TRAIN, str(tmp_path / "straight"))
    with monkeypatch.context() as patch:
        patch.setattr(kind, method, after(number, calls, getattr(kind, method)))
        stopped = run_korthus(*TRAIN, str(tmp_path / "cut"))
    assert stopped.code == 128 + number
    assert stopped.out == ""
    assert stopped.err.endswith(f"{said} The same command goes on from there. [STOPPED]\n")
    toy.deals.clear()
    gone_on = run_korthus(*TRAIN, str(tmp_path / "cut"))
    assert (gone_on.code, gone_on.out) == (0, straight.out)
    assert files(tmp_path / "cut") == files(tmp_path / "straight")
    assert toy.deals == ([3] if kind is self_play.SelfPlay else []), "finished games are kept"


def test_a_stopped_round_is_kept_although_it_is_not_judged(
    toy: Toy, tmp_path: Path, run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ToyLearner, "advance", after(signal.SIGINT, 3, ToyLearner.advance))
        assert run_korthus(*TRAIN, str(tmp_path / "run")).code == 130
    steps: list[int] = []
    whole = ToyLearner.advance

    def noting(self: ToyLearner) -> None:
        steps.append(self.step)
        whole(self)

    with monkeypatch.context() as patch:
        patch.setattr(ToyLearner, "advance", noting)
        assert run_korthus(*TRAIN, str(tmp_path / "run")).code == 0
    assert steps == [3, 4, 5]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("train", "eight", "--out", "x"), "NOTHING_TO_TRAIN"),
        (("train", "kachuful", "--out", "x", "--course", "bidding"), "NO_COURSE"),
        (("train", "kachuful", "--out", "x", "--epochs", "3"), "OTHER_COUNT"),
        (("train", "mulle", "--out", "x", "--steps", "3"), "OTHER_COUNT"),
        (("train", "kachuful", "--out", "x", "--games", "3"), "NO_SELF_PLAY"),
        (("train", "kachuful", "--out", "x", "--steps", "0"), "TRAIN_AMOUNT"),
        (("train", "kachuful", "--out", "x", "--simulations", "0"), "TRAIN_AMOUNT"),
        (("train", "kachuful", "--out", "x", "--gate", "-1"), "TRAIN_AMOUNT"),
        (("train", "kachuful", "--out", "x", "--gate", "1"), "ONE_DEAL"),
        (("train", "kachuful", "--out", "x", "--jobs", "0"), "BAD_JOBS"),
        (("train", "kachuful", "--out", "x", "--device", "cuda"), "ONLY_CPU"),
        (("train", "chess", "--out", "x"), "UNKNOWN_GAME"),
    ],
    ids=lambda each: each if isinstance(each, str) else " ".join(each[1:]),
)
def test_what_cannot_be_is_refused_in_one_sentence(
    words: tuple[str, ...],
    code: str,
    run_korthus: Korthus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_korthus(*words)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.endswith(f"[{code}]\n")
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "x" / "learnt").exists()


def test_a_game_without_a_course_is_told_which_have_one(run_korthus: Korthus) -> None:
    ran = run_korthus("train", "mus", "--out", "x")
    said = "Nothing can be learnt for mus yet; there are courses for mulle and kachuful. [NOTHING_TO_TRAIN]\n"
    assert ran.err == said


def test_without_a_terminal_the_time_that_is_left_is_said_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter((0.0, 1.0, 10.0, 60.0, 61.0))
    monkeypatch.setattr("korthus.cli.commands.train.time.monotonic", lambda: next(seconds))
    terminal = Terminal()
    lines = command._Lines(terminal.console, terminal.tr, "Teaching")
    for done in (10, 11, 12, 13):
        lines(done, 22)
    said = capsys.readouterr().out.splitlines()
    # Two rounds took a minute, and ten are left.
    assert said == ["Teaching: 10 of 22", "Teaching: 12 of 22, about 5.0 min left"]


def test_the_course_of_kachuful_needs_nothing_that_is_not_installed() -> None:
    assert COURSES["seat"].needs == ()
