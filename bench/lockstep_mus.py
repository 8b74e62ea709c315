"""The long proof: the kernel and the rules of Mus in lockstep over millions of moves, all kinds of options.

    python -m bench.lockstep_mus [--moves 2000000] [--jobs 2] [--seed 1]

Prints one JSON line. Ends with an error at the first difference.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from bench.measure import report
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.kernels.test_mus_lockstep import play_both, some_rules

from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules

#: Matches or hands per piece of work, every other one by a preset, the rest by any options.
CHUNK = 400


def piece(seed: int, number: int) -> tuple[int, int]:
    """One piece of the proof: the games and moves in it."""
    rng = random.Random(f"{seed} {number}")
    presets = [MusRules.make(preset) for preset in MusRules.presets]
    moves = 0
    for place in range(CHUNK):
        rules = presets[place // 2 % len(presets)] if place % 2 else some_rules(rng)
        moves += play_both(Mus(rules), rng)
    return CHUNK, moves


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
    columns = (TextColumn("lockstep mus"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
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
        "kernel of mus equals the rules, move by move",
        games=games,
        moves=moves,
        differences=0,
        bar=args.moves,
        seconds=round(time.perf_counter() - started, 1),
    )


if __name__ == "__main__":
    main()
