"""A solve on disk: everything that is needed to go on as if nothing had happened.

A checkpoint is one line of JSON and then the arrays one after the other, in NumPy's format. It is written
beside the old one and takes its place only when it is complete, so a kill at any moment leaves one of both.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from korthus.places import is_there
from korthus.solve.core.cfr import Solver
from korthus.solve.core.errors import SolveError

NAME: Final = "checkpoint.bin"
_FORMAT: Final = "korthus-solve-1"


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What a checkpoint is of, and how far it has come."""

    format: str = _FORMAT
    game: str
    algorithm: str
    entries: int
    iteration: int = 0
    seconds: float = 0.0


def heading(solver: Solver, seconds: float) -> Heading:
    """The first line for a solver as it is now."""
    return Heading(
        game=solver.game.name,
        algorithm=solver.variant.name,
        entries=solver.game.entries,
        iteration=solver.iteration,
        seconds=seconds,
    )


def save(folder: Path, solver: Solver, seconds: float) -> Path:
    """Write a checkpoint into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    path, beside = folder / NAME, folder / f"{NAME}.new"
    with beside.open("wb") as file:
        file.write(msgspec.json.encode(heading(solver, seconds)) + b"\n")
        for array in solver.arrays():
            np.save(file, solver.backend.numpy(array), allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    return path


def load(folder: Path, solver: Solver) -> float:
    """Give a new solver the state of a checkpoint, and say how many seconds went into it.

    Raises:
        SolveError: there is none, it is damaged, or it is of another solve.
        OSError: it cannot be read.
    """
    path = folder / NAME
    if not is_there(path):
        raise SolveError("NOTHING_TO_RESUME", file=str(path))
    with path.open("rb") as file:
        try:
            found = msgspec.json.decode(file.readline(), type=Heading)
            mine = heading(solver, 0.0)
            for field in ("format", "game", "algorithm", "entries"):
                if getattr(found, field) != getattr(mine, field):
                    raise SolveError("OTHER_SOLVE", file=str(path), field=field)
            for array in solver.arrays():
                array[:, :] = solver.backend.array(np.load(file, allow_pickle=False))
        except (msgspec.MsgspecError, ValueError, EOFError) as error:
            raise SolveError("BAD_CHECKPOINT", file=str(path)) from error
    solver.iteration = found.iteration
    return found.seconds
