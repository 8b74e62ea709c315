"""The long proof: random games of every game and preset through the conformance kit, none with a violation.

    python bench/conformance.py [--games 1000] [--jobs 2] [--only mulle] [--seed 1]

Prints one JSON line per game and preset. Ends with status 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import korthus
from korthus.testing import ConformanceError, Report, check_game

#: Games per piece of work: enough to be worth a process, few enough to share out evenly.
CHUNK = 25
#: Where the least number of seats is not the most telling one.
SEATS = {("kachuful", "standard"): 4, ("kachuful", "eight_players"): 8, ("kachuful", "clamped"): 10}


def seats_of(name: str, preset: str) -> int:
    """How many play in the check of a preset."""
    return SEATS.get((name, preset), korthus.game(name, preset).min_seats)


def check(name: str, preset: str, first: int, games: int, seed: int) -> tuple[Report | None, float, str]:
    """Some games of one preset: the report, the CPU seconds it took, and the violation if there is one."""
    started = time.process_time()
    seats = seats_of(name, preset)
    try:
        # Each thorough position samples a world for every chair; with many chairs fewer are checked.
        report = check_game(
            korthus.game(name, preset),
            games=games,
            first=first,
            seed=seed,
            seats=seats,
            thorough=0.2 / seats,
        )
    except ConformanceError as error:
        return None, time.process_time() - started, str(error)
    return report, time.process_time() - started, ""


def line(name: str, preset: str, parts: list[tuple[Report | None, float, str]]) -> dict[str, Any]:
    """The sum of all parts of one preset."""
    reports = [report for report, _, _ in parts if report is not None]
    sums = {
        field: (max if field in ("longest", "widest") else sum)(getattr(report, field) for report in reports)
        for field in Report.__struct_fields__
        if reports
    }
    return {
        "bench": "conformance",
        "game": name,
        "preset": preset,
        "seats": seats_of(name, preset),
        "violations": [error for _, _, error in parts if error],
        **sums,
        "cpu_seconds": round(sum(seconds for _, seconds, _ in parts), 1),
    }


def main() -> int:
    """Share the work out, show how far it is, and print the lines."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="random games of each game and preset")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", help="one game instead of all")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    broken = False
    columns = (TextColumn("{task.description:28}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        ProcessPoolExecutor(args.jobs) as pool,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        running: dict[Future[tuple[Report | None, float, str]], tuple[str, str, int]] = {}
        parts: dict[tuple[str, str], list[tuple[Report | None, float, str]]] = {}
        left: dict[tuple[str, str], int] = {}
        tasks = {}
        for info in korthus.catalogue():
            for preset in info.presets:
                if args.only not in (None, info.name):
                    continue
                key = info.name, preset
                parts[key], left[key] = [], 0
                tasks[key] = progress.add_task(f"{info.name} {preset}", total=args.games)
                for first in range(0, args.games, CHUNK):
                    games = min(CHUNK, args.games - first)
                    future = pool.submit(check, info.name, preset, first, games, args.seed)
                    running[future] = (info.name, preset, games)
                    left[key] += 1
        for future in as_completed(running):
            name, preset, games = running[future]
            key = name, preset
            parts[key].append(future.result())
            left[key] -= 1
            progress.advance(tasks[key], games)
            if not left[key]:
                result = line(name, preset, parts[key])
                broken |= bool(result["violations"])
                print(msgspec.json.encode(result).decode(), flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
