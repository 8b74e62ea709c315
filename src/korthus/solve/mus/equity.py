"""The chance to win a match of Mus from every score, by backward induction from the solution of a hand.

Both players play the same strategy, hand after hand. From it comes the distribution of *courses*: which
stones are taken at once as dejes, lance by lance, and which are counted at the end, in order; or who wins the
órdago. A course played from a score ends the match or leads to a higher score with the other as mano. Every
hand gives somebody a stone, so the table is filled from the end without any guess.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from korthus.games.mus.scoring import Lance
from korthus.solve.core.staged import Floats, Ints
from korthus.solve.core.strategy import Strategy, normal
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.tree import Result
from korthus.solve.mus.utility import History, Race, deje

#: The steps of a course: four dejes, then who won an órdago, then four counts. Stones to the mano above zero.
_DEJES: Final = slice(0, 4)
_ORDAGO: Final = 4
_COUNTS: Final = slice(5, 9)
_STEPS: Final = 9


@dataclass(frozen=True, eq=False)
class Courses:
    """Every course that a hand can take, ``[courses, steps]``, and how likely each is."""

    steps: Ints
    chances: Floats

    def mean(self, ordago: int) -> float:
        """What the mano is ahead on average, an órdago being worth ``ordago`` stones."""
        stones = self.steps[:, _DEJES].sum(axis=1) + self.steps[:, _COUNTS].sum(axis=1)
        return float(((stones + ordago * self.steps[:, _ORDAGO]) * self.chances).sum())


def courses(hand: MusHand, strategy: Strategy) -> Courses:
    """The courses of a hand when both seats play a strategy."""
    return _Courses(hand, strategy).found()


class _Courses:
    def __init__(self, hand: MusHand, strategy: Strategy) -> None:
        assert hand.lances == 4
        self._hand = hand
        self._game = hand.game
        self._strategy = strategy
        self._chances: dict[tuple[int, ...], float] = defaultdict(float)

    def found(self) -> Courses:
        """All courses, each once."""
        first = self._game.stages[0]
        self._stage(0, [np.ones((1, len(hands))) for hands in first.hands], [()])
        steps = np.array(list(self._chances), dtype=np.int64)
        return Courses(steps, np.array(list(self._chances.values())))

    def _stage(self, number: int, reach: list[Floats], before: list[tuple[Result, ...]]) -> None:
        """Count the courses that end in a stage, and those of the stages after it."""
        stage, spot = self._game.stages[number], self._hand.spots[number]
        results = self._hand.tree(spot.lance).results
        leaves = self._leaves(number, reach)
        groups: dict[tuple[Result, ...], list[tuple[int, int]]] = defaultdict(list)
        over = self._hand.table.over(spot.lance)[np.ix_(*stage.hands)]
        for leaf, result in enumerate(results):
            if result.ended or over.any():
                for instance, earlier in enumerate(before):
                    groups[(*earlier, result)].append((leaf, instance))
        counted = _Counted(self._hand, number)
        for kinds, indices in groups.items():
            mine, theirs = (np.array([leaves[seat][at] for at in indices]) for seat in (0, 1))
            meet = (mine.T @ theirs) * counted.chance
            if not kinds[-1].ended:
                meet = meet * over
            history = tuple(zip((*spot.before, spot.lance), kinds, strict=True))
            for course, chance in counted.courses(history, meet):
                self._chances[course] += chance
        for child in self._game.after[number]:
            self._go_on(number, child, leaves, before)

    def _leaves(self, number: int, reach: list[Floats]) -> list[Floats]:
        """The reach of both seats at the leaves, ``[leaves, instances, hands]``."""
        betting = self._game.stages[number].betting
        here: dict[int, list[Floats]] = {0: reach}
        for index, node in enumerate(betting.nodes):
            parts = normal(self._strategy.tables[number][index])
            for child, part in zip(node.children, parts, strict=True):
                after = list(here[index])
                after[node.seat] = after[node.seat] * part
                here[child] = after
        return [np.stack([here[~leaf][seat] for leaf in range(len(betting.goes_on))]) for seat in (0, 1)]

    def _go_on(self, number: int, child: int, leaves: list[Floats], before: list[tuple[Result, ...]]) -> None:
        stage, following = self._game.stages[number], self._game.stages[child]
        ways = [leaf for leaf, on in enumerate(stage.betting.goes_on) if on]
        reach = []
        for seat in (0, 1):
            rows = leaves[seat][ways].transpose(1, 0, 2)
            columns = np.searchsorted(stage.hands[seat], following.hands[seat])
            reach.append(rows.reshape(-1, rows.shape[2])[:, columns])
        results = self._hand.tree(self._hand.spots[number].lance).ways
        self._stage(child, reach, [(*earlier, result) for earlier in before for result in results])


class _Counted:
    """What is counted in a stage. Pairs of hands that win and are worth the same are taken together."""

    def __init__(self, hand: MusHand, number: int) -> None:
        self._table = hand.table
        self._pairs = np.ix_(*hand.game.stages[number].hands)
        self.chance = hand.hands.chance[self._pairs]
        self._first, kinds = self._table.kinds(self._pairs)
        self._kinds = kinds.reshape(-1)
        self._known: dict[tuple[Lance, Result | None], Ints] = {}

    def courses(self, history: History, meet: Floats) -> list[tuple[tuple[int, ...], float]]:
        """The courses after some results, and the chance of each."""
        dejes = [deje(result) for _, result in history]
        dejes += [0] * (4 - len(dejes))
        zero = np.zeros(len(self._first), dtype=np.int64)
        lance, result = history[-1]
        if result.ended:
            columns = [self._table.wins[lance][self._pairs].reshape(-1)[self._first], *[zero] * 4]
        else:
            columns = [zero, *self._counts(history)]
        sums = np.bincount(self._kinds, meet.reshape(-1), len(self._first))
        rows = np.stack(columns, axis=1)
        return [((*dejes, *rows[kind].tolist()), float(sums[kind])) for kind in np.flatnonzero(sums)]

    def _counts(self, history: History) -> list[Ints]:
        """What is counted at the end for grande, chica, pares and the last lance."""
        results = dict(history)
        last, _ = history[-1]
        closing = last if last in (Lance.JUEGO, Lance.PUNTO) else Lance.JUEGO
        return [
            self._count(lance, results.get(lance))
            for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES, closing)
        ]

    def _count(self, lance: Lance, result: Result | None) -> Ints:
        """What one lance counts for each kind of pair; without a result nobody has bet on it."""
        key = (lance, result)
        if key not in self._known:
            full = self._table.alone(lance) if result is None else self._table.settled(lance, result)
            self._known[key] = full[self._pairs].reshape(-1)[self._first]
        return self._known[key]


def equity_table(found: Courses, target: int = 40) -> Floats:
    """``[a, b]``: the chance of the mano who has ``a`` stones against ``b`` to win the match."""
    table = np.zeros((target, target))
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(total, target - 1) + 1):
            table[mine, total - mine] = _equity(found, (mine, total - mine), target, table)
    return table


def _equity(found: Courses, score: tuple[int, int], target: int, table: Floats) -> float:
    """The chance of the mano at one score, when all higher scores are known."""
    race = Race(score, target, len(found.chances))
    for step in range(_STEPS):
        if step == _ORDAGO:
            race.decide(found.steps[:, step])
        else:
            race.add(found.steps[:, step])
    return float((race.chance(table) * found.chances).sum())


# -- the table of a solution ---------------------------------------------------------------------------


class EquityTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table with where it comes from: the menu of the solution, and its exploitability in stones."""

    menu: str
    exploitability: float
    target: int
    chances: tuple[tuple[float, ...], ...]

    @classmethod
    def make(cls, menu: str, exploitability: float, table: Floats) -> EquityTable:
        """A table in six digits."""
        rows = tuple(tuple(round(float(chance), 6) for chance in row) for row in table)
        return cls(menu=menu, exploitability=exploitability, target=len(rows), chances=rows)

    def array(self) -> Floats:
        """The chances as an array."""
        return np.array(self.chances)
