"""Counterfactual regret minimisation in vector form, with alternating updates and an averaged strategy.

An iteration walks through the game once for each seat. Regrets, the current strategy and the average are
single precision; how good the average is, is judged in double precision (``best_response``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from korthus.solve.core.backend import Array, Backend
from korthus.solve.core.best_response import Judge, Judgement
from korthus.solve.core.staged import StagedGame
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import Variant
from korthus.solve.core.walk import Place, Walker

#: ``[stage][node][action]``, each ``[instances, hands]``.
_Tables = list[list[list[Array]]]

#: Sums of regrets from which a strategy can be made without leaving the range of single precision.
_TINY: Final = 1e-35


class Solver:
    """A solve in progress. Equal solvers do equal things: there is no luck in it."""

    def __init__(self, game: StagedGame, variant: Variant, backend: Backend) -> None:
        self.game = game
        self.variant = variant
        self.backend = backend
        self.iteration = 0
        self._walker = Walker(game, backend, wide=False)
        self._judge: Judge | None = None
        self.regrets = self._tables(0.0)
        self.average = self._tables(0.0)
        self.current = self._tables(None)
        self._zero = backend.full((), 0.0, backend.narrow)
        self._tiny = backend.full((), _TINY, backend.narrow)
        # Numbers that change from iteration to iteration live beside the tables: what is recorded on a
        # graphics card reads them there.
        self._weight, self._above, self._below, self._expected = (
            backend.full((), 1.0, backend.narrow) for _ in range(4)
        )
        self._iterate = backend.recorded(self._both_seats)

    def _tables(self, value: float | None) -> _Tables:
        tables: _Tables = [[] for _ in self.game.stages]
        for number, _, stage, node in self.game.spots():
            shape = (stage.instances, len(stage.hands[node.seat]))
            fill = 1 / len(node.actions) if value is None else value
            made = [self.backend.full(shape, fill, self.backend.narrow) for _ in node.actions]
            tables[number].append(made)
        return tables

    def run(self, iterations: int) -> None:
        """Make more iterations."""
        with self.backend.working():
            for _ in range(iterations):
                self.iteration += 1
                self._weight[...] = self.variant.weight(self.iteration)
                self._above[...], self._below[...] = self.variant.keep(self.iteration - 1)
                self._expected[...], _ = self.variant.keep(self.iteration)
                self._iterate()

    def _both_seats(self) -> None:
        for seat in (0, 1):
            self._walker.values(seat, self._policy, self._update, follow=True)

    def judge(self) -> Judgement:
        """How good the average strategy is now, exactly."""
        if self._judge is None:
            self._judge = Judge(Walker(self.game, self.backend, wide=True))
        with self.backend.working():
            return self._judge.judge(lambda index: _at(self.average, index))

    def strategy(self) -> Strategy:
        """The average strategy."""
        numpy = self.backend.numpy
        return Strategy(self.game, [[[numpy(t) for t in n] for n in s] for s in self.average])

    def arrays(self) -> Iterator[Array]:
        """Everything that a checkpoint holds, always in the same order."""
        for tables in (self.regrets, self.average, self.current):
            for nodes in tables:
                for actions in nodes:
                    yield from actions

    def _policy(self, place: Place) -> list[Array]:
        return _at(self.current, place)

    def _update(self, place: Place, values: list[Array], reach: Array | None) -> Array:
        """Learn from the values of the actions: regrets, the next strategy, the average. Gives the value."""
        xp, variant = self.backend.xp, self.variant
        current, average, regrets = (_at(t, place) for t in (self.current, self.average, self.regrets))
        assert reach is not None
        weighted = reach * self._weight
        value = current[0] * values[0]
        average[0] += weighted * current[0]
        for part, mean, each in zip(current[1:], average[1:], values[1:], strict=True):
            value += part * each
            mean += weighted * part
        likings = []
        for regret, each in zip(regrets, values, strict=True):
            each -= value
            if variant.floor:
                if variant.alpha is not None:
                    regret *= self._above
                regret += each
                regret[:, :] = xp.maximum(regret, self._zero)
            else:
                kept = xp.maximum(regret, self._zero) * (self._above - self._below)
                regret *= self._below
                regret += kept
                regret += each
            if variant.predicts:
                likings.append(xp.maximum(regret * self._expected + each, self._zero))
            else:
                likings.append(regret if variant.floor else xp.maximum(regret, self._zero))
        total = likings[0] + likings[1]
        for liking in likings[2:]:
            total += liking
        empty = total < self._tiny
        even = xp.astype(empty, self.backend.narrow) / len(likings)
        share = xp.where(empty, self._zero, 1 / xp.maximum(total, self._tiny))
        for part, liking in zip(current, likings, strict=True):
            part[:, :] = liking * share + even
        return value


def _at(tables: _Tables, place: Place) -> list[Array]:
    """The numbers of a place, as views that can be written through."""
    return [table[place.rows, :] for table in tables[place.stage][place.node]]
