"""What a level is: how much a player thinks. All levels of a game see the same."""

from __future__ import annotations

from typing import Final

from korthus.bots.protocol import Budget

#: From weak to strong.
NAMES: Final = ("easy", "normal", "strong", "strongest")

#: By game. The steps are wide, so that each level beats the one below it by more than chance
#: (``docs/strength.md``). All but ``strongest`` count simulations: they do the same on every machine.
#: ``normal`` answers within 200 ms, ``strong`` within a second, on one core.
LEVELS: Final[dict[str, dict[str, Budget]]] = {
    "mulle": {
        "easy": Budget(simulations=24),
        "normal": Budget(simulations=400),
        "strong": Budget(simulations=2_000),
        "strongest": Budget(seconds=1.5),
    },
    "kachuful": {
        "easy": Budget(simulations=8),
        "normal": Budget(simulations=16),
        "strong": Budget(simulations=4_000),
        "strongest": Budget(seconds=1.5),
    },
    "eight": {
        "easy": Budget(simulations=6),
        "normal": Budget(simulations=40),
        "strong": Budget(simulations=400),
        "strongest": Budget(seconds=1.5),
    },
}
