"""The chance to win a match of Mus from every score, by backward induction with every hand solved for it.

Every hand gives somebody a stone, so a score needs the scores above it only. Not every score is solved: far
from the end the chances are smooth, and what lies between solved scores is filled in (``Grid``). The solved
scores that surround a score may be below it; for those the correction of their neighbours is taken until they
are solved themselves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from korthus.solve.core.staged import Floats
from korthus.solve.mus.match.solver import MatchSolver
from korthus.solve.mus.match.stakes import Stakes

#: The stones that are solved for, of each seat: every second far from the end, all near to it.
STONES: Final = (*range(0, 30, 2), *range(30, 40))
#: A solve begins with its neighbour's regrets: the iterations that it is taken to have had, and the share of
#: the regrets that is kept, 0 to 1 (``bench/constants.py``: mus.head_start, mus.regrets_kept).
_HEAD_START, _KEPT = 12, 0.5


class Solved(NamedTuple):
    """A score with the chance of the mano, and how far from perfect both played, as a chance."""

    score: tuple[int, int]
    chance: float
    exploitability: float


class Grid:
    """Chances at all scores from those at some, as corrections to a table that has about the right shape."""

    def __init__(self, first: Floats, stones: Sequence[int] = STONES) -> None:
        self._first = first
        self._stones = tuple(stones)
        self._found: dict[tuple[int, int], float] = {}
        self.table = first.copy()

    def scores(self) -> Iterator[tuple[int, int]]:
        """What is to be solved, the scores near the end first; neighbours follow each other."""
        pairs = [(mine, theirs) for mine in self._stones for theirs in self._stones]
        yield from sorted(pairs, key=lambda score: (-sum(score), score))

    def put(self, score: tuple[int, int], chance: float) -> None:
        """Take in a solved score."""
        self._found[score] = chance - float(self._first[score])
        low = [self._stones[max(0, self._stones.index(each) - 1)] for each in score]
        high = [self._stones[min(len(self._stones) - 1, self._stones.index(each) + 1)] for each in score]
        for mine in range(low[0], high[0] + 1):
            for theirs in range(low[1], high[1] + 1):
                correction = self._between(mine, theirs)
                if correction is not None:
                    self.table[mine, theirs] = min(1.0, max(0.0, self._first[mine, theirs] + correction))

    def guess(self, score: tuple[int, int]) -> None:
        """Take for a score that is about to be solved the correction of the solved ones next to it."""
        known = [self._found[near] for near in self._near(score) if near in self._found]
        if known:
            chance = float(self._first[score]) + sum(known) / len(known)
            self.put(score, min(1.0, max(0.0, chance)))

    def _near(self, score: tuple[int, int]) -> Iterator[tuple[int, int]]:
        at = [self._stones.index(each) for each in score]
        for mine, theirs in ((1, 0), (0, 1)):
            near = (at[0] + mine, at[1] + theirs)
            if max(near) < len(self._stones):
                yield self._stones[near[0]], self._stones[near[1]]

    def _between(self, mine: int, theirs: int) -> float | None:
        total = weights = 0.0
        for one, part in self._around(mine):
            for other, share in self._around(theirs):
                if (one, other) in self._found and part * share > 0:
                    total += part * share * self._found[one, other]
                    weights += part * share
        return total / weights if weights else None

    def _around(self, stones: int) -> tuple[tuple[int, float], ...]:
        index = bisect_right(self._stones, stones) - 1
        low = self._stones[index]
        if low == stones or index + 1 == len(self._stones):
            return ((low, 1.0),)
        high = self._stones[index + 1]
        part = (stones - low) / (high - low)
        return ((low, 1 - part), (high, part))


def induce(
    solver: MatchSolver,
    grid: Grid,
    iterations: int,
    tell: Callable[[Solved], None],
) -> None:
    """Solve the scores of a grid from the end of the match on, and put their chances into it.

    ``solver`` is one of usual words. A score begins with what its neighbour has learnt.
    """
    warm = False
    for score in grid.scores():
        grid.guess(score)
        solver.play_for(Stakes(score, grid.table))
        if warm:
            solver.restart(warm=_KEPT, begin=_HEAD_START)
        solver.run(iterations if warm else 5 * iterations)
        warm = True
        found = solver.judge()
        low, high = found.bounds
        grid.put(score, (low + high) / 2 + 0.5)
        tell(Solved(score, float(grid.table[score]), found.exploitability))
