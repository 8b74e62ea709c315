"""How much each level thinks about a game that nobody has tuned.

A level ends at the first of its two bounds. Simulations are what it thinks in a game whose rules are quick;
the seconds keep a slow game from being waited for. Measured by ``bench/bench_default_levels.py``.
"""

from __future__ import annotations

from typing import Final

from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Budget(simulations=16, seconds=0.1),
    "normal": Budget(simulations=160, seconds=0.2),
    "strong": Budget(simulations=1_600, seconds=1.0),
    "strongest": Budget(seconds=1.5),
}
