"""How much each level thinks about a game that nobody has tuned.

A level ends at the first of its two bounds. Simulations are what it thinks in a game whose rules are quick;
the seconds keep a slow game from being waited for. ``bench/bench_default_levels.py`` measures them: in eight
games of ``examples/scopa`` on a busy core, easy was 8.5 ± 1.1 points ahead of random and took 34 ms for a
choice, normal 3.1 ± 1.5 ahead of easy and took 174 ms.
"""

from __future__ import annotations

from typing import Final

from korthus.bots.levels import Level
from korthus.bots.protocol import Budget

LEVELS: Final = {
    "easy": Level("tries each action a few times in the head", Budget(simulations=16, seconds=0.1)),
    "normal": Level("plays on in the head some hundred times", Budget(simulations=160, seconds=0.2)),
    "strong": Level(
        "plays on in the head more than a thousand times, for up to a second",
        Budget(simulations=1_600, seconds=1.0),
    ),
    "strongest": Level("plays on in the head for a second and a half", Budget(seconds=1.5)),
}
