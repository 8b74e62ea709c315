"""How much each level thinks. Chosen by ``bench/bench_levels.py``; ``docs/strength.md`` has the matches."""

from __future__ import annotations

from typing import Final

from korthus.bots.levels import Level
from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Level(
        "imagines a few ways the cards may lie; overlooks larger sums and your builds",
        Budget(simulations=24),
        {"beginner": True},
    ),
    "normal": Level(
        "imagines some hundreds of ways the cards may lie; solves the end of the last rond",
        Budget(simulations=400),
    ),
    "strong": Level(
        "searches two thousand ways to play the rond; reads your hand from what you play",
        Budget(simulations=2_000),
        {"reads": 512},
    ),
    "strongest": Level(
        "searches as deep as a second and a half allows; reads your hand and solves the last rond",
        Budget(seconds=1.5),
        {"reads": 1024},
    ),
}
