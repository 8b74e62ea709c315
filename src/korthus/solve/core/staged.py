"""What can be solved: two seats with private hands, and betting that everybody sees, in stages.

A *stage* is one round of betting among certain hands of each seat. All its *instances*, one for each way the
stages before it may have gone, have the same betting tree, so that a strategy at one node of the tree is an
array ``[actions][instances, hands]`` and a whole stage is worked out by a few operations on large arrays.

After a leaf of the tree the game goes on in the child stages, one for each thing that chance or the rules
make public then (a card, a declaration), or it ends. What a leaf pays is a matrix over both hands that holds
the chance of the deal too. A stage that goes on may pay at once what is decided already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Node:
    """A decision. A child below zero is the leaf ``~child``; others are indices of nodes."""

    seat: int
    actions: tuple[str, ...]
    children: tuple[int, ...]


@dataclass(frozen=True)
class Betting:
    """The tree of one round of betting: nodes from the root down, and which leaves the game goes on from."""

    nodes: tuple[Node, ...]
    goes_on: tuple[bool, ...]

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """For each leaf its number among those that go on, or -1."""
        seen = 0
        ways = []
        for on in self.goes_on:
            ways.append(seen if on else -1)
            seen += on
        return tuple(ways)

    @property
    def ways_on(self) -> int:
        """How many leaves the game goes on from."""
        return sum(self.goes_on)

    @cached_property
    def paths(self) -> dict[tuple[str, ...], int]:
        """Where each sequence of actions leads: a node, or a leaf below zero."""
        paths: dict[tuple[str, ...], int] = {(): 0}
        found: dict[int, tuple[str, ...]] = {0: ()}
        for index, node in enumerate(self.nodes):
            for action, child in zip(node.actions, node.children, strict=True):
                path = (*found[index], action)
                paths[path] = child
                found[child] = path
        return paths

    def reach(
        self,
        words: Sequence[str],
        hands: tuple[Ints, Ints],
        size: int,
        chances: Callable[[int, int], npt.NDArray[np.floating[Any]]],
    ) -> tuple[Floats, Floats]:
        """For each seat: how likely each of ``size`` hands says what that seat has said, 0 if it cannot be.

        Args:
            hands: for each seat, which hands can be there.
            chances: of a node and an action there: how likely each hand of its seat takes it.
        """
        reach = (np.zeros(size), np.zeros(size))
        for seat in (0, 1):
            reach[seat][hands[seat]] = 1.0
        index = 0
        for word in words:
            node = self.nodes[index]
            action = node.actions.index(word)
            reach[node.seat][hands[node.seat]] *= chances(index, action)
            index = node.children[action]
        return reach


@dataclass(frozen=True, eq=False)
class Stage:
    """One round of betting.

    Attributes:
        hands: for each seat, which hands of the game can be there.
        before: the stage it follows, None for the first.
        payoffs: ``[matrices, hands of seat 0, hands of seat 1]``, what seat 0 gets times the chance of the
            deal.
        paid: ``[leaves, instances]``, the matrix that each leaf pays; -1 where it pays nothing.
    """

    name: str
    betting: Betting
    hands: tuple[Ints, Ints]
    before: int | None
    instances: int
    payoffs: Floats
    paid: Ints

    @property
    def information_sets(self) -> int:
        """How many situations a seat can tell apart here."""
        return sum(self.instances * len(self.hands[node.seat]) for node in self.betting.nodes)


@dataclass(frozen=True, eq=False)
class StagedGame:
    """A whole game. ``stages`` come after those they follow."""

    name: str
    hands: tuple[str, ...]
    stages: tuple[Stage, ...]
    after: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        after: list[list[int]] = [[] for _ in self.stages]
        for number, stage in enumerate(self.stages):
            leaves = len(stage.betting.goes_on)
            assert stage.paid.shape == (leaves, stage.instances)
            assert stage.payoffs.shape[1:] == tuple(len(hands) for hands in stage.hands)
            if stage.before is None:
                assert stage.instances == 1
                continue
            parent = self.stages[stage.before]
            assert stage.before < number
            assert stage.instances == parent.instances * parent.betting.ways_on
            assert all(set(mine) <= set(its) for mine, its in zip(stage.hands, parent.hands, strict=True))
            after[stage.before].append(number)
        object.__setattr__(self, "after", tuple(map(tuple, after)))

    @property
    def information_sets(self) -> int:
        """How many situations the seats can tell apart, both together."""
        return sum(stage.information_sets for stage in self.stages)

    @property
    def entries(self) -> int:
        """How many actions all of them have together: the size of a strategy."""
        return sum(
            stage.instances * len(stage.hands[node.seat]) * len(node.actions)
            for stage in self.stages
            for node in stage.betting.nodes
        )

    def spots(self) -> Iterator[tuple[int, int, Stage, Node]]:
        """Every node of every stage with both numbers."""
        for number, stage in enumerate(self.stages):
            for index, node in enumerate(stage.betting.nodes):
                yield number, index, stage, node
