"""The long proof: Mulle's kernel and rules in lockstep over millions of moves, all kinds of options.

    python -m bench.lockstep_mulle [--moves 2000000] [--jobs 2] [--seed 1]

A third of the sessions are of each preset and of random options; one piece in ten has crowded tables besides.
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
from tests.kernels.test_mulle_lockstep import CROWDED, NormalMulle, crowded_game, games, play_both

from korthus.games.mulle.options import MulleRules

#: Sessions of each kind in one piece of work.
CHUNK = 20


def piece(seed: int, number: int) -> tuple[int, int]:
    """One piece of the proof: the moves in it, and those of crowded tables."""
    rng = random.Random(f"{seed} {number}")
    moves = crowded = 0
    for preset in MulleRules.presets:
        game = NormalMulle(MulleRules.make(preset))
        moves += sum(play_both(game, rng) for _ in range(CHUNK))
    moves += sum(play_both(game, rng) for game in islice(games(rng), CHUNK))
    if number % 10 == 0:
        for options in CROWDED:
            game = NormalMulle(MulleRules.make(omgangar=1, **options))
            crowded += crowded_game(game, rng.choice((0.5, 0.9, 0.98)), rng)[0]
    return moves, crowded


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
    moves = crowded = 0
    columns = (TextColumn("lockstep mulle"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
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
                made, on_crowded = future.result()
                moves += made
                crowded += on_crowded
                progress.update(task, completed=min(moves, args.moves))
    report(
        "kernel of mulle equals the rules, move by move",
        moves=moves,
        crowded_moves=crowded,
        differences=0,
        bar=args.moves,
        seconds=round(time.perf_counter() - started, 1),
    )


if __name__ == "__main__":
    main()
