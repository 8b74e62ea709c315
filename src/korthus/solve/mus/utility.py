"""What a hand is played for: the difference in stones, or the chance to win the match.

Both say, for every pair of hands at once, what a leaf of the betting pays to the mano. Stones add up, so each
lance is paid as soon as it is decided, whatever is said later; only an accepted órdago takes back what would
have been counted at the end (UI-16). The chance to win depends on everything together, and is paid when the
hand is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How
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


class Table:
    """The matrices of a pack: who wins each lance, and what is settled without betting."""

    def __init__(self, hands: Hands, lances: int) -> None:
        self.hands = hands
        self.lances = lances
        self.size = len(hands.all)
        self.wins = {lance: hands.wins(lance) for lance in Lance}
        self.values = {lance: hands.values(lance) for lance in Lance}
        pares, juego = hands.has(Lance.PARES), hands.has(Lance.JUEGO)
        self.both_pares = pares[:, None] & pares[None, :]
        self.one_pares = pares[:, None] ^ pares[None, :]
        self.one_juego = juego[:, None] ^ juego[None, :]

    def alone(self, lance: Lance) -> Matrix:
        """What pares or juego without betting give to the mano (UI-10)."""
        one = self.one_pares if lance is Lance.PARES else self.one_juego
        values = self.values[lance]
        return np.where(one, values[:, None] - values[None, :], 0)

    def settled(self, lance: Lance, result: Result) -> Matrix:
        """What is counted for a lance at the end, to the mano. The deje was taken before."""
        values, wins = self.values[lance], self.wins[lance]
        if result.how is How.REFUSED:
            return np.broadcast_to(values[:, None] if result.seat == 0 else -values[None, :], wins.shape)
        worth = np.where(wins > 0, values[:, None], -values[None, :])
        if result.how is How.PASS:
            return np.where(worth == 0, wins, worth)
        return worth + result.stones * wins

    def over(self, lance: Lance) -> npt.NDArray[np.bool_]:
        """Which pairs of hands bet no more after a lance."""
        if lance is Lance.CHICA:
            no_pares = ~self.both_pares | (self.lances < 3)
            return no_pares & (self.one_juego | (self.lances < 4))
        if lance is Lance.PARES:
            return self.one_juego | (self.lances < 4)
        return np.full((self.size, self.size), lance is not Lance.GRANDE or self.lances == 1)


def deje(result: Result) -> int:
    """What is taken at once, to the mano."""
    if result.how is not How.REFUSED:
        return 0
    return result.stones if result.seat == 0 else -result.stones


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
        count = _Count(self, table.size)
        for _, its in before:
            count.add(deje(its))
        count.add(deje(result))
        if result.ended:
            return count.finish(table.wins[lance])
        over = table.over(lance)
        everything = [(each, its) for each, its in (*before, (lance, result))]
        for each, its in everything[:2]:
            count.add(table.settled(each, its))
        if len(everything) > 2 and everything[2][0] is Lance.PARES:
            count.add(np.where(table.both_pares, table.settled(*everything[2]), 0))
        count.add(table.alone(Lance.PARES))
        last = table.settled(lance, result) if lance in (Lance.JUEGO, Lance.PUNTO) else 0
        count.add(np.where(table.one_juego, table.alone(Lance.JUEGO), last))
        return np.where(over, count.finish(None), 0.0)


class _Count:
    """Stones of both seats for every pair of hands, and who got there first."""

    def __init__(self, match: Match, size: int) -> None:
        self._match = match
        self._stones = [np.full((size, size), have, dtype=np.int64) for have in match.score]
        self._won = np.zeros((size, size), dtype=np.int64)

    def add(self, gain: int | Matrix) -> None:
        """Count stones: to the mano above zero, to the other below."""
        for seat, sign in ((0, 1), (1, -1)):
            self._stones[seat] += np.where(self._won == 0, np.maximum(sign * np.asarray(gain), 0), 0)
            there = (self._won == 0) & (self._stones[seat] >= self._match.target)
            self._won[there] = sign

    def finish(self, winner: Matrix | None) -> Floats:
        """The utility: the match is won, or the next hand begins with the other as mano."""
        if winner is not None:
            self._won = np.where(self._won == 0, winner, self._won)
        last = self._match.target - 1
        mine, theirs = (np.minimum(stones, last) for stones in self._stones)
        ahead = 0.5 - self._match.equity[theirs, mine]
        return np.where(self._won == 0, ahead, self._won / 2)
