"""Solve the scores of a match of Mus from the end on, and write the table that comes with korthus.

``python -m bench.mus_match_table --device cuda --out src/korthus/solve/mus/data/mus_match.json`` takes five
minutes on a large graphics card with 26 iterations a score. Prints progress, and one JSON line at the end.
``--stones 36 37 38 39`` solves a corner only, for a look on a processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import msgspec
import numpy as np
from bench.measure import report

from korthus.solve.core.backend import DEVICES, backend_for
from korthus.solve.mus.match.induction import STONES, Grid, Solved, induce
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.solver import MatchSolver
from korthus.solve.mus.match.table import MatchTable, match_table
from korthus.solve.mus.match.trees import Sides


def main() -> None:
    """Solve, tell, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=DEVICES, default="cpu")
    parser.add_argument("--iterations", type=int, default=26)
    parser.add_argument("--stones", type=int, nargs="+", default=STONES)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    # The table of today is a good first guess; what is solved takes its place.
    grid = Grid(match_table().array(), args.stones)
    solver = MatchSolver(Hand(Sides()), backend_for(args.device))
    start, solved = time.perf_counter(), list[Solved]()

    def tell(found: Solved) -> None:
        solved.append(found)
        if len(solved) % 20 == 1:
            seconds = time.perf_counter() - start
            left = seconds / len(solved) * (len(args.stones) ** 2 - len(solved))
            told = f"{len(solved)} scores, {found.score}: {found.chance:.4f}, {left:.0f} s left"
            print(told, file=sys.stderr, flush=True)

    induce(solver, grid, args.iterations, tell)
    errors = [each.exploitability for each in solved]
    if args.out is not None:
        table = MatchTable.make(len(solved), round(float(np.mean(errors)), 5), grid.table)
        args.out.write_bytes(msgspec.json.encode(table))
    report(
        "Mus: the match solved, gained by a perfect opponent in a hand (chance to win)",
        scores=len(solved),
        iterations=args.iterations,
        mean=float(np.mean(errors)),
        worst=max(errors),
        seconds=round(time.perf_counter() - start, 1),
    )


if __name__ == "__main__":
    main()
