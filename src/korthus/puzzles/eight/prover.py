"""Where the eight cards go, by search."""

from __future__ import annotations

from typing import Final

from korthus.puzzles.prover import SearchProver


class PlacementProver(SearchProver):
    """Two searches of the strong player agree; values are chips of the hand, at an ante of 50."""

    quick = 400
    simulations = 12_000
    margin = 4.0
    each = 4
    apart = 1


PROVER: Final = PlacementProver()
