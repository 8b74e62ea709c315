"""A solve from start to goal: when it is judged, how it stands, how long it will take."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from korthus.solve.core.best_response import Judgement
from korthus.solve.core.cfr import Solver

# ``bench/constants.py`` measures these on Leduc (solve.least, solve.share, solve.earlier).

#: Iterations between two judgements, at least.
_LEAST: Final = 10
#: The next judgement comes when the iterations done so far, divided by this, are done once more.
_SHARE: Final = 8
#: How fast exploitability falls is told from the last judgement up to this part of the iterations, 0 to 1.
_EARLIER: Final = 0.6


@dataclass(frozen=True)
class Standing:
    """How a solve stands when it has been judged. ``seconds`` counts earlier runs too."""

    iteration: int
    judgement: Judgement
    seconds: float
    rate: float
    seconds_left: float

    def reached(self, target: float) -> bool:
        """Whether it is good enough."""
        return self.judgement.exploitability <= target


def next_judgement(iteration: int) -> int:
    """The first iteration after this one at which a solve is judged.

    It depends on nothing else, so a resumed solve ends where an uninterrupted one does, wherever it was cut.
    """
    goal = 0
    while goal <= iteration:
        step = max(_LEAST, goal // _SHARE)
        goal += step - step % _LEAST
    return goal


class Session:
    """A solve that runs until its exploitability is small enough.

    Args:
        seconds: what went into the solver before.
        tick: called after every iteration, when nothing is half done; it may raise to stop the solve.
    """

    def __init__(
        self,
        solver: Solver,
        target: float,
        *,
        seconds: float = 0.0,
        tick: Callable[[int], None] | None = None,
    ) -> None:
        self.solver = solver
        self.target = target
        self.seconds = seconds
        self._tick = tick

    def standings(self) -> Iterator[Standing]:
        """Solve on, and say how it stands after every judgement; the last one has reached the target.

        A solve that was taken up where it is judged is judged there first: it may have reached the target.
        """
        seen: list[tuple[int, float]] = []
        started = time.perf_counter() - self.seconds
        goal = next_judgement(self.solver.iteration - 1) or next_judgement(0)
        while True:
            first, begun = self.solver.iteration, time.perf_counter()
            while self.solver.iteration < goal:
                self.solver.run(1)
                self.seconds = time.perf_counter() - started
                if self._tick is not None:
                    self._tick(self.solver.iteration)
            worked = time.perf_counter() - begun
            judgement = self.solver.judge()
            self.seconds = time.perf_counter() - started
            seen.append((self.solver.iteration, judgement.exploitability))
            rate = (goal - first) / worked if goal > first else 0.0
            left = iterations_left(seen, self.target)
            left = 0.0 if left == 0.0 else left / rate if rate else math.inf
            standing = Standing(goal, judgement, self.seconds, rate, left)
            yield standing
            if standing.reached(self.target):
                return
            goal = next_judgement(goal)


def iterations_left(seen: list[tuple[int, float]], target: float) -> float:
    """How many iterations are still to come, if exploitability falls on as a power of them.

    >>> round(iterations_left([(100, 0.01), (200, 0.0025)], 0.000625))
    200
    """
    iteration, now = seen[-1]
    if now <= target:
        return 0.0
    earlier = [each for each in seen if each[0] <= _EARLIER * iteration] or seen[:1]
    before, then = earlier[-1]
    if before == iteration or now >= then:
        return math.inf
    power = math.log(then / now) / math.log(iteration / before)
    return float(iteration * ((now / target) ** (1 / power) - 1))
