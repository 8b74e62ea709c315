"""Bids and cards at a table of four, by search."""

from __future__ import annotations

from typing import Final

from korthus.puzzles.prover import SearchProver


class TrickProver(SearchProver):
    """Two searches of the strong player agree; values are points of the round, less the others' mean."""

    seats = 4
    quick = 1_000
    simulations = 12_000
    margin = 1.5
    each = 3
    apart = 12


PROVER: Final = TrickProver()
