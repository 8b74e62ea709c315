"""A strategy in little room: two bytes for each probability, or one, found without searching.

Of the actions of an information set all but the last are kept, in parts of 65,535 or 255; the last one has
the rest. The file is a NumPy archive with one array ``[actions - 1, instances, hands]`` for each node. Two
bytes lose nothing that can be measured; one byte costs some ten thousandths of a stone per hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from korthus.solve.core.staged import Floats, StagedGame
from korthus.solve.core.strategy import Strategy, normal

Parts = npt.NDArray[np.unsignedinteger[Any]]


def quantise(chances: Floats, *, wide: bool) -> Parts:
    """Probabilities ``[actions, …]`` in whole parts that add up to 65,535 or 255; the largest rests round up.

    >>> quantise(np.array([0.5, 0.25, 0.25]), wide=False).tolist()
    [127, 64, 64]
    """
    kind = np.uint16 if wide else np.uint8
    whole = np.iinfo(kind).max
    scaled = chances * whole
    parts = np.floor(scaled)
    missing = np.rint(whole - parts.sum(axis=0))
    rank = np.argsort(np.argsort(parts - scaled, axis=0, kind="stable"), axis=0, kind="stable")
    found: Parts = (parts + (rank < missing)).astype(kind)
    return found


def write(path: Path, strategy: Strategy, *, wide: bool = True) -> int:
    """Write the blueprint of a strategy; gives its size in bytes."""
    arrays = {
        f"{number}.{index}": quantise(normal(strategy.tables[number][index]), wide=wide)[:-1]
        for number, index, _, _ in strategy.game.spots()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    return path.stat().st_size


def read(path: Path, game: StagedGame) -> Strategy:
    """A strategy from its blueprint, in whole parts still: they are its weights."""
    tables: list[list[list[npt.NDArray[Any]]]] = [[] for _ in game.stages]
    with np.load(path, allow_pickle=False) as archive:
        for number, index, _, _ in game.spots():
            kept: Parts = archive[f"{number}.{index}"]
            whole = np.iinfo(kept.dtype).max
            rest = (whole - kept.sum(axis=0, dtype=np.int64)).astype(kept.dtype)
            tables[number].append([*kept, rest])
    return Strategy(game, tables)
