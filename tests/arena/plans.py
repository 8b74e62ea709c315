"""Small plans."""

from __future__ import annotations

import korthus
from korthus.arena.crews import Crew
from korthus.arena.executors import play_plan
from korthus.arena.match import Played
from korthus.arena.plan import Plan, make_plan


def quick(*bots: str, deals: int = 6, seed: int = 1) -> Plan:
    """Single hands of Eight Cards: the shortest games of the house."""
    return make_plan(korthus.game("eight", hands=1), bots or ("random", "random"), deals=deals, seed=seed)


def results(plan: Plan, crew: Crew[Played]) -> list[bytes]:
    """All lines of a plan, played by a crew that is then sent home."""
    try:
        return [played.result for played in play_plan(plan, crew)]
    finally:
        crew.close()
