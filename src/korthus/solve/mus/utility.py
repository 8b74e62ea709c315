"""What a hand is played for: the difference in stones, or the chance to win the match.

Both say, for every pair of hands at once, what a leaf of the betting pays to the mano. Stones add up, so each
lance is paid as soon as it is decided, whatever is said later; only an accepted órdago takes back what would
have been counted at the end (UI-16). The chance to win depends on everything together, and is paid when the
hand is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from korthus.games.mus.betting import declare, next_lance
from korthus.games.mus.counting import count, dejes
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How, Settled
from korthus.solve.core.staged import Floats
from korthus.solve.mus.hands import Hands
from korthus.solve.mus.tree import Result

#: The lances so far with their results; pares without betting are not among them.
History = Sequence[tuple[Lance, Result]]
Matrix = npt.NDArray[Any]


class Utility(Protocol):
    """What a leaf pays, before the chance of the deal."""

    #: Whether a leaf that goes on pays differently after different results of the lances before.
    remembers: bool

    def essence(self, lance: Lance, result: Result) -> Result:
        """What must be known of a lance when a later one pays: results with the same essence count alike."""

    def pay(self, table: Table, before: History, lance: Lance, result: Result) -> Floats:
        """What the mano gets when a lance ends like this, for every pair of hands."""


#: The values that a hand can have in a lance: none to duples.
_VALUES: Final = range(4)
_HAS: Final = (False, True)


def count_table(rules: MusRules, result: Settled) -> Matrix:
    """What the rules count for a settled lance, to the mano (seat 0).

    ``[better, mine, theirs]``: the seat with the better cards, and what both hands are worth.
    """
    table = np.zeros((2, len(_VALUES), len(_VALUES)), dtype=np.int64)
    for better, mine, theirs in product((0, 1), _VALUES, _VALUES):
        for gain in count(rules, result, better, (mine, theirs)):
            table[better, mine, theirs] += gain.stones if gain.seat == 0 else -gain.stones
    return table


class Table:
    """The matrices of a pack: who wins each lance, and what the rules count for it."""

    def __init__(self, hands: Hands, lances: int, rules: MusRules) -> None:
        self.hands = hands
        self.lances = lances
        self.rules = rules
        self.wins = {lance: hands.wins(lance) for lance in Lance}
        self.values = {lance: hands.values(lance) for lance in Lance}
        self._has = {lance: hands.has(lance) for lance in (Lance.PARES, Lance.JUEGO)}
        self._alone = {lance: self._count_alone(lance) for lance in self._has}
        self._over = {lance: self._no_more(lance) for lance in Lance}

    @property
    def size(self) -> int:
        """The number of hands."""
        return len(self.hands.all)

    def declared(self, lance: Lance, mine: bool, theirs: bool) -> Matrix:
        """Which pairs of hands declare pares, or juego, like this."""
        has = self._has[lance]
        found: Matrix = (has == mine)[:, None] & (has == theirs)[None, :]
        return found

    def alone(self, lance: Lance) -> Matrix:
        """What pares or juego without betting give to the mano (UI-10)."""
        return self._alone[lance]

    def settled(self, lance: Lance, result: Result) -> Matrix:
        """What is counted for a lance at the end, to the mano. The deje was taken before."""
        return self._counted(Settled(lance, result.how, result.seat, result.stones))

    def kinds(
        self, pairs: tuple[Any, ...], apart: npt.NDArray[np.bool_] | None = None
    ) -> tuple[Matrix, Matrix]:
        """Pairs of hands that win the same lances and are worth the same, taken together.

        Args:
            pairs: which, as ``np.ix_`` gives them.
            apart: for each, something else in which those taken together are alike.

        Returns:
            The first pair of each kind, and the kind of each pair.
        """
        code = np.zeros(self.wins[Lance.GRANDE][pairs].shape, dtype=np.int64)
        if apart is not None:
            code += apart
        for lance in Lance:
            code = 2 * code + (self.wins[lance][pairs] > 0)
        for lance in (Lance.PARES, Lance.JUEGO):
            values = self.values[lance]
            code = 16 * code + (4 * values[:, None] + values[None, :])[pairs]
        _, first, kinds = np.unique(code, return_index=True, return_inverse=True)
        return first, kinds.reshape(code.shape)

    def over(self, lance: Lance) -> npt.NDArray[np.bool_]:
        """Which pairs of hands bet no more after a lance."""
        return self._over[lance]

    def _counted(self, result: Settled) -> Matrix:
        values = self.values[result.lance]
        better = (self.wins[result.lance] < 0).astype(np.int64)
        found: Matrix = count_table(self.rules, result)[better, values[:, None], values[None, :]]
        return found

    def _count_alone(self, lance: Lance) -> Matrix:
        total = np.zeros((self.size, self.size), dtype=np.int64)
        for mine, theirs in product(_HAS, _HAS):
            result = declare(lance, (mine, theirs))
            if isinstance(result, Settled):
                total += np.where(self.declared(lance, mine, theirs), self._counted(result), 0)
        return total

    def _no_more(self, lance: Lance) -> npt.NDArray[np.bool_]:
        over = np.zeros((self.size, self.size), dtype=np.bool_)
        for pares, juego in product(product(_HAS, _HAS), product(_HAS, _HAS)):
            following = next_lance(lance, pares, juego)
            if following is None or min(following.number, 3) >= self.lances:
                over |= self.declared(Lance.PARES, *pares) & self.declared(Lance.JUEGO, *juego)
        return over


def deje(result: Result) -> int:
    """What is taken at once, to the mano."""
    first, second = dejes((result,))
    return first - second


@dataclass(frozen=True)
class Stones:
    """The difference in stones of one hand."""

    ordago: int | None
    remembers = False

    def essence(self, lance: Lance, result: Result) -> Result:
        """See ``Utility.essence``: of a refusal, who counts the value of the hand at the end."""
        if result.how is not How.REFUSED:
            return result
        return Result(How.REFUSED, result.seat if lance is Lance.PARES else 0)

    def pay(self, table: Table, before: History, lance: Lance, result: Result) -> Floats:
        """See ``Utility.pay``."""
        if result.ended:
            assert self.ordago is not None
            pay = self.ordago * table.wins[lance].astype(np.float64)
            for earlier, its in before:
                pay -= table.settled(earlier, its)
            if lance in (Lance.JUEGO, Lance.PUNTO):
                pay -= table.alone(Lance.PARES)
            return pay
        pay = (deje(result) + table.settled(lance, result)).astype(np.float64)
        if lance is Lance.CHICA and table.lances >= 3:
            pay += table.alone(Lance.PARES)
        if lance in (Lance.CHICA, Lance.PARES) and table.lances >= 4:
            pay += np.where(table.over(lance), table.alone(Lance.JUEGO), 0)
        return pay


@dataclass(frozen=True, eq=False)
class Match:
    """The chance to win the match, less a half, from a score ``(mano's stones, the other's)``.

    ``equity[a, b]`` is the chance of the mano of a new hand who has ``a`` stones against ``b``.
    """

    score: tuple[int, int]
    target: int
    equity: Floats
    remembers = True

    def essence(self, lance: Lance, result: Result) -> Result:
        """See ``Utility.essence``: everything."""
        return result

    def pay(self, table: Table, before: History, lance: Lance, result: Result) -> Floats:
        """See ``Utility.pay``: everything in the order it is counted, until somebody is there (UI-6)."""
        race = Race(self.score, self.target, (table.size, table.size))
        for _, its in before:
            race.add(deje(its))
        race.add(deje(result))
        if result.ended:
            race.decide(table.wins[lance])
            return race.chance(self.equity) - 0.5
        over = table.over(lance)
        everything = [(each, its) for each, its in (*before, (lance, result))]
        for each, its in everything[:2]:
            race.add(table.settled(each, its))
        if len(everything) > 2 and everything[2][0] is Lance.PARES:
            race.add(np.where(table.declared(Lance.PARES, True, True), table.settled(*everything[2]), 0))
        race.add(table.alone(Lance.PARES))
        is_last = lance in (Lance.JUEGO, Lance.PUNTO)
        race.add(table.settled(lance, result) if is_last else table.alone(Lance.JUEGO))
        return np.where(over, race.chance(self.equity) - 0.5, 0.0)


class Race:
    """Stones of both seats while they are counted, for many hands at once, and who got there first (UI-6)."""

    def __init__(self, score: tuple[int, int], target: int, shape: int | tuple[int, int]) -> None:
        self.stones = [np.full(shape, have, dtype=np.int64) for have in score]
        #: 1 where the mano has won, -1 where the other has.
        self.won = np.zeros(shape, dtype=np.int64)
        self._target = target

    def add(self, gain: int | Matrix) -> None:
        """Count stones: to the mano above zero, to the other below."""
        for seat, sign in ((0, 1), (1, -1)):
            self.stones[seat] += np.where(self.won == 0, np.maximum(sign * np.asarray(gain), 0), 0)
            there = (self.won == 0) & (self.stones[seat] >= self._target)
            self.won[there] = sign

    def decide(self, winner: Matrix) -> None:
        """An accepted órdago: 1 where the mano wins it, -1 where the other does."""
        self.won = np.where(self.won == 0, winner, self.won)

    def chance(self, equity: Floats) -> Floats:
        """The chance of the mano to win; where nobody has, the next hand begins with the other as mano."""
        last = self._target - 1
        mine, theirs = (np.minimum(stones, last) for stones in self.stones)
        return np.where(self.won == 0, 1.0 - equity[theirs, mine], self.won > 0)
