"""The stages of a hand, each in two layers: while another amount can still be said, and afterwards.

An instance of a layer is a way that the lances before it may have gone, word by word. What it pays depends on
their results only, so instances with the same *story* (the groups of results so far) are paid alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from korthus.games.mus.cards import PACK
from korthus.solve.core.staged import Ints
from korthus.solve.mus.hand_game import MusHand, Spot
from korthus.solve.mus.match.trees import SidedTree, Sides, sided_tree
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.tree import Result


@dataclass(frozen=True, eq=False)
class Source:
    """Where instances of a layer come from: every instance of an earlier layer leads to one by each leaf."""

    #: The index of the earlier layer.
    layer: int
    #: The leaves of its tree that lead on.
    leaves: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Layer:
    """A stage while another amount is open, or after it."""

    spot: Spot
    is_open: bool
    tree: SidedTree
    hands: tuple[Ints, Ints]
    #: ``[instances, lances before]``: the group of each result.
    stories: Ints
    sources: tuple[Source, ...]

    @property
    def instances(self) -> int:
        """How many ways lead here."""
        return len(self.stories)


class Hand:
    """A hand of Mus between a seat with the usual words and a stranger.

    Args:
        deck: how many of each rank the pack has, for small games.
        lances: how many of the four lances are played, for small games.
    """

    def __init__(self, sides: Sides, *, deck: tuple[int, ...] = PACK, lances: int = 4) -> None:
        self.sides = sides
        #: The stages, the hands and who wins; the betting is that of ``layers``.
        self.plain = MusHand(MENUS["ordago"], deck=deck, lances=lances)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """For the open tree and the usual one: the group of each leaf; equal groups have equal results."""
        numbers: dict[Result, int] = {}
        found = []
        for is_open in (True, False):
            results = sided_tree(self.sides.shape, is_open).results
            found.append(tuple(numbers.setdefault(result, len(numbers)) for result in results))
        return tuple(found)

    def group_of(self, is_open: bool) -> tuple[int, ...]:
        """The group of each leaf of a tree."""
        return self.groups[0] if is_open else self.groups[1]

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """The result of each group."""
        tree = sided_tree(self.sides, True)
        found = dict(zip(self.groups[0], tree.results, strict=True))
        return tuple(found[group] for group in range(len(found)))

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """All layers, those before each of them first."""
        made: list[Layer] = []
        indices: dict[tuple[int, bool], int] = {}
        for number, spot in enumerate(self.plain.spots):
            parent = self.plain.parent(spot)
            for is_open in (True, False):
                sources = [] if parent is None else self._sources(made, indices, parent, is_open)
                if parent is None and is_open:
                    stories = np.zeros((1, 0), dtype=np.int64)
                elif sources:
                    stories = self._stories(made, sources)
                else:
                    continue
                indices[number, is_open] = len(made)
                tree = sided_tree(self.sides, is_open)
                members = self.plain.members(spot)
                made.append(Layer(spot, is_open, tree, members, stories, tuple(sources)))
        return tuple(made)

    @staticmethod
    def _sources(
        made: Sequence[Layer], indices: dict[tuple[int, bool], int], parent: int, is_open: bool
    ) -> list[Source]:
        found = []
        for before in (True, False):
            index = indices.get((parent, before))
            if index is None:
                continue
            tree = made[index].tree
            ways = tree.usual_ways if before == is_open else tree.beyond_ways if before else ()
            if ways:
                found.append(Source(index, ways))
        return found

    def _stories(self, made: Sequence[Layer], sources: Sequence[Source]) -> Ints:
        parts = []
        for source in sources:
            before = made[source.layer]
            group = np.array(self.group_of(before.is_open), dtype=np.int64)[list(source.leaves)]
            earlier = np.repeat(before.stories, len(group), axis=0)
            last = np.tile(group, before.instances)
            parts.append(np.concatenate([earlier, last[:, None]], axis=1))
        return np.concatenate(parts)

    @cached_property
    def after(self) -> tuple[tuple[int, ...], ...]:
        """The layers that follow each layer."""
        after: list[list[int]] = [[] for _ in self.layers]
        for number, layer in enumerate(self.layers):
            for source in layer.sources:
                after[source.layer].append(number)
        return tuple(map(tuple, after))
