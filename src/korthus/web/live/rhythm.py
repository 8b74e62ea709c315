"""How long a bot's action takes for those who look on: as long as its others do, so that time tells nothing.

A bot that has one card to play answers at once, and one that has several thinks. Shown as it is, even in
whole pauses, that would tell which of the two it was.
"""

from __future__ import annotations

import math
from typing import Final

#: How many of its last actions a bot's rhythm is taken from.
_REMEMBERED: Final = 8


class Rhythm:
    """The rhythm of one bot."""

    __slots__ = ("_recent",)

    def __init__(self) -> None:
        self._recent: list[int] = []

    def pauses(self, thought: float, pause: float) -> int:
        """The pauses after which an action is shown, from the seconds it took to think of.

        It is the second largest number of the last few: a single slow thought does not make all others slow.

        >>> rhythm = Rhythm()
        >>> [rhythm.pauses(seconds, 0.7) for seconds in (1.5, 1.5, 0.001, 6.0, 0.001)]
        [3, 3, 3, 9, 3]
        """
        needed = max(1, math.ceil(thought / pause))
        self._recent = [*self._recent[1 - _REMEMBERED :], needed]
        usual = sorted(self._recent)[-2:][0]
        return max(needed, usual)
