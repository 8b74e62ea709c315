"""Long jobs that are stopped keep what they have done, go on, and end as if they had never been stopped."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.arena.reviewed import at_random, play
from tests.cli.running import Korthus

import korthus
from korthus.arena.batch_file import BatchPlan
from korthus.arena.crews import AloneCrew, ThreadCrew
from korthus.arena.kept import KeptJob, plan_beside
from korthus.arena.mus import sweep
from korthus.arena.review.review import Reviewing
from korthus.bots.mulle.players import LearnerBot
from korthus.cli import stopping
from korthus.cli.commands.simulate import _Simulation
from korthus.cli.mus import solve as solve_cli
from korthus.cli.mus import sweep as sweep_cli
from korthus.cli.mus.sweep import SWEEP
from korthus.core.record import encode_record
from korthus.solve.core import checkpoint
from korthus.solve.core.cfr import Solver
from korthus.solve.mus import solution
from korthus.solve.mus.hand_game import MusHand

RUN = ("run", "eight", "--set", "hands=1", "--games", "9", "--seed", "3", "--bots", "random,rules")
SIMULATE = ("simulate", "eight", "--set", "hands=1", "--games", "2600", "--seed", "4", "--jobs", "1")
LEARN = ("run", "mulle", "--set", "omgangar=1", "--set", "ronder_nominal=1", "--seed", "3", "--games", "5")
NINE = (4, 0, 0, 2, 0, 0, 2, 1)
STOPS = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture
def stop_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, str, int, int], Any]:
    """Within, a signal comes when a method is called for the last of ``calls`` times; it is done first."""

    @contextmanager
    def stopping(kind: type, method: str, calls: int, number: int) -> Iterator[None]:
        whole = getattr(kind, method)
        count = 0

        def watched(*args: Any, **kwargs: Any) -> Any:
            nonlocal count
            result = whole(*args, **kwargs)
            count += 1
            if count == calls:
                signal.raise_signal(number)
            return result

        with monkeypatch.context() as patch:
            patch.setattr(kind, method, watched)
            yield

    return stopping


# -- run ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", STOPS)
def test_a_run_that_is_stopped_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, number: int
) -> None:
    straight, cut = tmp_path / "straight.jsonl", tmp_path / "cut.jsonl"
    assert run_korthus(*RUN, "--out", str(straight)).code == 0
    with stop_after(KeptJob, "append", 4, number):
        stopped = run_korthus(*RUN, "--out", str(cut))
    assert stopped.code == 128 + number
    assert stopped.err.endswith("of 9. The same command goes on from there. [STOPPED]\n")
    assert len(cut.read_text().splitlines()) == 4
    resumed = run_korthus(*RUN, "--out", str(cut))
    assert resumed.code == 0
    assert "4 of 9 were done before" in resumed.out
    assert "9 games (seeds 3 to 11)" in resumed.out
    moves = [json.loads(line)["moves"] for line in straight.read_text().splitlines()]
    assert f"{sum(moves)} moves\n" in resumed.out
    assert f"\nPlayed now: {sum(moves[4:])} moves in " in resumed.out, "the seconds are of these moves alone"
    assert cut.read_bytes() == straight.read_bytes()
    again = run_korthus(*RUN[:6], *RUN[8:], "--out", str(cut))  # without a seed: its own
    assert again.code == 0
    assert "was done before" in again.out
    assert "per second" not in again.out
    assert cut.read_bytes() == straight.read_bytes()


def test_a_run_to_the_terminal_that_is_stopped_says_so(run_korthus: Korthus, stop_after: Any) -> None:
    with stop_after(AloneCrew, "wait", 4, signal.SIGINT):
        stopped = run_korthus(*RUN)
    assert stopped.code == 130
    assert len(stopped.out.splitlines()) == 3
    assert "3 games" in stopped.err
    assert stopped.err.endswith("With --out a run can go on where it was. [STOPPED_UNSAVED]\n")


@pytest.mark.parametrize("words", [RUN, SIMULATE], ids=("run", "simulate"))
def test_who_asks_again_while_a_job_closes_is_told_all_the_same(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, words: tuple[str, ...]
) -> None:
    out = str(tmp_path / "out")
    with stop_after(KeptJob, "append", 2, signal.SIGINT), stop_after(KeptJob, "__exit__", 1, signal.SIGINT):
        stopped = run_korthus(*words, "--out", out)
    assert stopped.code == 130
    assert "The same command goes on from there. [STOPPED]" in stopped.err


def test_a_crew_is_sent_home_however_often_somebody_asks(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any
) -> None:
    with (
        stop_after(KeptJob, "append", 2, signal.SIGINT),
        stop_after(ThreadCrew, "close", 1, signal.SIGINT),
        stop_after(_Simulation, "_show", 1, signal.SIGINT),
    ):
        stopped = run_korthus(*SIMULATE, "--out", str(tmp_path / "out"))
    assert stopped.code == 130
    assert "wins" in stopped.out
    assert "[STOPPED]" in stopped.err


def test_several_processes_go_on_where_one_was_stopped(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any
) -> None:
    out = tmp_path / "out.jsonl"
    straight = run_korthus(*RUN).out
    with stop_after(KeptJob, "append", 2, signal.SIGTERM):
        assert run_korthus(*RUN, "--jobs", "2", "--out", str(out)).code == 143
    assert run_korthus(*RUN, "--out", str(out)).code == 0
    assert out.read_text() == straight


@pytest.mark.parametrize("calls", [1, 3])
def test_a_learner_that_is_stopped_learns_the_same(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, calls: int
) -> None:
    """Proves: M-50."""
    files = [(tmp_path / f"{name}.jsonl", tmp_path / f"{name}.json") for name in ("straight", "cut")]
    words = [
        (*LEARN, "--bots", "learner,random", "--out", str(out), "--memory", str(memory))
        for out, memory in files
    ]
    assert run_korthus(*words[0]).code == 0
    with stop_after(LearnerBot, "save", calls, signal.SIGINT):
        assert run_korthus(*words[1]).code == 130
    assert len(files[1][0].read_text().splitlines()) == calls
    assert run_korthus(*words[1]).code == 0
    for straight, cut in zip(*files, strict=True):
        assert straight.read_bytes() == cut.read_bytes()


def test_a_file_of_something_else_is_left_alone(run_korthus: Korthus, tmp_path: Path) -> None:
    letter, link, out = tmp_path / "letter", tmp_path / "link", tmp_path / "out"
    letter.write_text("dear all\n")
    link.symlink_to(letter)
    for words in (RUN, SIMULATE):
        for path, code in (
            (letter, "NOT_OURS"),
            (link, "NO_RESULTS_FILE"),
            (tmp_path, "NO_RESULTS_FILE"),
            (Path(os.devnull), "NO_RESULTS_FILE"),
            (letter / "below", "FOLDER_TROUBLE"),
        ):
            ran = run_korthus(*words, "--out", str(path))
            assert ran.code == 1
            assert f"[{code}]" in ran.err
    assert letter.read_text() == "dear all\n"
    assert run_korthus(*RUN, "--out", str(out)).code == 0
    before = out.read_bytes()
    others = [(*RUN, "--records"), (*RUN, "--set", "bankroll=500"), SIMULATE]
    for command, code in zip(others, ("OTHER_PLAN", "OTHER_PLAN", "BAD_PLAN"), strict=True):
        ran = run_korthus(*command, "--out", str(out))
        assert f"[{code}]" in ran.err
    assert out.read_bytes() == before


def test_a_run_goes_on_only_with_the_same_source_of_its_own_players(
    run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, out = tmp_path / "run_own.py", tmp_path / "out"
    source = "from korthus.bots.random import RandomBot\n\nclass Own(RandomBot):\n    pass\n"
    player.write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    words = (*RUN[:-1], "random,run_own:Own", "--out", str(out))
    assert run_korthus(*words).code == 0
    player.write_text(source + "# thinks harder now\n")
    ran = run_korthus(*words)
    assert (ran.code, "[OTHER_SOURCE]" in ran.err) == (1, True)
    player.write_text(source)
    assert run_korthus(*words).code == 0


def test_a_file_whose_lines_were_changed_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_korthus(*RUN, "--out", str(out))
    lines = out.read_bytes().splitlines(keepends=True)
    for changed in ([lines[1], *lines[1:]], [b"junk\n", *lines[1:]]):
        out.write_bytes(b"".join(changed))
        ran = run_korthus(*RUN, "--out", str(out))
        assert ran.code == 1
        assert "[BAD_RESULTS]" in ran.err
        assert out.read_bytes() == b"".join(changed)
    plan = json.loads(plan_beside(out).read_text())
    assert plan.keys() == set(BatchPlan.__struct_fields__)


# -- simulate ----------------------------------------------------------------------------------------


def figures(text: str) -> str:
    """What a simulation comes to, without the time that it took."""
    return "\n".join(line for line in text.splitlines() if " games" not in line and "before" not in line)


@pytest.mark.parametrize("number", STOPS)
def test_a_simulation_that_is_stopped_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, number: int
) -> None:
    straight = run_korthus(*SIMULATE)
    assert straight.code == 0
    out = str(tmp_path / "sums")
    with stop_after(KeptJob, "append", 2, number):
        stopped = run_korthus(*SIMULATE, "--out", out)
    assert stopped.code == 128 + number
    assert "The same command goes on from there. [STOPPED]" in stopped.err
    resumed = run_korthus(*SIMULATE, "--out", out)
    assert resumed.code == 0
    assert "1000 of 2600 were done before" in resumed.out
    assert figures(resumed.out).strip() == figures(straight.out).strip()
    assert "2600 games at random (seed 4)\nPlayed now: 1600 games in " in resumed.out
    again = run_korthus(*SIMULATE, "--out", out)
    assert "per second" not in again.out
    assert figures(again.out).strip() == figures(straight.out).strip()


def test_a_simulation_that_is_stopped_shows_what_it_has(run_korthus: Korthus, stop_after: Any) -> None:
    with stop_after(ThreadCrew, "wait", 3, signal.SIGINT):
        stopped = run_korthus(*SIMULATE)
    assert stopped.code == 130
    assert "wins" in stopped.out
    assert "[STOPPED_UNSAVED]" in stopped.err


# -- review ------------------------------------------------------------------------------------------

GAME = korthus.game("kachuful", start_cards=3, schedule="descending", total_rounds=2)
RECORD = play(GAME, 3, 5, at_random(GAME))
QUICK = ("--simulations", "50", "--replays", "2")


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A file with a finished game."""
    file = tmp_path / "game.json"
    file.write_bytes(encode_record(RECORD))
    return str(file)


@pytest.mark.parametrize("number", STOPS)
def test_a_review_that_is_stopped_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, data: Path, record: str, stop_after: Any, number: int
) -> None:
    straight, cut = tmp_path / "straight.json", tmp_path / "cut.json"
    assert run_korthus("review", record, *QUICK, "--json", str(straight)).code == 0
    words = ("review", record, *QUICK, "--json", str(cut))
    with stop_after(KeptJob, "append", 5, number):
        stopped = run_korthus(*words)
    assert stopped.code == 128 + number
    assert "The same command goes on from there. [STOPPED]" in stopped.err
    assert not cut.exists()
    (work,) = (file for file in (data / "work").iterdir() if file.suffix == ".jsonl")
    assert len(work.read_text().splitlines()) == 5
    other = run_korthus("review", record, "--simulations", "51", "--replays", "0")
    assert other.code == 0
    done = []
    with pytest.MonkeyPatch.context() as patch:
        append = KeptJob.append

        def counted(job: KeptJob, line: bytes) -> None:
            done.append(line)
            append(job, line)

        patch.setattr(KeptJob, "append", counted)
        assert run_korthus(*words).code == 0
    assert json.loads(done[0])[0] == 5
    assert cut.read_bytes() == straight.read_bytes()
    assert list((data / "work").iterdir()) == []


def test_a_review_that_is_stopped_at_once_names_no_numbers(
    run_korthus: Korthus, record: str, stop_after: Any
) -> None:
    with stop_after(Reviewing, "__init__", 1, signal.SIGINT):
        stopped = run_korthus("review", record, *QUICK)
    assert stopped.code == 130
    assert stopped.err.endswith("Stopped. The same command goes on from where it was. [STOPPED_EARLY]\n")


def test_a_review_without_a_place_for_its_work_says_what_is_lost(
    run_korthus: Korthus, data: Path, record: str, stop_after: Any
) -> None:
    data.write_text("a file where the folder should be")
    with stop_after(AloneCrew, "wait", 3, signal.SIGINT):
        stopped = run_korthus("review", record, *QUICK, "--jobs", "1")
    assert stopped.code == 130
    assert "Nothing could be kept" in stopped.err
    assert run_korthus("review", record, *QUICK).code == 0


def test_a_review_replaces_reviews_of_the_same_game_and_nothing_else(
    run_korthus: Korthus, tmp_path: Path, record: str
) -> None:
    html, as_json = tmp_path / "review.html", tmp_path / "review.json"
    words = ("review", record, *QUICK)
    for _ in range(2):
        assert run_korthus(*words, "--html", str(html), "--json", str(as_json)).code == 0
    for option, path in (("--html", record), ("--json", record), ("--json", str(html))):
        before = Path(path).read_bytes()
        ran = run_korthus(*words, option, path)
        assert ran.code == 1
        assert "[FILE_EXISTS]" in ran.err
        assert Path(path).read_bytes() == before
    other = tmp_path / "other.json"
    other.write_bytes(encode_record(play(GAME, 3, 6, at_random(GAME))))
    for option, review in (("--html", html), ("--json", as_json)):
        kept = review.read_bytes()
        ran = run_korthus("review", str(other), *QUICK, option, str(review))
        assert (ran.code, "[FILE_EXISTS]" in ran.err, review.read_bytes() == kept) == (1, True, True)
    missing = run_korthus(*words, "--html", str(tmp_path / "new" / "x.html"))
    assert "[NO_FOLDER]" in missing.err
    assert not (tmp_path / "new").exists()


# -- solve -------------------------------------------------------------------------------------------

SOLVE = ("solve", "mus", "--target", "0.05")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of nine cards, so that a solve takes no time."""
    monkeypatch.setattr(solve_cli, "MusHand", partial(MusHand, deck=NINE))
    monkeypatch.setattr(sweep_cli, "PACK", NINE)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("number", STOPS)
@pytest.mark.parametrize("calls", [1, 10, 13])
def test_a_solve_that_is_stopped_at_any_iteration_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, calls: int, number: int
) -> None:
    straight, cut = tmp_path / "straight", tmp_path / "cut"
    assert run_korthus(*SOLVE, "--out", str(straight)).code == 0
    with stop_after(Solver, "run", calls, number):
        stopped = run_korthus(*SOLVE, "--out", str(cut))
    assert stopped.code == 128 + number
    kept = "1 iteration, which is kept." if calls == 1 else f"{calls} iterations, which are kept."
    assert f"Stopped after {kept}" in stopped.err
    resumed = run_korthus(*SOLVE, "--out", str(cut), "--resume")
    assert resumed.code == 0
    assert f"from iteration {calls}" in resumed.out
    assert (cut / solution.BLUEPRINT).read_bytes() == (straight / solution.BLUEPRINT).read_bytes()
    for file in (straight, cut):
        found = json.loads((file / solution.RESULT).read_text())
        assert found["iterations"] == json.loads((straight / solution.RESULT).read_text())["iterations"]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("number", STOPS)
def test_a_solve_that_is_stopped_while_it_is_kept_is_kept(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    out, write_out, asked = tmp_path / "out", os.fsync, []

    def asked_again(file: int) -> None:
        asked.append(number)
        signal.raise_signal(number)
        write_out(file)

    monkeypatch.setattr(os, "fsync", asked_again)
    with stop_after(Solver, "run", 3, signal.SIGINT):
        stopped = run_korthus(*SOLVE, "--out", str(out))
    assert asked
    assert stopped.code == 130
    assert "Stopped after 3 iterations, which are kept. " in stopped.err
    assert "[SOLVE_STOPPED]" in stopped.err
    assert (out / checkpoint.NAME).exists()


@pytest.mark.usefixtures("small")
def test_a_solve_that_is_stopped_twice_says_what_is_kept(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second signal comes before the solve gets to a pause, and not with the same press of a key."""
    out = tmp_path / "out"
    monkeypatch.setattr(stopping, "_ONE_PRESS", 0.0)

    with stop_after(Solver, "run", 1, signal.SIGTERM), monkeypatch.context() as patch:
        patch.setattr(solve_cli._Work, "_tick", lambda work, iteration: None)  # it never gets to the pause
        with stop_after(Solver, "judge", 1, signal.SIGINT):
            lost = run_korthus(*SOLVE, "--out", str(out))
    assert lost.code == 130
    assert "; nothing is kept. [SOLVE_LOST]" in lost.err
    assert not (out / checkpoint.NAME).exists()
    with stop_after(Solver, "run", 3, signal.SIGTERM):
        assert run_korthus(*SOLVE, "--out", str(out)).code == 143
    with stop_after(Solver, "run", 1, signal.SIGTERM), monkeypatch.context() as patch:
        patch.setattr(solve_cli._Work, "_tick", lambda work, iteration: None)
        with stop_after(Solver, "judge", 1, signal.SIGINT):
            cut = run_korthus(*SOLVE, "--out", str(out), "--resume")
    assert "of which 3 are kept" in cut.err


@pytest.mark.usefixtures("small")
def test_a_finished_solve_says_so_and_a_smaller_target_goes_on(run_korthus: Korthus, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    assert run_korthus(*SOLVE, "--out", out).code == 0
    before = (tmp_path / "out" / solution.BLUEPRINT).read_bytes()
    again = run_korthus(*SOLVE, "--out", out, "--resume")
    assert again.code == 0
    assert "This solve is finished" in again.out
    assert (tmp_path / "out" / solution.BLUEPRINT).read_bytes() == before
    more = run_korthus("solve", "mus", "--target", "0.02", "--out", out, "--resume")
    assert more.code == 0
    assert "This solve is finished" not in more.out
    other = str(tmp_path / "other")
    assert run_korthus("solve", "mus", "--target", "0.02", "--out", other).code == 0
    for name in (solution.BLUEPRINT,):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


@pytest.mark.usefixtures("small")
def test_a_folder_with_a_solution_or_without_a_place_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run_korthus(*SOLVE, "--out", str(out)).code == 0
    (out / checkpoint.NAME).unlink()
    before = (out / solution.RESULT).read_bytes()
    assert "[RESULT_EXISTS]" in run_korthus(*SOLVE, "--out", str(out)).err
    assert (out / solution.RESULT).read_bytes() == before
    assert "[SOLVE_TROUBLE]" in run_korthus(*SOLVE, "--out", str(out / solution.RESULT)).err


@pytest.mark.usefixtures("small")
def test_a_table_of_players_that_is_stopped_shows_the_rows_it_has(
    run_korthus: Korthus, stop_after: Any
) -> None:
    words = ("solve", "mus", "--against", "rules", "random", "--simulations", "1")
    with stop_after(sweep, "judge", 1, signal.SIGINT):
        stopped = run_korthus(*words)
    assert stopped.code == 130
    assert "[SOLVE_PARTLY]" in stopped.err


@pytest.mark.usefixtures("small")
def test_a_sweep_that_is_stopped_goes_on_where_it_was(
    run_korthus: Korthus, tmp_path: Path, stop_after: Any
) -> None:
    words = ("solve", "mus", "--algorithm", "dcfr,cfr+,pcfr+", "--target", "0.05")
    straight, cut = tmp_path / "straight", tmp_path / "cut"
    whole = run_korthus(*words, "--out", str(straight))
    assert whole.code == 0
    with stop_after(KeptJob, "append", 2, signal.SIGINT):
        stopped = run_korthus(*words, "--out", str(cut))
    assert stopped.code == 130
    assert stopped.err == "Stopped after 2 of 3. The same command goes on from there. [STOPPED]\n"
    resumed = run_korthus(*words, "--out", str(cut), "--jobs", "2")
    assert resumed.code == 0
    assert "2 of 3 were done before" in resumed.out
    assert resumed.out.endswith(whole.out)
    assert (cut / SWEEP).read_bytes() == (straight / SWEEP).read_bytes()
    other = run_korthus(*words[:-1], "0.1", "--out", str(cut))
    assert "[OTHER_PLAN]" in other.err
    with stop_after(sweep, "reference", 1, signal.SIGINT):
        assert "[SOLVE_PARTLY]" in run_korthus(*words).err
