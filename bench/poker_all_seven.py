"""All 133,784,560 seven-card hands through the batch evaluator: how often each category comes.

    python -m bench.poker_all_seven

The counts are known from combinatorics. Prints one JSON line; ends with status 1 if a count is wrong.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
from bench.measure import report
from numba import njit
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from korthus.games.eight.evaluate import CATEGORIES
from korthus.kernels.eight.poker import READABLE, evaluate_seven

KNOWN = {
    "high_card": 23_294_460,
    "pair": 58_627_800,
    "two_pair": 31_433_400,
    "three_of_a_kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full_house": 3_473_184,
    "four_of_a_kind": 224_848,
    "straight_flush": 41_584,
}


@njit(cache=True, nogil=True)
def hands_above(first: int, second: int, out: npt.NDArray[np.uint8]) -> int:
    """Write every hand whose two lowest cards are these; how many there are."""
    found = 0
    for c in range(second + 1, 52):
        for d in range(c + 1, 52):
            for e in range(d + 1, 52):
                for f in range(e + 1, 52):
                    for g in range(f + 1, 52):
                        row = out[found]
                        row[0], row[1], row[2], row[3] = first, second, c, d
                        row[4], row[5], row[6] = e, f, g
                        found += 1
    return found


def main() -> int:
    """Count, compare, print."""
    started = time.perf_counter()
    live = np.empty((comb(50, 5), 7), dtype=np.uint8)
    counts = np.zeros(len(READABLE), dtype=np.int64)
    columns = (TextColumn("all seven-card hands"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=comb(52, 7))
        for first, second in combinations(range(52), 2):
            hands = live[: hands_above(first, second, live)]
            counts += np.bincount(evaluate_seven(hands), minlength=len(READABLE))
            progress.advance(task, len(hands))
    category = np.asarray(READABLE) >> 20
    found = {name.value: int(counts[category == number].sum()) for number, name in enumerate(CATEGORIES)}
    report(
        "all seven-card hands by category",
        hands=int(counts.sum()),
        counts=found,
        right=found == KNOWN,
        distinct=int((counts > 0).sum()),
        seconds=round(time.perf_counter() - started, 1),
    )
    return 0 if found == KNOWN else 1


if __name__ == "__main__":
    sys.exit(main())
