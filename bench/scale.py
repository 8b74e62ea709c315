"""What many machines would need: what a unit of work costs, and what it costs to hand one out.

Prints one JSON line per figure, in processor time, which a busy machine does not change much. A run of U
units on n cores takes about max(U · unit / n, U · handing out) seconds: docs/scale.md does the arithmetic.
``--clock`` measures instead how much sooner one command is done with two workers than with one, by the clock,
which takes a machine without other work.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from bench.measure import report

import korthus
from korthus.arena.crews import Crew, ProcessCrew, ThreadCrew, in_order
from korthus.arena.errors import ArenaError
from korthus.arena.executors import Processes
from korthus.arena.kept import KeptJob, plan_of
from korthus.arena.match import play_unit
from korthus.arena.plan import Plan, make_plan
from korthus.arena.ray_crew import RayCrew
from korthus.arena.simulation import PIECE, Pieces, SimulationPlan, read_piece
from korthus.kernels.bulk import Sums, together

#: Seeds of the medians.
REPEATS: Final = 5
#: Units that are handed out to see what that costs.
EMPTY: Final = 2_000
#: Games that are simulated, with the number of pieces of a measurement.
SIMULATED: Final = (("mulle", 2), ("kachuful", 2), ("mus", 10), ("eight", 20))
#: Matches whose deals are measured.
MATCHES: Final = (
    ("kachuful", ("rules", "random")),
    ("kachuful", ("normal", "easy")),
    ("mulle", ("normal", "easy")),
    ("mus", ("normal", "easy")),
    ("eight", ("normal", "easy")),
)
#: A game and the players of a ladder.
LADDER: Final = ("kachuful", ("random", "rules", "easy", "normal", "strong"))


def cost_of(work: Callable[[], object]) -> float:
    """The seconds of processor time that some work costs this process, all its threads together."""
    began = time.process_time()
    work()
    return time.process_time() - began


@dataclass(frozen=True)
class Empty:
    """A task whose units are nothing but a number."""

    def do(self, unit: int) -> int:
        """See ``Task.do``."""
        return unit

    def failed(self, unit: int, error: Exception) -> ArenaError:
        """See ``Task.failed``."""
        return ArenaError("PIECE_FAILED", piece=unit, trouble=str(error))

    def died(self, unit: int) -> ArenaError:
        """See ``Task.died``."""
        return ArenaError("PIECE_DIES", piece=unit, times=1)


def hand_out(crew: Crew[int], units: int) -> None:
    """Have empty units done."""
    assert sum(in_order(crew, range(units))) == sum(range(units))


def handing_out(name: str, crew: Crew[int], units: int) -> None:
    """What it costs whoever hands out to hand out a unit to a crew, which is sent home."""
    try:
        hand_out(crew, 50)  # everybody has arrived
        seconds = statistics.median(cost_of(lambda: hand_out(crew, units)) for _ in range(REPEATS))
    finally:
        crew.close()
    report(f"handing out a unit: {name}", microseconds=round(1e6 * seconds / units, 1), units=units)


def simulating(name: str, pieces: int) -> None:
    """What a piece of random games costs, and what it costs to add it up and keep it."""
    game = korthus.game(name)
    plan = SimulationPlan(
        **plan_of(game, None, game.min_seats), policy="random", seed=1, games=pieces * PIECE
    )
    task = Pieces(plan)
    (part,) = task.do(0)
    seconds = statistics.median(
        cost_of(lambda: [task.do(unit) for unit in range(pieces)]) for _ in range(REPEATS)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sums"
        with KeptJob(path, plan, partial(read_piece, path)) as job:
            kept = cost_of(lambda: keep(job, part))
            size = path.stat().st_size
    report(
        f"simulating {name}: a piece of {PIECE} games",
        milliseconds=round(1e3 * seconds / pieces, 3),
        games_per_second=round(pieces * PIECE / seconds),
        keeping_microseconds=round(1e6 * kept / EMPTY, 1),
        bytes=round(size / EMPTY),
    )


def keep(job: KeptJob, part: Sums) -> None:
    """Add up and keep a piece, again and again."""
    total = part
    for number in range(EMPTY):
        job.append(msgspec.json.encode((number, part)))
        total = together((total, part))
    assert total.games == (EMPTY + 1) * part.games


def playing(name: str, bots: tuple[str, str]) -> None:
    """What a deal of a match costs, every seat of the hero included."""
    plan = make_plan(korthus.game(name), bots, deals=100, seed=1)
    play_unit(plan, 0)  # code is loaded
    costs, sizes = zip(*deals(plan), strict=True)
    report(
        f"arena, {name}: a deal of {' v '.join(bots)}",
        milliseconds=round(1e3 * statistics.mean(costs), 1),
        games=plan.games_per_unit,
        bytes=round(statistics.mean(sizes)),
    )


def deals(plan: Plan, count: int = REPEATS) -> Iterator[tuple[float, int]]:
    """The cost of the first units of a plan, and the bytes that are kept of each."""
    for unit in range(count):
        began = time.process_time()
        played = play_unit(plan, unit)
        yield time.process_time() - began, len(played.result) + len(played.times)


def laddering(name: str, bots: tuple[str, ...]) -> None:
    """What a round of a ladder costs: one deal of every match."""
    plan = make_plan(korthus.game(name), bots, deals=2, seed=1)
    matches = len(plan.matches)
    costs = [cost for cost, _ in deals(plan, plan.units)]
    report(
        f"arena, {name}: a ladder of {', '.join(bots)}: one deal of each match",
        seconds=round(sum(costs[matches:]), 2),  # of the second round: code is loaded in the first
        matches=matches,
    )


def growing(pieces: int) -> None:
    """Whether the same pieces cost more where two threads play them than where one does."""
    game = korthus.game("mulle")
    plan = SimulationPlan(**plan_of(game, None, 2), policy="random", seed=1, games=pieces * PIECE)
    task = Pieces(plan)
    task.do(0)

    def cost(threads: int) -> float:
        crew = ThreadCrew(task, threads)
        try:
            return cost_of(lambda: [*in_order(crew, range(task.units))])
        finally:
            crew.close()

    one, two = zip(*((cost(1), cost(2)) for _ in range(REPEATS)), strict=True)
    report(
        "simulating mulle: processor time in two threads, as a part of that in one",
        ratio=round(statistics.median(two) / statistics.median(one), 3),
    )


def sooner(claim: str, hire: Callable[[int], Crew[Any]], units: range, **facts: object) -> None:
    """How many times as soon two workers have done some units as one has, by the clock."""

    def seconds(workers: int) -> float:
        crew = hire(workers)
        try:
            list(in_order(crew, range(2 * workers)))  # everybody has arrived, and code is loaded
            began = time.perf_counter()
            list(in_order(crew, units))
            return time.perf_counter() - began
        finally:
            crew.close()

    one, two = zip(*((seconds(1), seconds(2)) for _ in range(REPEATS)), strict=True)
    ratios = [first / second for first, second in zip(one, two, strict=True)]
    report(
        f"{claim}: two workers beside one, by the clock",
        times=round(statistics.median(ratios), 2),
        spread=[round(min(ratios), 2), round(max(ratios), 2)],
        seconds=[round(statistics.median(one), 2), round(statistics.median(two), 2)],
        **facts,
    )


def by_the_clock() -> None:
    """Random games in threads, matches in processes."""
    for name in ("mulle", "mus"):
        game = korthus.game(name)
        pieces = 100 if name == "mulle" else 10_000
        plan = SimulationPlan(
            **plan_of(game, None, game.min_seats), policy="random", seed=1, games=pieces * PIECE
        )
        hire = partial(ThreadCrew, Pieces(plan))
        sooner(f"simulating {name} in threads", hire, range(pieces), games=pieces * PIECE)
    for name, bots in MATCHES[1:2]:
        match = make_plan(korthus.game(name), bots, deals=40, seed=1)
        sooner(
            f"arena, {name}: {' v '.join(bots)} in processes", partial(Processes, match), range(match.units)
        )


def main() -> None:
    """Measure everything; with ``--ray ADDRESS`` also what handing out to a cluster costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ray", help="a cluster, or local")
    parser.add_argument("--clock", action="store_true", help="two workers beside one, by the clock")
    args = parser.parse_args()
    if args.clock:
        by_the_clock()
        return
    ray = args.ray
    for name, pieces in SIMULATED:
        simulating(name, pieces)
    growing(16)
    for name, bots in MATCHES:
        playing(name, bots)
    laddering(*LADDER)
    handing_out("threads", ThreadCrew(Empty(), 2), EMPTY)
    handing_out("processes", ProcessCrew(Empty(), 2), EMPTY)
    if ray is not None:
        handing_out("ray", RayCrew(Empty(), ray), EMPTY // 10)


if __name__ == "__main__":
    main()
