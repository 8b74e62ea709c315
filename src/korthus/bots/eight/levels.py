"""How much each level thinks. Chosen by ``bench/bench_levels.py``; ``docs/strength.md`` has the matches."""

from __future__ import annotations

from typing import Final

from korthus.bots.levels import Level
from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Level(
        "adds up its chances on each board and forgets that Omaha takes exactly two of the four cards",
        Budget(simulations=24),
        {"beginner": True},
    ),
    "normal": Level("tries every placement in some dozens of worlds", Budget(simulations=40)),
    "strong": Level("tries every placement in four thousand worlds", Budget(simulations=4_000)),
    "strongest": Level(
        "tries every placement in as many worlds as a second and a half allows", Budget(seconds=1.5)
    ),
}
