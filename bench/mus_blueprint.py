"""Pack a solution of Mus into the small file that comes with korthus, and judge what packing costs.

``python -m bench.mus_blueprint plain --out src/korthus/solve/data/mus_plain.bin`` reads the folder that
``korthus solve mus --out plain`` wrote. ``--whole``: the parts that probabilities are cut into, ``--least``:
how rarely a hand must come somewhere to be left out. Prints one JSON line for each ``--whole``; the last one
is written.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from bench.measure import report

from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.strategy import Strategy
from korthus.solve.mus import packed, solution


def main() -> None:
    """Pack, judge, write and read again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--whole", type=int, nargs="+", default=[15])
    parser.add_argument("--least", type=float, default=1e-4)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    solved, hand, strategy = solution.read(args.folder)
    for whole in args.whole:
        parts = packed.pack(hand, strategy.tables, whole, args.least)
        facts = packed.Facts(
            menu=solved.menu,
            whole=whole,
            iterations=solved.iterations,
            value=solved.value,
            bounds=solved.bounds,
            solved_to=solved.exploitability,
            exploitability=0.0,
        )
        tables = packed.Blueprint(facts, parts).tables()
        judged = judge(Strategy(hand.game, tables), numpy_backend())
        facts = packed.Facts(
            **{name: getattr(facts, name) for name in facts.__struct_fields__ if name != "exploitability"},
            exploitability=judged.exploitability,
        )
        with tempfile.TemporaryDirectory() as folder:
            path = args.out if args.out and whole == args.whole[-1] else Path(folder) / "blueprint"
            size = packed.write(path, facts, parts)
            start = time.perf_counter()
            packed.read(path.read_bytes())
            report(
                f"Mus: blueprint of the menu {solved.menu.name}",
                whole=whole,
                least=args.least,
                bytes=size,
                seconds_to_read=round(time.perf_counter() - start, 3),
                exploitability=judged.exploitability,
                value=judged.value,
                solved_to=solved.exploitability,
            )


if __name__ == "__main__":
    main()
