"""What every end of the betting pays, for every pair of hands, at any score.

Pairs of hands of one *kind* (who wins which lance, what pares and juego are worth) count alike. So a story
and the last result make a *course* for each kind: the dejes in order, then who wins an órdago, or else the
four counts in order (U-14, UI-6). Courses are made once; a score only runs the race along them.
"""

from __future__ import annotations

import numpy as np

from korthus.games.mus.scoring import Lance
from korthus.solve.core.backend import Array, Backend
from korthus.solve.core.staged import Ints
from korthus.solve.mus.match.layers import Hand, Layer
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.tree import Result
from korthus.solve.mus.utility import Matrix, deje

#: The lances in the order in which they are counted; the last one is juego or punto.
COUNTED = 4


class Courses:
    """The courses of one layer, on a device.

    Attributes:
        kinds: ``[hands, hands]``, the kind of each pair.
        numbers: ``[leaves, instances]``, the course that is paid; -1 where nothing is.
    """

    def __init__(self, hand: Hand, layer: Layer, backend: Backend) -> None:
        self._hand = hand
        self._layer = layer
        self._table = hand.plain.table
        self._pairs = np.ix_(*layer.hands)
        self._backend = backend
        self._over = self._table.over(layer.spot.lance)[self._pairs]
        self.chance = hand.plain.hands.chance[self._pairs]
        self._known: dict[tuple[Lance, Result | None], Ints] = {}
        self.kinds, self._first = self._sort()
        self.numbers, stories = self._number()
        self._make(stories)

    def _sort(self) -> tuple[Ints, Ints]:
        first, kinds = self._table.kinds(self._pairs, self._over)
        return kinds, first

    def _number(self) -> tuple[Ints, list[tuple[int, ...]]]:
        """The course of each leaf and instance, and the groups of results of each course."""
        layer = self._layer
        group_of = self._hand.group_of(layer.is_open)
        found: dict[tuple[int, ...], int] = {}
        numbers = np.full((len(group_of), layer.instances), -1, dtype=np.int64)
        stories, story_of = np.unique(layer.stories, axis=0, return_inverse=True)
        story_of = story_of.reshape(-1)
        for leaf, group in enumerate(group_of):
            if not (self._hand.results[group].ended or self._over.any()):
                continue
            of = [found.setdefault((*map(int, story), group), len(found)) for story in stories]
            numbers[leaf] = np.array(of)[story_of]
        return numbers, list(found)

    def _make(self, stories: list[tuple[int, ...]]) -> None:
        """Fill ``dejes[courses, 4]``, ``winner[courses, kinds]`` and ``counts[4][courses, kinds]``."""
        spot, results = self._layer.spot, self._hand.results
        lances = (*spot.before, spot.lance)
        ended = [results[story[-1]].ended for story in stories]
        dejes = np.zeros((len(stories), COUNTED), dtype=np.int32)
        winner = np.zeros((len(stories), len(self._first)), dtype=np.int32)
        counts = np.zeros((COUNTED, len(stories), len(self._first)), dtype=np.int32)
        wins = self._of(self._table.wins[spot.lance])
        for number, story in enumerate(stories):
            dejes[number, : len(story)] = [deje(results[group]) for group in story]
            if ended[number]:
                winner[number] = wins
                continue
            said = dict(zip(lances, (results[group] for group in story), strict=True))
            closing = spot.lance if spot.lance in (Lance.JUEGO, Lance.PUNTO) else Lance.JUEGO
            for index, lance in enumerate((Lance.GRANDE, Lance.CHICA, Lance.PARES, closing)):
                counts[index, number] = self._count(lance, said.get(lance))
        array = self._backend.array
        self._dejes, self._winner, self._counts = array(dejes), array(winner), array(counts)
        # A lance that goes on pays only pairs of hands that bet no more.
        goes_on = ~np.array(ended, dtype=np.bool_)
        self._pays = array(~(goes_on[:, None] & ~self._of(self._over)[None, :]))

    def _of(self, matrix: Matrix) -> Matrix:
        """A number of each kind from a matrix over all hands, or over those of the layer."""
        whole = matrix.shape != self.chance.shape
        found: Matrix = (matrix[self._pairs] if whole else matrix).reshape(-1)[self._first]
        return found

    def _count(self, lance: Lance, result: Result | None) -> Ints:
        """What one lance counts for each kind; without a result nobody has bet on it."""
        key = (lance, result)
        if key not in self._known:
            if result is not None:
                full = self._table.settled(lance, result)
            elif lance in (Lance.PARES, Lance.JUEGO):
                full = self._table.alone(lance)
            else:  # of a small game that has no such lance
                full = np.zeros_like(self._table.wins[lance])
            self._known[key] = self._of(full)
        return self._known[key]

    def values(self, stakes: Stakes) -> Array:
        """What the mano gets for each course and kind, ``[courses, kinds]``."""
        xp, backend = self._backend.xp, self._backend
        if stakes.equity is None:
            stones = xp.sum(self._dejes, axis=1)[:, None] + stakes.ordago * self._winner
            stones = stones + xp.sum(self._counts, axis=0)
            return xp.where(self._pays, xp.astype(stones, backend.wide), backend.full((), 0.0, backend.wide))
        target = len(stakes.equity)
        zero = xp.zeros_like(self._winner)
        mine, theirs, won = zero + stakes.score[0], zero + stakes.score[1], zero
        steps = [self._dejes[:, index][:, None] + zero for index in range(COUNTED)]
        for step in (*steps, None, *(self._counts[index, ...] for index in range(COUNTED))):
            is_open = won == 0
            if step is None:
                won = xp.where(is_open, self._winner, won)
                continue
            mine = mine + xp.where(is_open & (step > 0), step, zero)
            theirs = theirs - xp.where(is_open & (step < 0), step, zero)
            won = xp.where(is_open & (mine >= target), zero + 1, won)
            won = xp.where(is_open & (theirs >= target), zero - 1, won)
        table = backend.array(np.asarray(stakes.equity, dtype=np.float64).reshape(-1))
        last = zero + target - 1
        index = xp.where(theirs < last, theirs, last) * target + xp.where(mine < last, mine, last)
        flat = xp.reshape(xp.astype(index, xp.int64), (-1,))
        following = 0.5 - xp.reshape(xp.take(table, flat), index.shape)
        found = xp.where(won == 0, following, 0.5 * xp.astype(won, backend.wide))
        return xp.where(self._pays, found, xp.zeros_like(found))
