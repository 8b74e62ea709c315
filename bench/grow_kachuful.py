"""The numbers of a smaller learnt seat of Kachuful in the larger networks of today, and what it learns then.

``python -m bench.grow_kachuful 5896fee grown.npz --steps 6000`` takes the numbers of a commit, or of a file.
What is new in the networks begins without a say, so that the seat chooses as before; then it learns as in
``korthus train kachuful``, at a lower rate. Progress is on the standard error. ``--steps 0`` only puts the
numbers into the larger networks. Prints JSON lines: the points a round ahead of the sensible seat.
"""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
from pathlib import Path
from typing import Final

import numpy as np
from bench.measure import report

from korthus.bots.kachuful.learnt import NAMES, NUMBERS, SHAPES
from korthus.learn.brings import Arrays, Work
from korthus.learn.kachuful import learner
from korthus.learn.kachuful.learner import SeatLearner, ahead
from korthus.learn.kachuful.net import Net
from korthus.learn.kachuful.reinforce import Pair
from korthus.learn.run_folder import packed

#: Adam's rate in the first step: two thirds of a beginner's (``learner.STEP``), so that numbers which play
#: well already are not unlearnt before the new ones have a say.
RATE: Final = 0.002
#: Steps between two lines of progress.
TOLD: Final = 500


def widened(name: str, seed: int = 77) -> Arrays:
    """The numbers of a file or a commit in networks as large as today's; what is as large stays as it is."""
    rng, grown = np.random.default_rng(seed), {}
    with np.load(content_of(name)) as old:
        for kind in ("card", "bid"):
            units = len(old[f"{kind}_bias"])
            for name in NAMES:
                key, shape = f"{kind}_{name}", SHAPES[f"{kind}_{name}"]
                made = np.zeros(shape)
                if name in ("of_moment", "of_choice"):
                    size = (0.3 if name == "of_moment" else 0.8) / shape[0] ** 0.5
                    made[:, units:] = rng.standard_normal((shape[0], shape[1] - units)) * size
                made[tuple(slice(length) for length in old[key].shape)] = old[key]
                grown[key] = made.astype(np.float32)
    return grown


def content_of(name: str) -> io.BytesIO:
    """A file of numbers, or the one that korthus came with at a commit."""
    if Path(name).exists():
        return io.BytesIO(Path(name).read_bytes())
    shipped = NUMBERS.relative_to(Path(__file__).resolve().parents[1]).as_posix()
    return io.BytesIO(
        subprocess.run(["git", "show", f"{name}:{shipped}"], check=True, capture_output=True).stdout
    )


def nets_of(numbers: Arrays) -> Pair:
    """The networks of a file of numbers."""
    card, bid = (Net(*(numbers[f"{kind}_{name}"] for name in NAMES)) for kind in ("card", "bid"))
    return card, bid


def main() -> None:
    """Grow, learn, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", help="a file or a commit")
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=6_000)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    learner.STEP = RATE  # type: ignore[misc]  # what else it is for a beginner
    taught = SeatLearner(Work(rounds=args.steps, seed=args.seed, jobs=1, device="cpu"))
    for net, known in zip(taught.nets, nets_of(widened(args.old)), strict=True):
        for values, before in zip(net, known, strict=True):
            values[...] = before
    for step in range(1, args.steps + 1):
        taught.advance()
        if step % TOLD == 0:
            print(f"{step}/{args.steps}: {taught.judge()}", file=sys.stderr, flush=True)
    taught.close()
    args.out.write_bytes(packed(taught.numbers()))
    for cards, scoring in ((3, "10_plus_predicted"), (7, "10_plus_predicted"), (12, "point_per_trick")):
        lead = ahead(taught.nets, cards, scoring, 4_000)
        report(
            f"Kachuful: points a round ahead of the sensible seat, {cards} cards, {scoring}",
            ahead=round(lead.value, 3),
            interval=[round(lead.low, 3), round(lead.high, 3)],
        )


if __name__ == "__main__":
    main()
