"""A solved hand of Mus in one small file: what comes with korthus.

Each probability is given in whole parts, all actions of a situation but the last; situations that the
strategy itself never comes to are filled with what the hand does elsewhere. The numbers of a node lie hand by
hand, so that what a hand does after similar histories stands together, and the whole is compressed.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from korthus.solve.core.errors import SolveError
from korthus.solve.core.staged import Floats, Ints
from korthus.solve.core.strategy import Tables, normal
from korthus.solve.mus.hand_game import MusHand, Spot
from korthus.solve.mus.menu import Menu
from korthus.solve.mus.tree import LanceTree

Parts = npt.NDArray[np.uint16]

#: How often a step of parts is doubled at most; a whole must be a multiple of the largest step.
_DOUBLINGS: Final = 8
_MAGIC: Final = b"korthus-mus-1\n"
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0, "dict_size": 1 << 25}]


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Where a blueprint comes from. Stones per hand; ``exploitability`` is that of the packed strategy."""

    menu: Menu
    whole: int
    iterations: int
    value: float
    bounds: tuple[float, float]
    solved_to: float
    exploitability: float


class Stage(NamedTuple):
    """A round of betting without its payoffs."""

    spot: Spot
    tree: LanceTree
    hands: tuple[Ints, Ints]
    instances: int


class Blueprint:
    """A strategy for both seats of a hand of Mus, with everything that is needed to find one's way in it."""

    def __init__(self, facts: Facts, parts: list[list[Parts]], row: Parts | None = None) -> None:
        """``row``: the memory of the parts where they lie one after the other, as ``flat`` says."""
        self.facts = facts
        self.menu = facts.menu
        self.hand = MusHand(facts.menu)
        self._parts = parts
        self._row = row

    @cached_property
    def flat(self) -> tuple[Parts, Ints]:
        """All parts in a row, and where those of each stage and node begin: ``[action, hand, instance]``."""
        offsets = np.zeros((len(self._parts), max(map(len, self._parts))), dtype=np.int64)
        at = 0
        for number, nodes in enumerate(self._parts):
            for index, kept in enumerate(nodes):
                offsets[number, index] = at
                at += kept.size
        if self._row is None:
            lying = [kept.transpose(0, 2, 1).reshape(-1) for nodes in self._parts for kept in nodes]
            self._row = np.concatenate(lying)
        return self._row, offsets

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages, in the order of ``MusHand.spots``."""
        return tuple(layout(self.hand))

    @cached_property
    def after(self) -> tuple[tuple[int, ...], ...]:
        """The stages that follow each stage."""
        before = [self.hand.parent(stage.spot) for stage in self.stages]
        return tuple(
            tuple(child for child, parent in enumerate(before) if parent == number)
            for number in range(len(before))
        )

    def chances(self, stage: int, node: int, instances: slice) -> Floats:
        """What all hands of a stage do at a node, ``[actions, instances, hands]``."""
        kept = self._parts[stage][node][:, instances] / self.facts.whole
        return np.concatenate([kept, 1 - kept.sum(axis=0, keepdims=True)])

    def tables(self) -> Tables:
        """The whole strategy as weights."""
        return [
            [
                [*kept, (self.facts.whole - kept.sum(axis=0, dtype=np.int64)).astype(np.uint16)]
                for kept in nodes
            ]
            for nodes in self._parts
        ]


def layout(hand: MusHand) -> Iterator[Stage]:
    """The stages of a hand."""
    for spot in hand.spots:
        instances = 1
        for lance in spot.before:
            instances *= hand.tree(lance).betting.ways_on
        yield Stage(spot, hand.tree(spot.lance), hand.members(spot), instances)


def in_parts(chances: Floats, whole: int) -> Parts:
    """Probabilities ``[actions, …]`` in whole parts; what rounding leaves goes to the largest rests.

    >>> in_parts(np.array([0.5, 0.25, 0.25]), 15).tolist()
    [7, 4, 4]
    """
    scaled = chances * whole
    parts = np.floor(scaled)
    missing = np.rint(whole - parts.sum(axis=0))
    rank = np.argsort(np.argsort(parts - scaled, axis=0, kind="stable"), axis=0, kind="stable")
    found: Parts = (parts + (rank < missing)).astype(np.uint16)
    return found


def pack(hand: MusHand, tables: Tables, whole: int, least: float, coarse: float = 0.0) -> list[list[Parts]]:
    """A strategy in parts. Where a hand comes to by its own choices less often than ``least`` is left out.

    ``coarse``: where a hand comes to so often, parts are counted singly; where it comes half as often in
    twos, and so on. What is rarely played need not be exact, and round numbers take less room.
    """
    stages = list(layout(hand))
    reach: dict[int, list[Floats]] = {0: [np.ones((1, len(hands))) for hands in stages[0].hands]}
    packed: list[list[Parts]] = []
    for number, stage in enumerate(stages):
        betting = stage.tree.betting
        here: dict[int, list[Floats]] = {0: reach.pop(number)}
        packed.append([])
        for index, node in enumerate(betting.nodes):
            chances = normal(tables[number][index])
            own = here[index][node.seat]
            packed[-1].append(_rounded(_filled(chances, own, least), own, whole, coarse)[:-1])
            for child, part in zip(node.children, chances, strict=True):
                after = list(here[index])
                after[node.seat] = own * part
                here[child] = after
        ways = [~leaf for leaf, on in enumerate(betting.goes_on) if on]
        for child, following in enumerate(stages):
            if hand.parent(following.spot) != number:
                continue
            reach[child] = []
            for seat in (0, 1):
                rows = np.stack([here[leaf][seat] for leaf in ways], axis=1)
                columns = np.searchsorted(stage.hands[seat], following.hands[seat])
                reach[child].append(rows.reshape(-1, rows.shape[2])[:, columns])
    return packed


def _rounded(chances: Floats, own: Floats, whole: int, coarse: float) -> Parts:
    """Parts in steps of 1, 2, 4 and so on, the rarer a hand comes there the larger."""
    with np.errstate(divide="ignore"):
        doublings = np.floor(np.log2(coarse / np.maximum(own, 1e-9)))
    steps = np.exp2(np.clip(doublings, 0, _DOUBLINGS)).astype(np.int64)
    found: Parts = np.zeros(chances.shape, dtype=np.uint16)
    for step in np.unique(steps):
        there = steps == step
        found[:, there] = in_parts(chances[:, there], whole // int(step)) * int(step)
    return found


def _filled(chances: Floats, own: Floats, least: float) -> Floats:
    """Probabilities with what a hand does elsewhere in the place of what it never comes to.

    Hands that come to the node in no instance pass or refuse.
    """
    weights = np.where(own < least, 0.0, own)
    total = weights.sum(axis=0)
    usual = (chances * weights).sum(axis=1) / np.where(total > 0, total, 1.0)
    usual[0] += np.where(total > 0, 0.0, 1.0)
    return np.where(own < least, usual[:, None, :], chances)


def _shifts(whole: int) -> tuple[int, ...]:
    """Which bytes of a number are kept, high ones first: those of a node lie together."""
    return (0,) if whole <= 255 else (8, 0)


def write(path: Path, facts: Facts, parts: list[list[Parts]]) -> int:
    """Write a blueprint; gives its size in bytes."""
    header = msgspec.json.encode(facts)
    rows = [np.ascontiguousarray(kept.transpose(0, 2, 1)) for each in parts for kept in each]
    body = b"".join(
        (row >> shift).astype(np.uint8).tobytes() for row in rows for shift in _shifts(facts.whole)
    )
    packed = lzma.compress(body, lzma.FORMAT_XZ, filters=_FILTERS)
    path.write_bytes(_MAGIC + len(header).to_bytes(4, "big") + header + packed)
    return path.stat().st_size


def read(content: bytes) -> Blueprint:
    """A blueprint from the content of its file.

    Raises:
        SolveError: it is none.
    """
    start = len(_MAGIC) + 4
    if not content.startswith(_MAGIC):
        raise SolveError("NO_SOLUTION", file="blueprint")
    size = int.from_bytes(content[len(_MAGIC) : start], "big")
    facts = msgspec.json.decode(content[start : start + size], type=Facts)
    body: npt.NDArray[Any] = np.frombuffer(lzma.decompress(content[start + size :]), dtype=np.uint8)
    shifts = _shifts(facts.whole)
    row = np.zeros(len(body) // len(shifts), dtype=np.uint16)
    parts: list[list[Parts]] = []
    at = 0
    for stage in layout(MusHand(facts.menu)):
        parts.append([])
        for node in stage.tree.betting.nodes:
            shape = (len(node.actions) - 1, len(stage.hands[node.seat]), stage.instances)
            size = shape[0] * shape[1] * shape[2]
            numbers = row[at : at + size]
            for index, shift in enumerate(shifts):
                first = at * len(shifts) + index * size
                numbers |= body[first : first + size].astype(np.uint16) << shift
            parts[-1].append(numbers.reshape(shape).transpose(0, 2, 1))
            at += size
    return Blueprint(facts, parts, row)
