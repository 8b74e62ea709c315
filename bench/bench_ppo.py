"""Does the player that learns beat random play within two minutes? Needs PyTorch.

``python -m bench.bench_ppo`` trains ``examples/ppo/ppo.py`` for two minutes on Kachuful as it is played by
default, then lets what it has learnt meet ``random`` in the arena. Minutes are those of the processor: other
work on the machine does not count, and one core is used. Bar: the lower end of the 95 % interval of games won
lies above the fair share. Prints one JSON line.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
from bench.measure import report

import korthus
from korthus.arena.executors import Alone, play_plan
from korthus.arena.match import DealLine
from korthus.arena.plan import make_plan
from korthus.arena.stats import MatchResult, Scoreboard

FILE: Final = Path(__file__).resolve().parents[1] / "examples" / "ppo" / "ppo.py"


def learnt(game: str, minutes: float, seed: int, kept: Path) -> dict[str, Any]:
    """Train for some minutes of processor time in a process of its own; the last line of its curve."""
    words = [game, "--processor", f"--minutes={minutes}", "--parts=1", f"--seed={seed}", "--rivals"]
    done = subprocess.run([sys.executable, str(FILE), *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    with kept.with_suffix(".csv").open(encoding="utf-8") as curve:
        return list(csv.DictReader(curve))[-1]


def met(game: str, rival: str, deals: int, seed: int) -> MatchResult:
    """What it has learnt against a rival: the same deals with seats swapped, as ``korthus arena`` plays."""
    spec = importlib.util.spec_from_file_location("ppo", FILE)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["ppo"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    plan = make_plan(korthus.game(game), ["ppo:Ppo", rival], deals=deals, seed=seed)
    board = Scoreboard(plan)
    for played in play_plan(plan, Alone(plan)):
        board.add(msgspec.json.decode(played.result, type=DealLine))
    (result,) = board.results()
    return result


def main() -> None:
    """Train, play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="kachuful")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rival", default="random")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "ppo.npz"
        os.environ["KORTHUS_PPO"] = str(kept)  # for the training, and for the player when its file is loaded
        line = learnt(args.game, args.minutes, args.seed, kept)
        result = met(args.game, args.rival, args.deals, args.seed)
    won, fair = result.games_won, 1 / korthus.game(args.game).min_seats
    report(
        f"{args.game}: games that ppo wins against {args.rival} after {args.minutes:g} minutes",
        won=round(won.value, 3),
        interval=[round(won.low, 3), round(won.high, 3)],
        bar=fair,
        met=won.low > fair,
        games=result.games,
        minutes=float(line["minutes"]),
        decisions=int(line["decisions"]),
    )


if __name__ == "__main__":
    main()
