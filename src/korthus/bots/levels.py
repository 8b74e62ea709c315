"""What a level is: how much a player thinks. All levels see the same and choose in the same way."""

from __future__ import annotations

from typing import Final

from korthus.bots.protocol import Budget

#: From weak to strong. ``normal`` answers within 200 ms, ``strong`` within a second, on one core.
LEVELS: Final[dict[str, Budget]] = {
    "easy": Budget(simulations=24),
    "normal": Budget(simulations=400),
    "strong": Budget(seconds=0.5),
    "strongest": Budget(seconds=1.5),
}
