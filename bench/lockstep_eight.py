"""The long proof: the rules of Eight Cards and its kernel side by side, under rules of every kind.

    python -m bench.lockstep_eight [--moves 2000000] [--seed 1] [--jobs 2] [--every 50]

Every state, actor and score is compared, and the numbers of the legal placements; one in ``--every`` lists of
placements is written out and compared whole. Prints one JSON line. Stops at the first difference.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice

from bench.measure import report
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from tests.kernels.eight_pair import play_long, tables

#: Moves of one piece of work.
CHUNK = 5_000


def play(number: int, seed: int, every: int) -> int:
    """One piece of work; it begins somewhere else in the list of rules than the one before."""
    rng = random.Random(f"lockstep eight {seed} {number}")
    moves = 0
    for game in islice(tables(), number * 97 % 2520, None):
        moves += play_long(game, rng, every)
        if moves >= CHUNK:
            break
    return moves


def main() -> None:
    """Share the work out, show how far it is, and print the line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=2_000_000, help="placements to compare, at least")
    parser.add_argument("--seed", type=int, default=1, help="other random sessions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--every", type=int, default=50, help="one whole list in so many steps")
    options = parser.parse_args()
    started = time.perf_counter()
    moves = 0
    columns = (TextColumn("eight in lockstep"), BarColumn(), TimeRemainingColumn())
    with (
        ProcessPoolExecutor(options.jobs) as pool,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        task = progress.add_task("", total=options.moves)
        pieces = range(-(-options.moves // CHUNK))
        for piece in as_completed([pool.submit(play, each, options.seed, options.every) for each in pieces]):
            moves += piece.result()
            progress.update(task, completed=min(moves, options.moves))
    report(
        "eight: the kernel keeps step with the rules",
        moves=moves,
        differences=0,
        seconds=round(time.perf_counter() - started, 1),
    )


if __name__ == "__main__":
    main()
