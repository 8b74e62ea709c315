"""Regret minimisation on a hand of Mus for any score, on large arrays.

What ``core.cfr`` does for any staged game, made for this one: leaves that pay alike are multiplied together,
the payoffs of a score are made on the device, and the same solver goes from score to score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from korthus.solve.core.backend import Array, Backend
from korthus.solve.core.best_response import Judgement
from korthus.solve.core.staged import Ints
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.payoff import Courses
from korthus.solve.mus.match.stakes import Stakes

#: ``[layer][node]``: arrays ``[actions, instances, hands of the seat]``.
Tables = list[list[Array]]
#: What an own node is worth: layer, node, values of its actions ``[actions, …]``, own reach.
Choice = Callable[[int, int, Array, Array | None], Array]

#: Discounted regret minimisation as published (``solve/core/variants``, ``dcfr``): the exponent for regrets
#: above zero, the factor for those below, and the exponent for the average. ``docs/mus-solver.md`` compares
#: it with others.
_ALPHA, _BELOW, _GAMMA = 1.5, 0.5, 2.0
#: Payoffs that are made at once where they are not kept: 16 MB in single precision.
_AT_ONCE: Final = 4_000_000
#: Sums of regrets from which a strategy can be made in single precision.
_TINY: Final = 1e-30


@dataclass(eq=False)
class _Bucket:
    """Courses that about as many leaves end in, with the rows of their leaves."""

    courses: Array
    rows: Array
    shape: tuple[int, int]
    #: The payoffs with the hands of seat 1 as rows, and with those of seat 0.
    to_first: Array = None
    to_second: Array = None


@dataclass(eq=False)
class _Payment:
    """How the leaves of a layer are paid."""

    leaves: list[int]
    buckets: list[_Bucket]
    #: Where each row of leaves and instances is found among the products of the buckets.
    back: Array


@dataclass(eq=False)
class _Down:
    """The reach of the other and of the seat that walks, at nodes and (below zero) leaves."""

    other: dict[int, Array]
    own: dict[int, Array]


class MatchSolver:
    """A solve that goes from score to score.

    Args:
        exact: payoffs in double precision, for small games and tests.
    """

    def __init__(self, hand: Hand, backend: Backend, *, exact: bool = False) -> None:
        self.hand = hand
        self.backend = backend
        self.iteration = 0
        xp = backend.xp
        self._real = backend.wide if exact else backend.narrow
        # Products are made in half precision on a card: the payoffs are what its memory is read for.
        self._short = xp.float16 if backend.device == "cuda" and not exact else self._real
        self._courses = [Courses(hand, layer, backend) for layer in hand.layers]
        self._kinds = [backend.array(each.kinds.reshape(-1)) for each in self._courses]
        # Chances and values are no finer than what walks use: to make payoffs in double and round them then
        # takes half as long again and more memory.
        # Half precision has no numbers for the chance of one deal: it is counted in deals of this many.
        self._scale = float(len(hand.plain.hands.all)) ** 2
        self._chances = [backend.array(each.chance * self._scale, self._real) for each in self._courses]
        self._payments = [self._payment(number) for number in range(len(hand.layers))]
        self._columns = [self._column(number) for number in range(len(hand.layers))]
        #: What is played for, by course and kind, where payoffs are not kept: ``[layer]``.
        self._values: list[Array] = [None] * len(hand.layers)
        self._above, self._below, self._keep = (backend.full((), 1.0, self._real) for _ in range(3))
        self._iterate = backend.recorded(self._both)

    @cached_property
    def regrets(self) -> Tables:
        """What each action would have gained."""
        return self._tables(0.0)

    @cached_property
    def average(self) -> Tables:
        """The strategies so far, weighed."""
        return self._tables(0.0)

    @cached_property
    def current(self) -> Tables:
        """The strategy of this iteration."""
        return self._tables(None)

    def _tables(self, value: float | None) -> Tables:
        tables: Tables = []
        for layer in self.hand.layers:
            tables.append([])
            for node in layer.tree.betting.nodes:
                shape = (len(node.actions), layer.instances, len(layer.hands[node.seat]))
                fill = 1 / len(node.actions) if value is None else value
                tables[-1].append(self.backend.full(shape, fill, self._real))
        return tables

    # -- what is paid ----------------------------------------------------------------------------------

    def _payment(self, number: int) -> _Payment:
        numbers = self._courses[number].numbers
        leaves = [leaf for leaf in range(len(numbers)) if numbers[leaf, 0] >= 0]
        if not leaves:
            return _Payment([], [], None)
        flat = numbers[leaves].reshape(-1)
        order = np.argsort(flat, kind="stable")
        courses, starts = np.unique(flat[order], return_index=True)
        sizes = np.diff([*starts, len(flat)])
        classes = np.exp2(np.ceil(np.log2(sizes))).astype(np.int64)
        back = np.empty(len(flat), dtype=np.int64)
        buckets, done = [], 0
        for size in np.unique(classes):
            chosen = np.flatnonzero(classes == size)
            offsets = np.arange(size)[None, :]
            inside = offsets < sizes[chosen][:, None]
            at = np.minimum(starts[chosen][:, None] + offsets, len(flat) - 1)
            rows = np.where(inside, order[at], len(flat))
            back[rows[inside]] = done + np.flatnonzero(inside.reshape(-1))
            done += inside.size
            array = self.backend.array
            buckets.append(_Bucket(array(courses[chosen]), array(rows.reshape(-1)), (len(chosen), int(size))))
        return _Payment(leaves, buckets, self.backend.array(back))

    def play_for(self, stakes: Stakes, *, keep: bool = True) -> None:
        """Put the payoffs of a score in the place of those before. Regrets and strategies stay.

        ``keep``: have all payoffs in memory. For a walk or two they are better made when they are asked for.
        """
        for number, courses in enumerate(self._courses):
            payment = self._payments[number]
            if not payment.leaves:
                continue
            self._values[number] = self.backend.xp.astype(courses.values(stakes), self._real)
            for bucket in payment.buckets if keep else ():
                full = self._matrices(number, bucket.courses)
                turned = self.backend.xp.matrix_transpose(full)
                if bucket.to_first is None:
                    bucket.to_first, bucket.to_second = turned + 0, full + 0
                else:
                    bucket.to_first[...] = turned
                    bucket.to_second[...] = full

    def _matrices(self, number: int, courses: Array) -> Array:
        """What some courses pay to the mano, ``[courses, hands of seat 0, hands of seat 1]``."""
        xp, shape = self.backend.xp, self._courses[number].kinds.shape
        chosen = xp.take(self._values[number], courses, axis=0)
        full = xp.reshape(xp.take(chosen, self._kinds[number], axis=1), (-1, *shape))
        return xp.astype(full * self._chances[number][None, ...], self._short)

    def _pay(self, number: int, seat: int, reach: Sequence[Array]) -> dict[int, Array]:
        payment, xp = self._payments[number], self.backend.xp
        if not payment.leaves:
            return {}
        rows = xp.concat([reach[leaf] for leaf in payment.leaves], axis=0)
        rows = xp.concat([rows, xp.zeros_like(rows[:1, :])], axis=0)
        rows = xp.astype(rows, self._short)
        parts = []
        for bucket in payment.buckets:
            chosen = xp.reshape(xp.take(rows, bucket.rows, axis=0), (*bucket.shape, rows.shape[1]))
            for some, matrices in self._kept_or_made(number, seat, bucket):
                parts.append(xp.reshape(chosen[some, ...] @ matrices, (-1, matrices.shape[2])))
        paid = xp.take(xp.concat(parts, axis=0), payment.back, axis=0)
        paid = xp.astype(paid, self._real) * (1 / self._scale)
        step = reach[payment.leaves[0]].shape[0]
        return {leaf: paid[index * step : (index + 1) * step, :] for index, leaf in enumerate(payment.leaves)}

    def _kept_or_made(self, number: int, seat: int, bucket: _Bucket) -> Iterator[tuple[slice, Array]]:
        """The payoffs of a bucket with the hands of the seat as columns, in pieces that fit into memory."""
        if bucket.to_first is not None:
            yield slice(0, bucket.shape[0]), bucket.to_first if seat == 0 else bucket.to_second
            return
        shape = self._courses[number].kinds.shape
        step = max(1, _AT_ONCE // (shape[0] * shape[1]))
        for start in range(0, bucket.shape[0], step):
            some = slice(start, min(start + step, bucket.shape[0]))
            full = self._matrices(number, bucket.courses[some])
            yield some, self.backend.xp.matrix_transpose(full) if seat == 0 else full

    # -- one walk --------------------------------------------------------------------------------------

    def _column(self, number: int) -> list[list[tuple[Array, Array]]]:
        """For each source and seat: the columns there that are ours, and where each of them has gone."""
        layers, layer = self.hand.layers, self.hand.layers[number]
        found: list[list[tuple[Array, Array]]] = []
        for source in layer.sources:
            there = layers[source.layer].hands
            found.append([])
            for seat in (0, 1):
                chosen = np.searchsorted(there[seat], layer.hands[seat])
                home: Ints = np.full(len(there[seat]), len(chosen))
                home[chosen] = np.arange(len(chosen))
                found[-1].append((self.backend.array(chosen), self.backend.array(home)))
        return found

    def descend(self, seat: int, policy: Tables, *, follow: bool) -> list[_Down]:
        """The reach of the other and (if followed) of the seat in every layer, on the way down."""
        layers = self.hand.layers
        sign = 1.0 if seat == 0 else -1.0
        first = layers[0].hands
        root: tuple[Array, Array | None] = (
            self.backend.full((1, len(first[1 - seat])), sign, self._real),
            self.backend.full((1, len(first[seat])), 1.0, self._real) if follow else None,
        )
        downs: list[_Down] = []
        for number in range(len(layers)):
            downs.append(self._down(number, seat, policy, *root))
            if number + 1 < len(layers):
                root = self._root(number + 1, seat, downs, follow)
        return downs

    def deals(self, number: int, seat: int, reach: Array) -> Array:
        """How often each hand of a seat meets hands of the other that come so far: ``[instances, hands]``."""
        chances = self._chances[number]
        turned = self.backend.xp.matrix_transpose(chances) if seat == 0 else chances
        return reach @ turned * (1 / self._scale)

    def walk(
        self,
        seat: int,
        policy: Tables,
        choose: Choice,
        *,
        follow: bool,
        downs: Sequence[_Down] | None = None,
    ) -> Array:
        """What each hand of a seat gets at the root, times the chance of the deal.

        ``downs``: what ``descend`` has found for the same policy, if it is known already.
        """
        layers, xp = self.hand.layers, self.backend.xp
        downs = self.descend(seat, policy, follow=follow) if downs is None else downs
        values: list[dict[int, Array]] = []
        for number, layer in enumerate(layers):
            reach = [downs[number].other[~leaf] for leaf in range(len(layer.tree.results))]
            values.append(self._pay(number, seat, reach))
        for number in reversed(range(len(layers))):
            layer = layers[number]
            found = self._up(number, seat, choose, values[number], downs[number])
            at = 0
            for source, columns in zip(layer.sources, self._columns[number], strict=True):
                before, home = layers[source.layer], columns[seat][1]
                rows = before.instances * len(source.leaves)
                part = found[at : at + rows, :]
                at += rows
                part = xp.concat([part, xp.zeros_like(part[:, :1])], axis=1)
                spread = xp.reshape(xp.take(part, home, axis=1), (before.instances, len(source.leaves), -1))
                there = values[source.layer]
                for way, leaf in enumerate(source.leaves):
                    there[leaf] = spread[:, way, :] + there[leaf] if leaf in there else spread[:, way, :]
        return xp.reshape(found, (-1,))

    def _root(
        self, number: int, seat: int, downs: Sequence[_Down], follow: bool
    ) -> tuple[Array, Array | None]:
        xp, layer = self.backend.xp, self.hand.layers[number]
        found: list[list[Array]] = [[], []]
        for source, columns in zip(layer.sources, self._columns[number], strict=True):
            for which, whose in ((0, 1 - seat), (1, seat)):
                if which and not follow:
                    continue
                before = downs[source.layer]
                reach = before.own if which else before.other
                rows = xp.stack([reach[~leaf] for leaf in source.leaves], axis=1)
                rows = xp.reshape(rows, (-1, rows.shape[2]))
                found[which].append(xp.take(rows, columns[whose][0], axis=1))
        return xp.concat(found[0], axis=0), xp.concat(found[1], axis=0) if follow else None

    def _down(self, number: int, seat: int, policy: Tables, other: Array, own: Array | None) -> _Down:
        reach: dict[int, Array] = {0: other}
        mine: dict[int, Array] = {} if own is None else {0: own}
        for index, node in enumerate(self.hand.layers[number].tree.betting.nodes):
            parts = policy[number][index]  # None for a seat that is not followed
            for action, child in enumerate(node.children):
                if node.seat == seat:
                    reach[child] = reach[index]
                    if own is not None:
                        mine[child] = mine[index] * parts[action, ...]
                else:
                    reach[child] = reach[index] * parts[action, ...]
                    if own is not None:
                        mine[child] = mine[index]
        return _Down(reach, mine)

    def _up(self, number: int, seat: int, choose: Choice, leaves: dict[int, Array], down: _Down) -> Array:
        xp, layer = self.backend.xp, self.hand.layers[number]
        values = {~leaf: found for leaf, found in leaves.items()}
        for index in reversed(range(len(layer.tree.betting.nodes))):
            node = layer.tree.betting.nodes[index]
            below = [values[child] for child in node.children]
            if node.seat == seat:
                values[index] = choose(number, index, xp.stack(below), down.own.get(index))
            else:
                total = below[0]
                for each in below[1:]:
                    total = total + each
                values[index] = total
        return values[0]

    # -- solving ---------------------------------------------------------------------------------------

    def restart(self, *, warm: float | None = None, begin: int = 0) -> None:
        """Begin anew; ``warm``: keep the strategy, and this share of the regrets.

        ``begin``: iterations that are taken to have been made, so that what is kept is not forgotten at once.
        """
        self.iteration = begin
        for tables, fill in ((self.regrets, warm or 0.0), (self.average, 0.0)):
            for nodes in tables:
                for table in nodes:
                    table *= fill
        if warm is None:
            for nodes in self.current:
                for table in nodes:
                    table[...] = 1 / table.shape[0]

    def run(self, iterations: int) -> None:
        """Make more iterations."""
        with self.backend.working():
            for _ in range(iterations):
                self.iteration += 1
                before = float(self.iteration - 1) ** _ALPHA
                self._above[...] = before / (before + 1.0)
                self._below[...] = _BELOW
                self._keep[...] = ((self.iteration - 1.0) / self.iteration) ** _GAMMA
                self._iterate()

    def _both(self) -> None:
        for seat in (0, 1):
            self.walk(seat, self.current, self._learn, follow=True)

    def _learn(self, number: int, node: int, values: Array, reach: Array | None) -> Array:
        xp = self.backend.xp
        assert reach is not None
        current, regret, average = (
            tables[number][node] for tables in (self.current, self.regrets, self.average)
        )
        value = xp.sum(current * values, axis=0)
        average *= self._keep
        average += reach[None, ...] * current
        regret *= xp.where(regret > 0, self._above, self._below)
        regret += values - value[None, ...]
        liking = xp.where(regret > 0, regret, xp.zeros_like(regret))
        total = xp.sum(liking, axis=0)[None, ...]
        even = xp.full_like(liking, 1 / liking.shape[0])
        current[...] = xp.where(
            total > _TINY, liking / xp.where(total > _TINY, total, xp.ones_like(total)), even
        )
        return value

    # -- judging ---------------------------------------------------------------------------------------

    def strategy(self) -> Tables:
        """The average strategy."""
        return [[self.normal(table) for table in nodes] for nodes in self.average]

    def normal(self, table: Array) -> Array:
        """Weights ``[actions, …]`` as probabilities; even where there are none."""
        xp = self.backend.xp
        total = xp.sum(table, axis=0)[None, ...]
        some = total > 0
        even = xp.full_like(table, 1 / table.shape[0])
        return xp.where(some, table / xp.where(some, total, xp.ones_like(total)), even)

    def best(self, seat: int, policy: Tables) -> float:
        """What a seat gets at most against the other's strategy."""

        def greatest(_: int, __: int, values: Array, ___: Array | None) -> Array:
            return self.backend.xp.max(values, axis=0)

        return self._total(self.walk(seat, policy, greatest, follow=False))

    def value(self, policy: Tables) -> float:
        """What seat 0 gets when both play their strategies."""

        def mean(number: int, node: int, values: Array, _: Array | None) -> Array:
            return self.backend.xp.sum(policy[number][node] * values, axis=0)

        return self._total(self.walk(0, policy, mean, follow=False))

    def judge(self, policy: Tables | None = None) -> Judgement:
        """How good a strategy is, the average one if none is given."""
        with self.backend.working():
            found = self.strategy() if policy is None else policy
            return Judgement(self.value(found), (self.best(0, found), self.best(1, found)))

    def _total(self, values: Array) -> float:
        return float(self.backend.xp.sum(self.backend.widen(values)))
