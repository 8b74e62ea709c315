"""How much each level thinks. Chosen by ``bench/bench_levels.py``; ``docs/strength.md`` has the matches."""

from __future__ import annotations

from typing import Final

from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Budget(simulations=8),
    "normal": Budget(simulations=16),
    "strong": Budget(simulations=4_000),
    "strongest": Budget(seconds=1.5),
}
