"""What each action is worth to one hand when both play the solution after it.

The walk holds one hand of the seat and all hands of the other: below each instance an array
``[instances, hands of the other]``. So the later lances of a hand cost a few hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from korthus.games.mus.scoring import Lance
from korthus.solve.core.staged import Floats, Ints
from korthus.solve.mus.hand_game import Declared
from korthus.solve.mus.packed import Blueprint
from korthus.solve.mus.tree import Result
from korthus.solve.mus.utility import deje

Row = npt.NDArray[Any]


def action_values(
    blueprint: Blueprint,
    history: tuple[Sequence[Sequence[str]], Declared, Declared],
    number: int,
    other: Floats,
) -> list[float]:
    """The stones that a hand gains with each action of the seat to speak; ``other`` is the reach of the rest.

    Raises:
        KeyError: that cannot have been said with this menu.
    """
    stage, instance, node = blueprint.hand.locate(*history)
    seat = blueprint.stages[stage].tree.betting.nodes[node].seat
    walk = _Walk(blueprint, seat, number)
    values = walk.children(stage, instance, node, history[0])
    likely = walk.chance * other
    weights = likely[blueprint.stages[stage].hands[1 - seat]]
    if not weights.any():  # the solution never says this: any hand that can be there is as likely as dealt
        weights = walk.chance[blueprint.stages[stage].hands[1 - seat]]
    return [float(value @ weights / weights.sum()) for value in values]


class _Walk:
    """One hand of one seat against all hands of the other."""

    def __init__(self, blueprint: Blueprint, seat: int, number: int) -> None:
        self._blueprint = blueprint
        self._table = blueprint.hand.table
        self._seat = seat
        self._number = number
        self.chance = self._row(blueprint.hand.hands.chance, sign=False)
        self._wins = {lance: self._row(self._table.wins[lance]) for lance in Lance}
        self._settled: dict[tuple[Lance, Result], Row] = {}
        self._alone = {lance: self._row(self._table.alone(lance)) for lance in (Lance.PARES, Lance.JUEGO)}
        self._over = {lance: self._row(self._table.over(lance), sign=False) for lance in Lance}

    def _row(self, matrix: Row, *, sign: bool = True) -> Row:
        if self._seat == 0:
            return np.asarray(matrix[self._number])
        found = np.asarray(matrix[:, self._number])
        return -found if sign else found

    def _counted(self, lance: Lance, result: Result) -> Row:
        if (lance, result) not in self._settled:
            self._settled[lance, result] = self._row(self._table.settled(lance, result))
        return self._settled[lance, result]

    def children(self, stage: int, instance: int, node: int, said: Sequence[Sequence[str]]) -> list[Floats]:
        """What each action at a node is worth against each hand of the other in that stage."""
        found = self._blueprint.stages[stage]
        prior = np.zeros(len(found.hands[1 - self._seat]))
        for lance, words in zip(found.spot.before, said[:-1], strict=True):
            tree = self._blueprint.hand.tree(lance)
            result = tree.results[~tree.betting.paths[tuple(words)]]
            prior += self._counted(lance, result)[found.hands[1 - self._seat]]
        # Pares that were settled without betting are counted at the end too.
        if found.spot.lance in (Lance.JUEGO, Lance.PUNTO) and found.spot.pares != (True, True):
            prior += self._alone[Lance.PARES][found.hands[1 - self._seat]]
        values = self._values(stage, slice(instance, instance + 1), prior[None, :])
        return [values[child][0] + prior for child in found.tree.betting.nodes[node].children]

    def _values(self, number: int, instances: slice, prior: Floats) -> dict[int, Floats]:
        """The values of all nodes and leaves of some instances; ``prior`` is what is counted for before."""
        stage = self._blueprint.stages[number]
        betting, theirs = stage.tree.betting, stage.hands[1 - self._seat]
        values: dict[int, Floats] = {}
        for leaf, result in enumerate(stage.tree.results):
            values[~leaf] = self._leaf(stage.spot.lance, result, theirs, prior)
        for child in self._blueprint.after[number]:
            self._go_on(number, child, instances, prior, values)
        for index in reversed(range(len(betting.nodes))):
            node = betting.nodes[index]
            chances = self._blueprint.chances(number, index, instances)
            if node.seat == self._seat:
                column = int(np.searchsorted(stage.hands[self._seat], self._number))
                chances = chances[:, :, column : column + 1]
            parts = zip(chances, node.children, strict=True)
            values[index] = np.sum([part * values[child] for part, child in parts], axis=0)
        return values

    def _leaf(self, lance: Lance, result: Result, theirs: Ints, prior: Floats) -> Floats:
        """What a lance pays when it ends, as ``Stones`` has it."""
        if result.ended:
            ordago = self._blueprint.menu.ordago
            assert ordago is not None
            return ordago * self._wins[lance][theirs] - prior
        sign = 1 if self._seat == 0 else -1
        pay = sign * deje(result) + self._counted(lance, result)
        if lance is Lance.CHICA:
            pay = pay + self._alone[Lance.PARES]
        if lance in (Lance.CHICA, Lance.PARES):
            pay = pay + np.where(self._over[lance], self._alone[Lance.JUEGO], 0)
        return np.broadcast_to(pay[theirs].astype(np.float64), prior.shape).copy()

    def _go_on(
        self, number: int, child: int, instances: slice, prior: Floats, values: dict[int, Floats]
    ) -> None:
        stage, following = self._blueprint.stages[number], self._blueprint.stages[child]
        if self._number not in following.hands[self._seat]:
            return
        lance = stage.spot.lance
        here, there = stage.hands[1 - self._seat], following.hands[1 - self._seat]
        columns = np.searchsorted(here, there)
        leaves = [leaf for leaf, on in enumerate(stage.tree.betting.goes_on) if on]
        counted = np.stack([self._counted(lance, stage.tree.results[leaf])[there] for leaf in leaves])
        if lance is Lance.CHICA and following.spot.lance is not Lance.PARES:
            counted = counted + self._alone[Lance.PARES][there]
        ways = len(leaves)
        for row in range(prior.shape[0]):
            first = (instances.start + row) * ways
            below = prior[row, columns] + counted
            found = self._values(child, slice(first, first + ways), below)[0]
            for way, leaf in enumerate(leaves):
                values[~leaf][row, columns] += found[way]
