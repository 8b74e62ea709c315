"""The arena itself: random players against themselves must come out level, and what a deal costs.

Prints one JSON line per game: the share of games that the first player won and its 95 % interval, which
contains the fair share if the arena is fair, and the games played per second in one process. One interval in
twenty misses what is true by chance.
"""

from __future__ import annotations

import json
import time

import msgspec

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
            print(
                json.dumps(
                    {
                        "bench": "arena_random_v_random",
                        "game": name,
                        "match": result.title,
                        "deals": result.deals,
                        "games_won": [
                            round(getattr(result.games_won, key), 4) for key in ("low", "value", "high")
                        ],
                        "difference": [
                            round(getattr(result.difference, key), 3) for key in ("low", "value", "high")
                        ],
                        "fair_share": round(result.fair, 4),
                        "fair": fair,
                        "games_per_s": round(board.units * plan.games_per_unit / seconds, 1),
                    }
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
