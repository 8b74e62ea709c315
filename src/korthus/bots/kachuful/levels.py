"""How much each level thinks. Chosen by ``bench/bench_levels.py``; ``docs/strength.md`` has the matches."""

from __future__ import annotations

from typing import Final

from korthus.bots.levels import Level
from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Level(
        "bids by its aces and high trumps and leads aces at once",
        Budget(simulations=8),
        {"beginner": True},
    ),
    "normal": Level("imagines a dozen or more ways the cards may lie", Budget(simulations=16)),
    "strong": Level(
        "searches up to four thousand ways to play on", Budget(simulations=4_000), {"playouts": 48}
    ),
    "strongest": Level(
        "searches as much as a second and a half allows and reads your cards from what you play",
        Budget(seconds=1.5),
        {"reads": True},
    ),
}
