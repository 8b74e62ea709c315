"""What a hand of Mus is played for, apart from what solves it: players can do without the solver."""

from __future__ import annotations

from dataclasses import dataclass

from korthus.games.mus.options import SINGLE_HAND_CAP
from korthus.solve.core.staged import Floats


@dataclass(frozen=True, eq=False)
class Stakes:
    """What is played for.

    Without ``equity`` it is the difference in stones, an accepted órdago being worth ``ordago``. With it, the
    chance to win less a half: ``equity[a, b]`` is the chance of the mano of a new hand who has ``a`` stones
    against ``b``, and its size is the target.
    """

    score: tuple[int, int] = (0, 0)
    equity: Floats | None = None
    ordago: int = SINGLE_HAND_CAP
