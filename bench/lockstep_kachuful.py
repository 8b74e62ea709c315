"""The long proof: Kachuful's kernel and rules in lockstep over millions of moves, all kinds of options.

    python -m bench.lockstep_kachuful [--moves 2000000] [--jobs 2] [--seed 1]

Prints one JSON line. Ends with an error at the first difference.
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
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.kernels.test_kachuful_lockstep import play_both, tables

#: Games per piece of work; whole turns of the options, so that every piece has all of them.
CHUNK = 360


def piece(seed: int, number: int) -> tuple[int, int]:
    """One piece of the proof: the games and moves in it."""
    rng = random.Random(f"{seed} {number}")
    moves = [play_both(game, seats, rng) for game, seats in islice(tables(), CHUNK)]
    return len(moves), sum(moves)


def main() -> None:
    """Share the work out until there are enough moves."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=2_000_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    started = time.perf_counter()
    games = moves = 0
    columns = (TextColumn("lockstep kachuful"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        ProcessPoolExecutor(args.jobs) as pool,
        Progress(*columns, console=Console(stderr=True)) as progress,
    ):
        task = progress.add_task("moves", total=args.moves)
        number = 0
        while moves < args.moves:
            batch = [pool.submit(piece, args.seed, number + job) for job in range(args.jobs)]
            number += args.jobs
            for future in as_completed(batch):
                played, made = future.result()
                games += played
                moves += made
                progress.update(task, completed=min(moves, args.moves))
    report(
        "kernel of kachuful equals the rules, move by move",
        games=games,
        moves=moves,
        differences=0,
        bar=args.moves,
        seconds=round(time.perf_counter() - started, 1),
    )


if __name__ == "__main__":
    main()
