"""A solve of Mus with nothing but the solver: one JSON line per judgement, for machines with a graphics card.

It needs NumPy, PyTorch, msgspec, array-api-compat and threadpoolctl, and none of the rest of korthus:

    PYTHONPATH=src python3 -m bench.solve_device --menu ordago --device cuda --target 0.0001
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from korthus.solve.core import checkpoint
from korthus.solve.core.backend import Backend, backend_for, torch_backend
from korthus.solve.core.cfr import Solver
from korthus.solve.core.session import Session
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus import solution
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS


def main() -> None:
    """Solve, and print how it stands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--menu", choices=MENUS, default="plain")
    parser.add_argument("--algorithm", choices=VARIANTS, default="dcfr")
    parser.add_argument("--target", type=float, default=0.0001)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--no-graphs", action="store_true", help="do not record an iteration and replay it")
    parser.add_argument("--seconds", type=float, default=540.0, help="stop after so long in any case")
    parser.add_argument("--out", type=Path, help="folder for the solution")
    parser.add_argument("--narrow", action="store_true", help="one byte for each probability, not two")
    parser.add_argument("--checkpoint", action="store_true", help="write a checkpoint at the end too")
    options = parser.parse_args()
    began = time.perf_counter()
    plain = options.no_graphs and options.device != "cpu"
    backend = torch_backend(options.device) if plain else backend_for(options.device)
    hand = MusHand(MENUS[options.menu])
    variant = VARIANTS[options.algorithm]
    solver = Solver(hand.game, variant, backend)
    _say(
        menu=options.menu,
        algorithm=variant.name,
        device=backend.device,
        information_sets=hand.game.information_sets,
        setup=round(time.perf_counter() - began, 2),
    )
    for standing in Session(solver, options.target).standings():
        judgement = standing.judgement
        _say(
            iteration=standing.iteration,
            exploitability=judgement.exploitability,
            value=judgement.value,
            bounds=judgement.bounds,
            seconds=round(standing.seconds, 2),
            rate=round(standing.rate, 2),
            gigabytes=_memory(backend),
        )
        if time.perf_counter() - began > options.seconds:
            break
    if options.out is not None:
        wide = not options.narrow
        size = solution.write(options.out, hand, variant.name, standing, solver.strategy(), wide=wide)
        _say(blueprint_bytes=size)
        if options.checkpoint:
            checkpoint.save(options.out, solver, standing.seconds)


def _say(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def _memory(backend: Backend) -> float | None:
    """The most memory of the card that was in use so far."""
    if backend.device == "cpu":
        return None
    import torch

    return round(float(torch.cuda.max_memory_allocated()) / 1e9, 2)


if __name__ == "__main__":
    main()
