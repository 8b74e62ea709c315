"""The knowledge of every node and instance of a hand at once, as ``features`` tells it one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from korthus.solve.mus.match.features import LANCE, SIZE, STAKES, lance_row, place_row
from korthus.solve.mus.match.layers import Hand, Layer
from korthus.solve.mus.match.trees import SidedTree

Rows = npt.NDArray[np.float32]

#: The words that a policy has a number for, and where each of them stands.
WORDS = ("pass", "no quiero", "quiero", "envido 2", "ordago")
COLUMNS = {"pass": 0, "no quiero": 0, "quiero": 1, "envido 2": 2, "ordago": 3}
ACTIONS = 4


def own_nodes(layer: Layer, me: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The nodes of a layer where a seat speaks, with the column of each of its words."""
    for index, node in enumerate(layer.tree.betting.nodes):
        if node.seat == me:
            yield index, tuple(COLUMNS[action] for action in node.actions)


class Knowledge:
    """Rows of a seat in a hand. What the hand is played for is left out: it is the same for all."""

    def __init__(self, hand: Hand, me: int) -> None:
        self._hand = hand
        self._me = me
        self._stories: list[Rows] = []
        for number in range(len(hand.layers)):
            self._stories.append(self._story(number))

    def _story(self, number: int) -> Rows:
        layer = self._hand.layers[number]
        if not layer.sources:
            return np.zeros((1, 3 * LANCE), dtype=np.float32)
        parts = []
        for source in layer.sources:
            before = self._hand.layers[source.layer]
            ends = _ends(before.tree, self._me)[list(source.leaves)]
            rows = np.repeat(self._stories[source.layer], len(ends), axis=0)
            at = LANCE * before.spot.lance.number
            rows[:, at : at + LANCE] = np.tile(ends, (before.instances, 1))
            parts.append(rows)
        return np.concatenate(parts)

    def rows(self, number: int, node: int) -> Rows:
        """What is known at a node, ``[instances, SIZE]`` with zeros for the stakes."""
        layer = self._hand.layers[number]
        story = self._stories[number]
        rows = np.zeros((len(story), SIZE), dtype=np.float32)
        rows[:, STAKES : STAKES + 3 * LANCE] = story
        rows[:, STAKES + 3 * LANCE : STAKES + 4 * LANCE] = _nodes(layer.tree, self._me)[node]
        spot = layer.spot
        rows[:, STAKES + 4 * LANCE :] = place_row(spot.lance, self._me, spot.pares, spot.juego)
        return rows


@lru_cache(maxsize=64)
def _ends(tree: SidedTree, me: int) -> Rows:
    """What is told of each leaf of a tree."""
    paths = {end: path for path, end in tree.betting.paths.items()}
    return np.stack([lance_row(paths[~leaf], me) for leaf in range(len(tree.results))])


@lru_cache(maxsize=64)
def _nodes(tree: SidedTree, me: int) -> Rows:
    """What is told of each node of a tree."""
    paths = {end: path for path, end in tree.betting.paths.items()}
    return np.stack([lance_row(paths[index], me) for index in range(len(tree.betting.nodes))])
