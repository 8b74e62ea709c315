"""A run that is stopped at any moment goes on where it was, and ends as if it had never been stopped."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.arena.odd_bots import HELD, hold_after, let_go
from tests.arena.plans import quick, results

from korthus.arena.errors import ArenaError
from korthus.arena.executors import Alone
from korthus.arena.kept import KeptLines
from korthus.arena.match import play_unit
from korthus.arena.plan import Plan
from korthus.arena.runs import PLAN, REPORT, RESULTS, TIMES, RunFolder, read_plan, read_results, read_times


def play(folder: Path, plan: Plan, most: int | None = None) -> int:
    """Play what is left of a run, or some of it; how many units had been done."""
    with RunFolder(folder, plan) as run:
        done = run.done
        for unit in range(done, plan.units if most is None else min(plan.units, done + most)):
            run.append(play_unit(plan, unit))
    return done


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = quick(deals=5)
    assert [play(tmp_path / "run", plan, most=2) for _ in range(4)] == [0, 2, 4, 5]
    assert (tmp_path / "run" / RESULTS).read_bytes().splitlines() == results(plan, Alone(plan))
    assert [line.unit for line in read_times(tmp_path / "run")] == [0, 1, 2, 3, 4]
    assert read_plan(tmp_path / "run") == plan


@pytest.mark.parametrize("kept", range(0, 120, 7))
def test_a_run_cut_off_anywhere_ends_the_same(tmp_path: Path, kept: int) -> None:
    plan = quick(deals=3)
    play(tmp_path, plan)
    whole = (tmp_path / RESULTS).read_bytes()
    cut = len(whole) * kept // 120
    os.truncate(tmp_path / RESULTS, cut)
    done = play(tmp_path, plan)
    assert done == whole[:cut].count(b"\n")
    assert (tmp_path / RESULTS).read_bytes() == whole
    assert [line.unit for line in read_times(tmp_path)] == [0, 1, 2]


def test_half_a_line_is_not_read(tmp_path: Path) -> None:
    play(tmp_path, quick(deals=2))
    with (tmp_path / RESULTS).open("ab") as file:
        file.write(b'{"unit":2,"de')
    with (tmp_path / TIMES).open("ab") as file:
        file.write(b'{"unit":2,"pl')
    assert len(list(read_results(tmp_path))) == 2
    assert len(list(read_times(tmp_path))) == 2


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (quick(deals=9), "deals"),
        (quick(seed=2), "seed"),
        (quick("random", "rules"), "bots"),
    ],
)
def test_another_plan_in_the_folder_is_refused(tmp_path: Path, other: Plan, field: str) -> None:
    play(tmp_path, quick(), most=1)
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(ArenaError) as refused:
        RunFolder(tmp_path, other)
    assert refused.value.code == "OTHER_PLAN"
    assert refused.value.params["field"] == field
    assert (tmp_path / RESULTS).read_bytes() == before


@pytest.fixture
def own_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a player that no package names, ``kept_own:Own``."""
    folder = tmp_path / "own"
    folder.mkdir()
    file = folder / "kept_own.py"
    file.write_text("from korthus.bots.random import RandomBot\n\nclass Own(RandomBot):\n    pass\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "kept_own", raising=False)
    return file


def test_a_run_goes_on_only_with_the_same_source_of_its_own_players(tmp_path: Path, own_player: Path) -> None:
    def plan() -> Plan:
        return quick("random", "kept_own:Own")

    run, before = tmp_path / "run", own_player.read_text()
    play(run, plan(), most=1)
    own_player.write_text(before + "# thinks harder now\n")
    with pytest.raises(ArenaError) as refused:
        RunFolder(run, plan())
    assert refused.value.code == "OTHER_SOURCE"
    assert refused.value.reason == (
        f"kept_own:Own has been changed since {run / PLAN} was begun; "
        "give a new name, or put the old source back."
    )
    own_player.write_text(before)
    play(run, plan(), most=1)
    kept = json.loads((run / PLAN).read_text())
    del kept["sources"]  # as in folders that were made before sums were kept
    (run / PLAN).write_text(json.dumps(kept))
    own_player.write_text(before + "# thinks harder now\n")
    play(run, plan())
    assert len(list(read_results(run))) == plan().units


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"game":'])
def test_a_plan_that_is_none_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / PLAN).write_bytes(content)
    with pytest.raises(ArenaError) as refused:
        RunFolder(tmp_path, quick())
    assert refused.value.code == "BAD_PLAN"
    assert (tmp_path / PLAN).read_bytes() == content


@pytest.mark.parametrize("name", [RESULTS, TIMES])
@pytest.mark.parametrize("line", [b"junk\n", b"{}\n", b"\xff\n"])
def test_lines_of_something_else_are_refused(tmp_path: Path, name: str, line: bytes) -> None:
    play(tmp_path, quick(deals=3))
    lines = (tmp_path / name).read_bytes().splitlines(keepends=True)
    (tmp_path / name).write_bytes(b"".join([lines[0], line, lines[2]]))
    with pytest.raises(ArenaError) as refused:
        RunFolder(tmp_path, quick(deals=3))
    assert refused.value.code == "BAD_RESULTS"
    assert refused.value.params["line"] == 2


def test_lines_in_another_order_are_refused(tmp_path: Path) -> None:
    play(tmp_path, quick(deals=2))
    first, second = (tmp_path / RESULTS).read_bytes().splitlines(keepends=True)
    (tmp_path / RESULTS).write_bytes(second + first)
    with pytest.raises(ArenaError) as refused:
        list(read_results(tmp_path))
    assert refused.value.code == "BAD_RESULTS"


def test_only_one_run_writes_a_folder(tmp_path: Path) -> None:
    plan = quick()
    with RunFolder(tmp_path, plan):
        with pytest.raises(ArenaError) as refused:
            RunFolder(tmp_path, plan)
        assert refused.value.code == "BUSY_FOLDER"
    RunFolder(tmp_path, plan).close()


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ArenaError) as refused:
        RunFolder(tmp_path / "file" / "run", quick())
    assert refused.value.code == "FOLDER_TROUBLE"
    with pytest.raises(ArenaError) as refused:
        read_plan(tmp_path)
    assert refused.value.code == "FOLDER_TROUBLE"


@pytest.mark.parametrize("name", [RESULTS, TIMES, REPORT])
def test_a_folder_with_files_of_somebody_else_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(ArenaError) as refused:
        RunFolder(tmp_path, quick())
    assert refused.value.code == "NOT_OURS"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {name: "mine"}


def test_a_plan_of_somebody_else_leaves_the_folder_as_it_is(tmp_path: Path) -> None:
    for name in (PLAN, RESULTS, TIMES, REPORT):
        (tmp_path / name).write_text("mine")
    with pytest.raises(ArenaError) as refused:
        RunFolder(tmp_path, quick())
    assert refused.value.code == "BAD_PLAN"
    assert {path.read_text() for path in tmp_path.iterdir()} == {"mine"}


@pytest.mark.parametrize("name", [PLAN, RESULTS, TIMES, REPORT])
@pytest.mark.parametrize("there", [False, True])
def test_links_in_the_folder_are_refused(tmp_path: Path, name: str, there: bool) -> None:
    other, folder = tmp_path / "other", tmp_path / "run"
    if there:
        other.write_text("mine")
    RunFolder(folder, quick()).close()
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(other)
    with pytest.raises(ArenaError) as refused:
        RunFolder(folder, quick())
    assert refused.value.code == "NO_RESULTS_FILE"
    assert other.exists() == there
    assert not there or other.read_text() == "mine"


def test_a_run_that_was_killed_before_its_plan_was_there_goes_on(tmp_path: Path) -> None:
    (tmp_path / RESULTS).touch()
    assert play(tmp_path, quick()) == 0


def test_writing_a_plan_takes_nobody_elses_file(tmp_path: Path) -> None:
    beside = tmp_path / "plan.part"
    beside.write_text("mine")
    RunFolder(tmp_path, quick()).close()
    assert beside.read_text() == "mine"


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, line: bytes) -> int:
        raise OSError(28, "No space left on device")

    with RunFolder(tmp_path, quick()) as run:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(ArenaError) as refused:
            run.append(play_unit(quick(), 0))
    assert refused.value.code == "FOLDER_TROUBLE"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_ends_as_if_nothing_had_been(tmp_path: Path, traces: Path, jobs: str) -> None:
    """The whole command, killed without a chance to say goodbye, then given again."""
    words = shlex.split(f"arena eight --set hands=1 --bots {HELD} random --matches 40 --seed 3")
    command = [sys.executable, "-m", "korthus", *words, "--jobs", jobs, "--out", str(tmp_path / "run")]
    lines = tmp_path / "run" / RESULTS
    hold_after(5, lines)
    killed = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not lines.exists() or lines.read_bytes().count(b"\n") < 5:
        assert killed.poll() is None
        time.sleep(0.005)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    let_go()
    done = lines.read_bytes().count(b"\n")
    assert 5 <= done < 40
    again = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert f"{done} of 40 deals" in again.stdout
    plan = read_plan(tmp_path / "run")
    assert lines.read_bytes().splitlines() == results(plan, Alone(plan))


def test_lines_are_written_as_they_are_where_a_system_has_text_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows turns the end of a line into two signs unless a file is opened as binary."""
    asked: list[int] = []
    binary, opened = 1 << 40, os.open

    def note(path: Path, mode: int, rights: int) -> int:
        asked.append(mode)
        return opened(path, mode & ~binary, rights)

    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(os, "open", note)
    KeptLines(tmp_path / "lines").close()
    assert [mode & binary for mode in asked] == [binary]
