"""How long ``legal_actions`` of Mulle takes on every position of 10,000 random omgångar, one core.

Bars: median under 2 ms, worst under 50 ms. A last line has tables of up to a hundred piles, from games in
which almost every card is thrown; there the ties themselves can run to thousands, and more than 10,000 are
refused.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time

from bench.measure import report
from rich.progress import track

import korthus
from korthus import CHANCE, FairChance, TooManyActions
from korthus.core.protocol import AnyGame
from korthus.games.mulle.actions import Discard


def times(game: AnyGame, omgangar: int, throwing: float) -> dict[str, float]:
    """Play omgångar at random, throwing a card with some probability, and time each list of legal actions."""
    rng = random.Random(2026)
    spent: list[float] = []
    widest = largest = refused = 0
    gc.disable()  # a collection of the benchmark's own lists is not the rules' time
    for seed in track(range(omgangar), description="omgångar"):
        luck = FairChance.seeded(seed)
        state = game.new()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                state = game.apply(state, game.draw(state, luck)).state
                continue
            start = time.perf_counter()
            try:
                actions = game.legal_actions(state)
            except TooManyActions:
                actions = (game.pick(game.view(state, actor), rng),)
                refused += 1
            spent.append(time.perf_counter() - start)
            largest = max(largest, len(state.table))
            widest = max(widest, len(actions))
            throws = [action for action in actions if isinstance(action, Discard)]
            chosen = throws if throws and rng.random() < throwing else actions
            state = game.apply(state, rng.choice(chosen)).state
        if seed % 100 == 0:
            gc.collect()
    gc.enable()
    spent.sort()
    return {
        "omgangar": omgangar,
        "positions": len(spent),
        "median_ms": round(1e3 * statistics.median(spent), 4),
        "p99_ms": round(1e3 * spent[int(len(spent) * 0.99)], 4),
        "worst_ms": round(1e3 * spent[-1], 3),
        "most_piles": largest,
        "most_actions": widest,
        "too_many": refused,
    }


#: Bars, in milliseconds.
MEDIAN, WORST = 2, 50


def main() -> None:
    """Print one line per preset and one for crowded tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--omgangar", type=int, default=10_000)
    count = parser.parse_args().omgangar
    for preset in ("complete", "draft"):
        figures = times(korthus.game("mulle", preset, omgangar=1), count, throwing=0.0)
        met = figures["median_ms"] < MEDIAN and figures["worst_ms"] < WORST
        report(
            f"mulle {preset}: legal_actions, median < {MEDIAN} ms and worst < {WORST} ms", met=met, **figures
        )
    crowded = times(korthus.game("mulle", omgangar=1), max(1, count // 100), throwing=0.98)
    report("mulle complete: legal_actions on crowded tables", **crowded)


if __name__ == "__main__":
    main()
