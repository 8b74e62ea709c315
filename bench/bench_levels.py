"""How long each level thinks: the answer time of a move on one core, over positions of whole games.

``python -m bench.bench_levels``. Bars: ``normal`` answers within 200 ms, ``strong`` within a second. Prints
one JSON line for each game and level: median, 95th percentile and worst, in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from bench.measure import report

import korthus
from korthus.bots.levels import NAMES
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, AnyGame, View

SEATS = {"kachuful": 4}
BARS = {"normal": 200, "strong": 1_000}


def positions(game: AnyGame, seats: int, number: int) -> list[View]:
    """Views of seats to act that have a choice, spread evenly over games between random players."""
    rng, chance = random.Random(1), FairChance.seeded(1)
    views: list[View] = []
    while len(views) < 40 * number:
        state = game.new(seats)
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                state = game.apply(state, game.draw(state, chance)).state
                continue
            view = game.view(state, actor)
            if len(game.choices(view)) > 1:
                views.append(view)
            state = game.apply(state, game.pick(view, rng)).state
    return rng.sample(views, number)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--games", nargs="+", default=["mulle", "kachuful", "mus", "eight"])
    args = parser.parse_args()
    for name in args.games:
        game = korthus.game(name)
        views = positions(game, SEATS.get(name, 2), args.positions)
        for level in NAMES:
            bot = make_bot(level, game, 1)
            bot.choose(views[0])  # loads what was compiled
            times = []
            for view in views:
                start = time.perf_counter()
                bot.choose(view)
                times.append(1_000 * (time.perf_counter() - start))
            times.sort()
            report(
                f"{name}: milliseconds a move, {level}",
                median=round(statistics.median(times), 1),
                p95=round(times[int(0.95 * len(times))], 1),
                worst=round(times[-1], 1),
                bar=BARS.get(level),
                met=times[-1] <= BARS.get(level, float("inf")),
            )


if __name__ == "__main__":
    main()
