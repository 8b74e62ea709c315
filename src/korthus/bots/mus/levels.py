"""How much each level thinks, and what it does.

``bench/bench_levels.py`` times their answers; ``docs/strength.md`` has the matches.
"""

from __future__ import annotations

from typing import Final

from korthus.bots.levels import Level
from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Level(
        "tries each action against a few hands, one lance at a time, and forgets that you passed",
        Budget(simulations=24),
        {"ahead": False, "reads": False, "heeds": False},
    ),
    "normal": Level(
        "tries each action against some hundreds of hands and plays all lances out",
        Budget(simulations=400),
        {"reads": False},
    ),
    "strong": Level("also reads from every lance before what the other may hold", Budget(simulations=4_000)),
    "strongest": Level(
        "also solves the betting of each lance anew for this score and these hands",
        Budget(simulations=12_000),
        {"rounds": 120},
    ),
}
