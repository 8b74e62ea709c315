"""One way through a staged game, down and up again: what every hand of a seat can expect.

All that solving and judging need is this walk. On the way down it carries the *reach* of the hands: how
likely each plays to where we are. On the way up it carries values: what each hand of the seat gets from there
on, summed over the hands of the other seat with their reach and the chance of the deal (counterfactual
values). At the other's nodes the values of the children add up, since the reach has been split; at the
seat's own nodes the caller decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from korthus.solve.core.backend import Array, Backend
from korthus.solve.core.staged import Ints, Node, Stage, StagedGame


class Place(NamedTuple):
    """Where a walk is: a node of a stage, and some of its instances."""

    stage: int
    node: int
    rows: slice


#: What a seat does at a place: for each action an array of its probability, ``[instances, hands]``.
Policy = Callable[[Place], list[Array]]
#: What an own node is worth, from the values of its actions and the own reach (None if it is not followed).
Choice = Callable[[Place, list[Array], Array | None], Array]


@dataclass
class _Group:
    """Leaves and instances that are paid by the same matrix, as a stretch of rows."""

    start: int
    stop: int
    matrix: int


@dataclass
class _Payment:
    """How the leaves of one piece are paid: some leaf by leaf, the others sorted by what they pay."""

    rows: slice
    #: The matrix of each leaf that pays the same in all instances, -1 for none; None for the others.
    simple: list[int | None]
    groups: list[_Group]
    order: Array | None
    back: Array | None


class Walker:
    """Walks through a game in one precision."""

    def __init__(self, game: StagedGame, backend: Backend, *, wide: bool) -> None:
        self.game = game
        self.backend = backend
        self.dtype = backend.wide if wide else backend.narrow
        self._banks = [backend.array(stage.payoffs, self.dtype) for stage in game.stages]
        self._payments = [self._pieces(number) for number in range(len(game.stages))]
        self._columns: dict[tuple[int, int], tuple[Array, Array]] = {}
        for number, stage in enumerate(game.stages):
            if stage.before is None:
                continue
            for seat in (0, 1):
                there = game.stages[stage.before].hands[seat]
                chosen = np.searchsorted(there, stage.hands[seat])
                home = np.full(len(there), len(chosen))
                home[chosen] = np.arange(len(chosen))
                self._columns[number, seat] = (backend.array(chosen), backend.array(home))

    def _pieces(self, number: int) -> list[_Payment]:
        stage = self.game.stages[number]
        if self.game.after[number]:
            return [self._payment(stage, slice(0, stage.instances))]
        width = max(map(len, stage.hands))
        return [self._payment(stage, rows) for rows in self.backend.pieces(stage.instances, width)]

    def _payment(self, stage: Stage, rows: slice) -> _Payment:
        paid = stage.paid[:, rows]
        even = (paid == paid[:, :1]).all(axis=1)
        simple = [int(each[0]) if same else None for each, same in zip(paid, even, strict=True)]
        rest: Ints = paid[~even].reshape(-1)
        if not len(rest):
            return _Payment(rows, simple, [], None, None)
        order = np.argsort(rest, kind="stable")
        matrices, starts = np.unique(rest[order], return_index=True)
        stops = [*starts[1:], len(rest)]
        groups = [
            _Group(int(start), int(stop), int(matrix))
            for matrix, start, stop in zip(matrices, starts, stops, strict=True)
        ]
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        return _Payment(rows, simple, groups, self.backend.array(order), self.backend.array(back))

    def values(self, seat: int, policy: Policy, choose: Choice, *, follow: bool = False) -> Array:
        """What each hand of a seat is worth at the root, ``[hands]``; their sum is the value of the game.

        Args:
            policy: how the other seat plays; also how this one plays if it is followed.
            follow: keep the reach of the own hands too and give it to ``choose``.
        """
        first = self.game.stages[0]
        # Seat 1 gets what seat 0 loses: its values are those of seat 0's payoffs against a negative reach.
        sign = 1.0 if seat == 0 else -1.0
        other = self.backend.full((1, len(first.hands[1 - seat])), sign, self.dtype)
        own = self.backend.full((1, len(first.hands[seat])), 1.0, self.dtype) if follow else None
        with self.backend.working():
            found = _Pass(self, seat, policy, choose).stage(0, own, other)
        return self.backend.xp.reshape(found, (-1,))

    def columns(self, number: int, seat: int) -> tuple[Array, Array]:
        """Which columns of the stage before are those of a stage, and where each of them has gone."""
        return self._columns[number, seat]

    def payments(self, number: int) -> list[_Payment]:
        """The pieces of a stage."""
        return self._payments[number]

    def matrix(self, number: int, index: int, seat: int) -> Array:
        """A payoff matrix with the hands of the seat as columns."""
        found = self._banks[number][index, :, :]
        return found if seat == 1 else self.backend.xp.matrix_transpose(found)


class _Pass:
    """One walk."""

    def __init__(self, walker: Walker, seat: int, policy: Policy, choose: Choice) -> None:
        self._walker = walker
        self._game = walker.game
        self._xp = walker.backend.xp
        self._seat = seat
        self._policy = policy
        self._choose = choose

    def stage(self, number: int, own: Array | None, other: Array) -> Array:
        """The values at the root of every instance of a stage."""
        pieces = self._walker.payments(number)

        def work(piece: _Payment) -> Array:
            mine = None if own is None else own[piece.rows, :]
            return self._piece(number, piece, mine, other[piece.rows, :])

        found = self._walker.backend.map(work, pieces)
        return found[0] if len(found) == 1 else self._xp.concat(found, axis=0)

    def _piece(self, number: int, piece: _Payment, own: Array | None, other: Array) -> Array:
        nodes = self._game.stages[number].betting.nodes
        down = self._down(number, piece.rows, own, other)
        values = self._pay(number, piece, down.other)
        for child in self._game.after[number]:
            self._go_on(number, child, down, values)
        for index in reversed(range(len(nodes))):
            node = nodes[index]
            below = [values[each] for each in node.children]
            if node.seat == self._seat:
                value = self._choose(Place(number, index, piece.rows), below, down.own.get(index))
            else:
                value = below[0]
                for more in below[1:]:
                    value += more
            values[index] = value
        return values[0]

    def _down(self, number: int, rows: slice, own: Array | None, other: Array) -> _Down:
        """The reach of both seats at the nodes and leaves of a piece."""
        down = _Down({} if own is None else {0: own}, {0: other})
        for index, node in enumerate(self._game.stages[number].betting.nodes):
            mine, theirs = down.own.get(index), down.other[index]
            split = self._split(Place(number, index, rows), node, mine, theirs)
            for child, (its, others) in zip(node.children, split, strict=True):
                if its is not None:
                    down.own[child] = its
                down.other[child] = others
        return down

    def _split(
        self, place: Place, node: Node, own: Array | None, other: Array
    ) -> list[tuple[Array | None, Array]]:
        if node.seat != self._seat:
            return [(own, other * part) for part in self._policy(place)]
        if own is None:
            return [(None, other) for _ in node.actions]
        return [(own * part, other) for part in self._policy(place)]

    def _pay(self, number: int, piece: _Payment, reach: dict[int, Array]) -> dict[int, Array]:
        """What the leaves pay, by the index of the leaf below zero."""
        xp, walker, seat = self._xp, self._walker, self._seat
        values: dict[int, Array] = {}
        sorted_leaves = []
        for leaf, matrix in enumerate(piece.simple):
            if matrix is None:
                sorted_leaves.append(~leaf)
            elif matrix < 0:
                size = len(self._game.stages[number].hands[seat])
                values[~leaf] = walker.backend.full((reach[~leaf].shape[0], size), 0.0, walker.dtype)
            else:
                values[~leaf] = reach[~leaf] @ walker.matrix(number, matrix, seat)
        if not sorted_leaves:
            return values
        rows = xp.take(xp.concat([reach[leaf] for leaf in sorted_leaves], axis=0), piece.order, axis=0)
        size = len(self._game.stages[number].hands[seat])
        parts = [
            rows[group.start : group.stop, :] @ walker.matrix(number, group.matrix, seat)
            if group.matrix >= 0
            else walker.backend.full((group.stop - group.start, size), 0.0, walker.dtype)
            for group in piece.groups
        ]
        paid = xp.take(xp.concat(parts, axis=0), piece.back, axis=0)
        step = piece.rows.stop - piece.rows.start
        for index, leaf in enumerate(sorted_leaves):
            values[leaf] = paid[index * step : (index + 1) * step, :]
        return values

    def _go_on(self, number: int, child: int, down: _Down, values: dict[int, Array]) -> None:
        """Walk through a child stage and add what it is worth to the leaves that lead there."""
        xp, seat = self._xp, self._seat
        leaves = [~leaf for leaf, on in enumerate(self._game.stages[number].betting.goes_on) if on]
        mine, home = self._walker.columns(child, seat)
        theirs, _ = self._walker.columns(child, 1 - seat)
        own = None if 0 not in down.own else self._gather([down.own[leaf] for leaf in leaves], mine)
        other = self._gather([down.other[leaf] for leaf in leaves], theirs)
        found = self.stage(child, own, other)
        blank = self._walker.backend.full((found.shape[0], 1), 0.0, self._walker.dtype)
        spread = xp.take(xp.concat([found, blank], axis=1), home, axis=1)
        spread = xp.reshape(spread, (-1, len(leaves), spread.shape[1]))
        for way, leaf in enumerate(leaves):
            values[leaf] += spread[:, way, :]

    def _gather(self, reach: list[Array], columns: Array) -> Array:
        """The reach at the root of a child stage: instance after instance, way after way."""
        xp = self._xp
        rows = xp.stack(reach, axis=1)
        return xp.take(xp.reshape(rows, (-1, rows.shape[2])), columns, axis=1)


@dataclass
class _Down:
    """Reach of the seat that walks and of the other, at nodes and (below zero) leaves."""

    own: dict[int, Array]
    other: dict[int, Array]
