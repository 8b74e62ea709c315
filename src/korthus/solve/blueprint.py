"""A strategy in little room: one byte for each probability, found without searching.

Of the actions of an information set all but the last are kept, in parts of 255; the last one has the rest.
The file is a NumPy archive with one array ``[actions - 1, instances, hands]`` for each node.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from korthus.solve.staged import Floats, StagedGame
from korthus.solve.strategy import Strategy, normal

Bytes = npt.NDArray[np.uint8]

_WHOLE = 255


def quantise(chances: Floats) -> Bytes:
    """Probabilities ``[actions, …]`` in whole parts that add up to 255; the largest rests round up.

    >>> quantise(np.array([0.5, 0.25, 0.25])).tolist()
    [127, 64, 64]
    """
    scaled = chances * _WHOLE
    parts = np.floor(scaled)
    missing = np.rint(_WHOLE - parts.sum(axis=0))
    rank = np.argsort(np.argsort(parts - scaled, axis=0, kind="stable"), axis=0, kind="stable")
    whole: Bytes = (parts + (rank < missing)).astype(np.uint8)
    return whole


def write(path: Path, strategy: Strategy) -> int:
    """Write the blueprint of a strategy; gives its size in bytes."""
    arrays = {
        f"{number}.{place}": quantise(normal(strategy.tables[number][place]))[:-1]
        for number, place, _, _ in strategy.game.spots()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    return path.stat().st_size


def read(path: Path, game: StagedGame) -> Strategy:
    """A strategy from its blueprint, in bytes still: its numbers are weights of 255 together."""
    tables: list[list[list[npt.NDArray[np.floating]]]] = [[] for _ in game.stages]
    with np.load(path, allow_pickle=False) as archive:
        for number, place, _, _ in game.spots():
            kept: Bytes = archive[f"{number}.{place}"]
            rest = (_WHOLE - kept.sum(axis=0, dtype=np.int64)).astype(np.uint8)
            tables[number].append([*kept, rest])
    return Strategy(game, tables)
