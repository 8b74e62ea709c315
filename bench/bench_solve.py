"""The solver: information sets times iterations a second, against OpenSpiel's C++ CFR+ on Leduc.

Both are measured in one run and take turns. An iteration of either updates both players once. Ours works on
the plain menu of Mus, on all cores and on one. The bar is a hundred times OpenSpiel's rate.
"""

from __future__ import annotations

import time

import pyspiel
from bench.measure import Turn, rates, report

from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.cfr import Solver
from korthus.solve.core.staged import StagedGame
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

BAR = 100
#: Information states of Leduc as OpenSpiel counts them, cards of equal rank apart.
LEDUC_SETS = 936


def ours(game: StagedGame, variant: str, threads: int | None) -> Turn:
    """A solve that goes on from turn to turn."""
    solver = Solver(game, VARIANTS[variant], numpy_backend(threads))

    def turn(seconds: float) -> int:
        first = solver.iteration
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            solver.run(1)
        return (solver.iteration - first) * game.information_sets

    return turn


def openspiel() -> Turn:
    """The peer, in C++."""
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))

    def turn(seconds: float) -> int:
        iterations = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            solver.evaluate_and_update_policy()
            iterations += 1
        return iterations * LEDUC_SETS

    return turn


def main() -> None:
    """Print one line per claim."""
    game = MusHand(MENUS["plain"]).game
    turns = {
        "all cores": ours(game, "cfr+", None),
        "one core": ours(game, "cfr+", 1),
        "dcfr": ours(game, "dcfr", None),
        "openspiel": openspiel(),
    }
    found = rates(turns, repeats=3)
    for name in ("all cores", "one core", "dcfr"):
        ratio = found[name] / found["openspiel"]
        report(
            f"Solving Mus (plain): information sets × iterations per second, {name}",
            ours=round(found[name]),
            peer=round(found["openspiel"]),
            ratio=round(ratio, 1),
            bar=BAR,
            met=ratio >= BAR,
        )


if __name__ == "__main__":
    main()
