"""How much each level thinks about a game that nobody has tuned.

A level ends at the first of its two bounds. Simulations are what it thinks in a game whose rules are quick;
the seconds keep a slow game from being waited for. ``bench/bench_default_levels.py`` measures them: in eight
games of ``examples/scopa`` on a busy core, easy was 8.5 ± 1.1 points ahead of random and took 34 ms for a
choice, normal 3.1 ± 1.5 ahead of easy and took 174 ms.
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
