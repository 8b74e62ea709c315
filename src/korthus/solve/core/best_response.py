"""How far from perfect a strategy is: exact best responses in double precision."""

from __future__ import annotations

from typing import NamedTuple

from korthus.solve.core.backend import Array, Backend
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.walk import Place, Policy, Walker


class Judgement(NamedTuple):
    """What a pair of strategies is worth.

    ``best[seat]`` is what that seat gets with a best response to the other's strategy. The value of the game
    to seat 0 lies between ``-best[1]`` and ``best[0]``, whatever the strategies are.
    """

    value: float
    best: tuple[float, float]

    @property
    def nash_conv(self) -> float:
        """What both seats together could win by playing better."""
        return self.best[0] + self.best[1]

    @property
    def exploitability(self) -> float:
        """What a perfect opponent wins more than its due, on average over both seats."""
        return self.nash_conv / 2

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the value of the game to seat 0 lies."""
        return (-self.best[1], self.best[0])


class Judge:
    """Judges strategies of one game. They are given as weights, which need not add up to one."""

    def __init__(self, walker: Walker) -> None:
        assert walker.dtype == walker.backend.wide
        self._walker = walker
        self._xp = walker.backend.xp

    def judge(self, weights: Policy) -> Judgement:
        """Both best responses, and what the strategies get against each other."""
        best = (self.best(0, weights), self.best(1, weights))
        return Judgement(self.value(weights), best)

    def best(self, seat: int, weights: Policy) -> float:
        """What a seat can get at most against the other's strategy."""
        return self._total(self._walker.values(seat, self._policy(weights), self._greatest))

    def value(self, weights: Policy) -> float:
        """What seat 0 gets when both play their strategies."""
        policy = self._policy(weights)

        def mean(place: Place, values: list[Array], _: Array | None) -> Array:
            parts = policy(place)
            value = parts[0] * values[0]
            for part, each in zip(parts[1:], values[1:], strict=True):
                value += part * each
            return value

        return self._total(self._walker.values(0, policy, mean))

    def _total(self, values: Array) -> float:
        return float(self._xp.sum(values))

    def _greatest(self, _: Place, values: list[Array], __: Array | None) -> Array:
        best = values[0]
        for each in values[1:]:
            best = self._xp.maximum(best, each)
        return best

    def _policy(self, weights: Policy) -> Policy:
        backend, xp = self._walker.backend, self._xp
        zero, one = (backend.full((), number, backend.wide) for number in (0.0, 1.0))

        def policy(place: Place) -> list[Array]:
            parts = [backend.widen(each) for each in weights(place)]
            total = parts[0] + parts[1]
            for part in parts[2:]:
                total += part
            empty = total <= zero
            even = one / len(parts)
            total = xp.where(empty, one, total)
            return [xp.where(empty, even, part / total) for part in parts]

        return policy


def judge(strategy: Strategy, backend: Backend) -> Judgement:
    """Judge a strategy given as arrays."""
    tables = [[[backend.array(table) for table in actions] for actions in nodes] for nodes in strategy.tables]
    walker = Walker(strategy.game, backend, wide=True)
    return Judge(walker).judge(lambda index: [t[index.rows, :] for t in tables[index.stage][index.node]])
