"""What a level is: how much a player thinks. All levels of a game see the same.

Each game says in ``bots/<game>/levels.py`` how much. The steps are wide, so that each level beats the one
below it by more than chance (``docs/strength.md``). All but ``strongest`` count simulations: they do the same
on every machine. ``normal`` answers within 200 ms, ``strong`` within a second, on one core.
"""

from __future__ import annotations

from typing import Final

#: From weak to strong.
NAMES: Final = ("easy", "normal", "strong", "strongest")
