"""Whoever does the work, the results are the same, also when some of them die of it."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from pathlib import Path

import msgspec
import pytest
from tests.arena.odd_bots import DEADLY, DYING, FAILING, HELD, UNSEATED, hold_after, let_go
from tests.arena.plans import quick, results

from korthus.arena.crews import RETRIES, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.executors import Alone, Processes, play_plan
from korthus.arena.match import DealLine, Played
from korthus.arena.stats import Scoreboard


def test_processes_play_what_one_plays_alone() -> None:
    plan = quick("random", "random", "rules", deals=4)
    assert results(plan, Processes(plan, 2)) == results(plan, Alone(plan))


def test_a_worker_that_dies_in_the_middle_changes_nothing(traces: Path) -> None:
    plan = quick(DYING, "random", deals=6)
    played = results(plan, Processes(plan, 2))
    assert len(list(traces.iterdir())) > 5  # they went on after the fifth move, which killed one
    assert played == results(plan, Alone(plan))


def test_a_worker_that_is_killed_changes_nothing(traces: Path) -> None:
    plan = quick(HELD, "random", deals=12)
    killed = []
    hold_after(0, Path(__file__))

    def kill_one() -> None:
        while not (found := list(traces.glob("pid *"))):
            time.sleep(0.01)
        killed.append(int(found[0].name.removeprefix("pid ")))
        os.kill(killed[0], signal.SIGKILL)
        let_go()

    killer = threading.Thread(target=kill_one)
    killer.start()
    played = results(plan, Processes(plan, 2))
    killer.join()
    assert killed
    assert len(list(traces.glob("pid *"))) >= 2  # the dead, and those who did its work
    assert played == results(plan, Alone(plan))


def test_a_deal_that_nobody_survives_is_given_up() -> None:
    plan = quick(DEADLY, "random", deals=1)
    with pytest.raises(ArenaError) as refused:
        results(plan, Processes(plan, 2))
    assert refused.value.code == "WORKER_DIES"
    assert refused.value.params["times"] == RETRIES + 1


def test_a_player_with_a_mistake_loses_its_turns_wherever_it_plays() -> None:
    plan = quick("random", FAILING, deals=1)
    alone = results(plan, Alone(plan))
    assert results(plan, Processes(plan, 1)) == alone
    board = Scoreboard(plan)
    board.add(msgspec.json.decode(alone[0], type=DealLine))
    (lost,) = board.lost.rows()
    assert (lost.player, lost.why, lost.turns) == (FAILING, "raised", board.moves // 2)
    assert re.fullmatch(r"RuntimeError: it does not know what to do\. \(odd_bots\.py, line \d+\)", lost.said)


def test_a_player_that_cannot_sit_down_ends_the_run_with_its_trace() -> None:
    plan = quick("random", UNSEATED, deals=1)
    for crew in (Processes(plan, 1), Alone(plan)):
        with pytest.raises(ArenaError) as refused:
            results(plan, crew)
        assert refused.value.code == "DEAL_FAILED"
        assert re.fullmatch(
            rf"Deal 0 of random v {UNSEATED} cannot be played: '{UNSEATED}' cannot be used: "
            r"RuntimeError: it does not sit down\. \(odd_bots\.py, line \d+\)\.",
            refused.value.reason,
        )
        assert "in restart" in refused.value.__notes__[0]


@pytest.mark.parametrize("jobs", [0, -1, 1025])
def test_a_number_of_jobs_makes_sense(jobs: int) -> None:
    with pytest.raises(ArenaError) as refused:
        Processes(quick(), jobs)
    assert refused.value.code == "BAD_JOBS"


class Backwards:
    """Finishes the latest unit first, and never holds more than it said."""

    capacity = 3

    def __init__(self) -> None:
        self.units: list[int] = []
        self.furthest = 0

    def start(self, unit: int) -> None:
        assert len(self.units) < self.capacity
        self.units.append(unit)
        self.furthest = max(self.furthest, unit)

    def wait(self) -> list[tuple[int, Played]]:
        unit = self.units.pop()
        return [(unit, Played(b"%d" % unit, b""))]

    def close(self) -> None:
        self.units.clear()


def test_lines_come_in_the_order_of_the_plan_and_nobody_runs_too_far_ahead() -> None:
    plan = quick(deals=200)
    crew = Backwards()
    for number, played in enumerate(play_plan(plan, crew, first=20), 20):
        assert played.result == b"%d" % number
        assert crew.furthest < number + 16 * 3
    assert number == 199


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("no such card."), "ValueError: no such card"),
        (
            RuntimeError("System error: no torch\ntraceback: Traceback\n  File 1\n."),
            "RuntimeError: System error: no torch",
        ),
        (KeyError(), "KeyError"),
        (OSError("\n\n"), "OSError"),
        (OSError("\nthere\n"), "OSError: there"),
        (ArenaError("ONE_BOT"), "A match needs two players: name at least two after --bots"),
    ],
)
def test_what_went_wrong_is_told_in_one_line(error: Exception, told: str) -> None:
    assert trouble_of(error) == told
