"""How long a session of Eight Cards can be, and how many chips it can bring."""

from __future__ import annotations

from korthus.envs.brings import Bounds
from korthus.envs.eight.told import most_placed
from korthus.games.eight.game import EightCards


def bounds(game: EightCards, seats: int) -> Bounds:
    """See ``brings.Bounded``: chips go from one seat to the other, but for a bonus that the house pays."""
    rules = game.rules
    paid = 0
    if rules.pays_sweeps and rules.sweep_source == "house":
        paid = rules.longest * (rules.sweep_multiplier - 1) * 2 * rules.ante
    moves = rules.longest * most_placed(rules)
    return Bounds(moves=moves, low=-rules.bankroll, high=rules.bankroll + paid)
