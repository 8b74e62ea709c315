"""The arena itself: random players against themselves must come out level, and what a deal costs.

Prints one JSON line per game: the share of games that the first player won and its 95 % interval, which
contains the fair share if the arena is fair, and the games played per second in one process. One interval in
twenty misses what is true by chance.
"""

from __future__ import annotations

import time

import msgspec
from bench.measure import report

import korthus
from korthus.arena.executors import Alone, play_plan
from korthus.arena.match import DealLine
from korthus.arena.plan import make_plan
from korthus.arena.stats import Scoreboard

SEED = 2026
RUNS = (("mulle", 2, 500), ("kachuful", 2, 500), ("kachuful", 4, 100), ("mus", 2, 4000), ("eight", 2, 1000))


def main() -> None:
    """Measure every game."""
    for name, seats, deals in RUNS:
        plan = make_plan(korthus.game(name), ["random", "random"], deals=deals, seed=SEED, seats=seats)
        board = Scoreboard(plan)
        began = time.perf_counter()
        for played in play_plan(plan, Alone(plan)):
            board.add(msgspec.json.decode(played.result, type=DealLine))
        seconds = time.perf_counter() - began
        for result in board.results():
            fair = result.fair in result.games_won and 0.0 in result.difference
            won, ahead = result.games_won, result.difference
            report(
                f"random v random, {name}, {seats} seats",
                deals=result.deals,
                games_won=[round(each, 4) for each in (won.low, won.value, won.high)],
                difference=[round(each, 3) for each in (ahead.low, ahead.value, ahead.high)],
                fair_share=round(result.fair, 4),
                met=fair,
                games_per_s=round(board.units * plan.games_per_unit / seconds, 1),
            )


if __name__ == "__main__":
    main()
