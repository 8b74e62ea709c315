"""The long proof of the shipped puzzles: every one is proven once more, searches with four times the work.

    python -m bench.puzzles [--games mulle mus] [--times 4]

Exact and solved puzzles are proven by the same solver with a fresh memory. A search must find the same action
with other luck; how many still have the margin of the plan is counted beside. Prints one JSON line a game and
ends with an error if an exact or solved puzzle is not what its file says.
"""

from __future__ import annotations

import argparse
import sys
import time

from bench.measure import report
from rich.console import Console
from rich.progress import track

from korthus.arena.review.judge import find_adviser
from korthus.bots.protocol import Budget
from korthus.puzzles.prover import prover_of, ranking
from korthus.puzzles.puzzle import Puzzle, view_of
from korthus.puzzles.shelf import Shelf, shelves


def proven(shelf: Shelf, puzzle: Puzzle, times: int) -> tuple[bool, float]:
    """Whether a puzzle's action is the best once more, and by how much."""
    game, view = shelf.game, view_of(shelf.game, puzzle)
    if shelf.plan.simulations is None:
        proof = prover_of(game.name).prove(game, view, "once more")
        return (False, 0.0) if proof is None else (str(proof.best) == puzzle.best, proof.gap)
    budget = Budget(simulations=times * shelf.plan.simulations)
    first, second, *_ = ranking(find_adviser(game, "strong", f"once more {puzzle.id}").advise(view, budget))
    return str(first.action) == puzzle.best, first.value - second.value


def main() -> None:
    """Prove all of them, game by game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="*", default=list(shelves()))
    parser.add_argument("--times", type=int, default=4, help="the work of a search, in that of the file")
    args = parser.parse_args()
    broken = False
    for name in args.games:
        shelf, began = shelves()[name], time.perf_counter()
        every = track(shelf.puzzles.values(), name, console=Console(stderr=True))
        found = [(puzzle, *proven(shelf, puzzle, args.times)) for puzzle in every]
        same = sum(right for _, right, _ in found)
        report(
            f"puzzles of {name} proven once more",
            kind=shelf.plan.kind,
            puzzles=len(found),
            same_action=same,
            margin=shelf.plan.margin,
            at_least_the_margin=sum(right and gap >= shelf.plan.margin for _, right, gap in found),
            smallest_gap=round(min(gap for _, _, gap in found), 2),
            differ=[puzzle.id for puzzle, right, _ in found if not right],
            seconds=round(time.perf_counter() - began, 1),
        )
        broken |= shelf.plan.kind != "search" and same < len(found)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
