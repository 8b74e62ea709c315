"""How hard a puzzle is, as a rating on the scale of Elo: people are rated against it.

A puzzle of rating r is solved by somebody of rating r in half of all tries. Where nobody has tried yet, the
chance p that somebody of 1500 finds the action stands for it: half a guess among all actions, half how often
the beginner of its prover does. Then r = 1500 + 400 · log10((1 − p) / p).
"""

from __future__ import annotations

import math
from typing import Final

#: Tries of a beginner.
TRIES: Final = 8
MIDDLE: Final = 1500
_SCALE: Final = 400


def rating_of(found: int, choices: int) -> int:
    """The rating of a puzzle that was found in ``found`` of ``TRIES`` tries among ``choices`` actions.

    >>> rating_of(8, 2), rating_of(4, 8), rating_of(0, 400)
    (1353, 1637, 2007)
    """
    chance = ((found + 1) / (TRIES + 2) + 1 / choices) / 2
    return round(MIDDLE + _SCALE * math.log10((1 - chance) / chance))
