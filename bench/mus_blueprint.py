"""Pack a solution of Mus into the small file that comes with korthus, and judge what packing costs.

``python -m bench.mus_blueprint plain --out src/korthus/solve/mus/data/mus_plain.bin`` reads the folder that
``korthus solve mus --out plain`` wrote, or a packed file, which is packed anew. ``--whole``: the parts that
probabilities are cut into, ``--least``: how rarely a hand must come somewhere to be left out, ``--coarse``:
how rarely to be counted in larger steps. Prints one JSON line for each ``--whole``; the last one is written.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from bench.measure import report
from msgspec.structs import replace

from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.strategy import Strategy, Tables
from korthus.solve.mus import packed, solution
from korthus.solve.mus.hand_game import MusHand


def read(path: Path) -> tuple[packed.Facts, MusHand, Tables]:
    """A strategy with where it comes from: the folder of a solution, or a packed file."""
    if path.is_file():
        blueprint = packed.read(path.read_bytes())
        return blueprint.facts, blueprint.hand, blueprint.tables()
    solved, hand, strategy = solution.read(path)
    facts = packed.Facts(
        menu=solved.menu,
        whole=1,
        iterations=solved.iterations,
        value=solved.value,
        bounds=solved.bounds,
        solved_to=solved.exploitability,
        exploitability=solved.exploitability,
    )
    return facts, hand, strategy.tables


def main() -> None:
    """Pack, judge, write and read again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--whole", type=int, nargs="+", default=[15])
    parser.add_argument("--least", type=float, default=1e-4)
    parser.add_argument("--coarse", type=float, default=0.0)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    known, hand, tables = read(args.folder)
    for whole in args.whole:
        parts = packed.pack(hand, tables, whole, args.least, args.coarse)
        facts = replace(known, whole=whole)
        judged = judge(Strategy(hand.game, packed.Blueprint(facts, parts).tables()), numpy_backend())
        facts = replace(facts, exploitability=judged.exploitability)
        with tempfile.TemporaryDirectory() as folder:
            path = args.out if args.out and whole == args.whole[-1] else Path(folder) / "blueprint"
            size = packed.write(path, facts, parts)
            start = time.perf_counter()
            packed.read(path.read_bytes())
            report(
                f"Mus: blueprint of the menu {facts.menu.name}",
                whole=whole,
                least=args.least,
                coarse=args.coarse,
                bytes=size,
                seconds_to_read=round(time.perf_counter() - start, 3),
                exploitability=judged.exploitability,
                value=judged.value,
                solved_to=facts.solved_to,
            )


if __name__ == "__main__":
    main()
