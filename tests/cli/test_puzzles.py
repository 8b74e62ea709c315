"""``korthus puzzles``: answering at a terminal, and making a file that can be gone on with."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import Korthus
from tests.cli.test_long_jobs import stop_after
from tests.puzzles.test_puzzles import _First

from korthus.arena.kept import KeptJob, plan_beside
from korthus.locale import LANGUAGES
from korthus.puzzles import maker
from korthus.puzzles.person import Person
from korthus.puzzles.puzzle import Puzzle
from korthus.puzzles.shelf import puzzle_of_the_day, shelf_of

MAKE = ("puzzles", "make", "kachuful", "--count", "9", "--seed", "3")


def first_of(game: str) -> Puzzle:
    """The puzzle that somebody new is shown first."""
    return shelf_of(game).nearest(Person().rating, ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_a_right_answer_is_counted_once(run_korthus: Korthus, data: Path, game: str, language: str) -> None:
    puzzle = first_of(game)
    ran = run_korthus("puzzles", game, "--lang", language, stdin=f"{puzzle.best}\nq\n")
    assert ran.code == 0, ran.err
    kept = json.loads((data / "puzzles.json").read_text())
    assert kept["seen"] == [puzzle.id]
    assert kept["person"]["solved"] == 1
    assert puzzle.id in ran.out


def test_a_wrong_answer_is_told_its_cost_and_a_refused_one_is_no_answer(
    run_korthus: Korthus, data: Path
) -> None:
    puzzle = first_of("mulle")
    worse = puzzle.worse[0]
    ran = run_korthus("puzzles", "mulle", stdin=f"nonsense\n{worse.text}\nq\n")
    assert f"Yours costs {worse.cost:g} {'point' if worse.cost == 1 else 'points'}." in ran.out
    assert "The best is" in ran.out
    kept = json.loads((data / "puzzles.json").read_text())["person"]
    assert (kept["tried"], kept["solved"], kept["streak"]) == (1, 0, 0)


def test_whoever_lets_it_be_shown_has_not_solved_it(run_korthus: Korthus, data: Path) -> None:
    ran = run_korthus("puzzles", "mus", stdin="s\nq\n")
    assert "The best is" in ran.out
    assert json.loads((data / "puzzles.json").read_text())["person"]["solved"] == 0


def test_the_puzzle_of_the_day_counts_for_the_day(run_korthus: Korthus, data: Path) -> None:
    day = int(time.time()) // 86_400
    ran = run_korthus("puzzles", stdin=f"{puzzle_of_the_day(day).puzzle.best}\n")
    assert ran.code == 0, ran.err
    kept = json.loads((data / "puzzles.json").read_text())["person"]
    assert kept["days"] == 1
    again = run_korthus("puzzles", stdin=f"{puzzle_of_the_day(day).puzzle.best}\n")
    assert "it does not count again" in again.out


def test_a_file_of_somebody_else_is_left_alone(run_korthus: Korthus, data: Path) -> None:
    data.mkdir(parents=True)
    (data / "puzzles.json").write_text("my own notes")
    ran = run_korthus("puzzles", "mus", stdin="q\n")
    assert ran.code == 1
    assert "[FILE_EXISTS]" in ran.err
    assert (data / "puzzles.json").read_text() == "my own notes"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every decision is a puzzle."""
    monkeypatch.setattr(maker, "prover_of", lambda name: _First())


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_making_that_is_stopped_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, stop_after: Callable[..., Any], number: int
) -> None:
    straight, cut = tmp_path / "straight.jsonl", tmp_path / "cut.jsonl"
    assert run_korthus(*MAKE, "--out", str(straight)).code == 0
    with stop_after(KeptJob, "append", 2, number):
        stopped = run_korthus(*MAKE, "--out", str(cut))
    assert stopped.code == 128 + number
    assert "of 9. The same command goes on from there. [STOPPED]" in stopped.err
    assert len(cut.read_text().splitlines()) == 2
    resumed = run_korthus(*MAKE[:5], "--out", str(cut))  # without a seed: its own
    assert resumed.code == 0, resumed.err
    assert "of 2 games already" in resumed.out
    assert cut.read_bytes() == straight.read_bytes()
    assert run_korthus(*MAKE[:4], "12", "--out", str(cut)).code == 0  # more of the same
    assert cut.read_bytes().startswith(straight.read_bytes())


@pytest.mark.usefixtures("quick")
def test_nothing_else_is_written_over(run_korthus: Korthus, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine\n")
    assert "[NOT_OURS]" in run_korthus(*MAKE, "--out", str(out)).err
    assert out.read_text() == "mine\n"
    out.unlink()
    assert run_korthus(*MAKE, "--out", str(out)).code == 0
    other = run_korthus(*MAKE[:-1], "4", "--out", str(out))
    assert "(seed differs)" in other.err
    assert plan_beside(out).exists()
    assert run_korthus(*MAKE[:4], "0", "--out", str(out)).code == 1


__all__ = ["stop_after"]
