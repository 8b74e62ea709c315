"""How well Eight Cards placements are known after a second of thought on one core.

``python -m bench.bench_search_eight`` values all placements of some deals, as the starter (1,260 placements)
and as the second player (420), and prints a JSON line for each: the standard error in percent of the pot (the
largest of the best 20 placements, the largest of all, and the mean), the worlds met and the time taken.
Medians over the deals, and the worst of them. The tables of the flops are made anew for every deal and are in
the time. The number of worlds is fixed, and time is also given as this process's own processor time, because
a clock on the wall counts what other programs do on a busy machine.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Final

import numpy as np
from bench.measure import report
from rich.console import Console
from rich.progress import track

from korthus.bots.eight.players import EightRulesBot
from korthus.bots.eight.thinking import Mind, study
from korthus.bots.protocol import Budget
from korthus.core.chance import FairChance
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.view import EightView

#: Percent of the pot.
BAR: Final = 0.5
SECONDS: Final = 1.0
BEST: Final = 20


def starter(game: EightCards, seed: int) -> EightView:
    """What the starter sees of a deal."""
    state = game.new()
    state = game.apply(state, game.draw(state, FairChance.seeded(seed))).state
    return game.view(state, state.starter)


def second(game: EightCards, seed: int) -> EightView:
    """What the second player sees of a deal, when the starter has placed by rules of thumb."""
    state = game.new()
    state = game.apply(state, game.draw(state, FairChance.seeded(seed))).state
    bot = EightRulesBot(game, random.Random(seed))
    state = game.apply(state, bot.choose(game.view(state, state.starter))).state  # type: ignore[arg-type]
    return game.view(state, state.dealer)


def main() -> None:
    """Think and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=15)
    parser.add_argument("--worlds", type=int, default=32_000)
    args = parser.parse_args()
    game = EightCards(EightRules.make())
    mind, budget = Mind(game), Budget(simulations=args.worlds)
    mind.values(starter(game, 0), Budget(simulations=1), random.Random(0))  # compiles
    sides: tuple[tuple[str, Callable[[EightCards, int], EightView]], ...] = (
        ("starter", starter),
        ("second", second),
    )
    for name, seen in sides:
        figures: dict[str, list[float]] = {
            key: [] for key in ("top", "all", "mean", "worlds", "time", "core")
        }
        for seed in track(range(1, args.deals + 1), f"{name:8}", console=Console(stderr=True)):
            view = seen(game, seed)
            study.cache_clear()
            start, busy = time.perf_counter(), time.process_time()
            values = mind.values(view, budget, random.Random(seed))
            figures["time"].append(time.perf_counter() - start)
            figures["core"].append(time.process_time() - busy)
            tried = values.worlds > 0
            percent = 100 * values.errors / (2 * view.ante)
            best = np.argsort(-values.chips)[:BEST]
            figures["top"].append(float(percent[best].max()))
            figures["all"].append(float(percent[tried].max()))
            figures["mean"].append(float(percent[tried].mean()))
            figures["worlds"].append(float(values.worlds.max()))
        middle = {key: round(statistics.median(each), 3) for key, each in figures.items()}
        report(
            f"Eight Cards, {name}: standard error of all placements' values in percent of the pot",
            error_of_best_20=middle["top"],
            largest_error=middle["all"],
            mean_error=middle["mean"],
            worst_deal=round(max(figures["all"]), 3),
            bar=BAR,
            met=max(figures["all"]) < BAR and max(figures["core"]) <= SECONDS,
            placements=1260 if name == "starter" else 420,
            worlds=int(middle["worlds"]),
            seconds=middle["time"],
            core_seconds=middle["core"],
            slowest_core_seconds=round(max(figures["core"]), 3),
            deals=args.deals,
        )


if __name__ == "__main__":
    main()
