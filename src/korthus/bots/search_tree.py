"""The tree of a search, and the loop that grows it: compiled once, for every game.

The tree is a hash table. A node is a slot in it, found by its parent and the action that leads to it, so that
the children of a node need no list and an action may be any number. The last slot is the root. Where the
others are followed (``Searched.go_on``), a seat's later choices hang on no parent but on what the seat has
seen.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import types, uint64

from korthus.kernels.compiled import compiled, compiled_as
from korthus.kernels.rng import Stream, below, restart

Packed = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

#: The longest way down a tree.
LONGEST: Final = 256
MOST_SEATS: Final = 16
FREE: Final = -1
#: The parent of nodes that are found by what the seat has seen.
_SEEN: Final = -2
#: Numbers kept for each node: visits, times it could be chosen, sum and sum of squares of its utilities.
VISITS, CHANCES, SUM, SQUARES, STATS = range(5)

_P = types.int64[::1]
_R = types.uint64[::1]
_V = types.float64[::1]
_N = types.int64
#: How the functions of a game are called, in the order of ``simulate``.
LENT: Final = (
    _N(_P),
    _N(_P, _P),
    types.void(_P, _N),
    types.void(_P, _R),
    types.void(_P, _N, _R, _P),
    _N(_P, _R),
    types.void(_P, _R),
    types.void(_P, _V),
    types.void(_P, _N, _R),
    _N(_P),
)
_SIGNATURE: Final = types.void(
    *(types.FunctionType(each) for each in LENT),
    _P,
    _N,
    _N,
    types.float64,
    _N,
    types.boolean,
    _N,
    _N,
    _R,
    _P,
    _P,
    _V,
    _P,
    _P,
)


@compiled
def slot_of(parents: Packed, actions: Packed, parent: int, action: int) -> int:
    """The slot of a child in the tree: its own, or the free one where it would go."""
    mask = len(parents) - 2
    mixed = uint64(parent) * uint64(0x9E3779B97F4A7C15) + uint64(action) * uint64(0xD1342543DE82EF95)
    mixed = (mixed ^ mixed >> uint64(29)) * uint64(0xBF58476D1CE4E5B9)
    slot = np.int64(mixed >> uint64(32)) & mask
    while parents[slot] != FREE and (parents[slot] != parent or actions[slot] != action):
        slot = (slot + 1) & mask
    return int(slot)


@compiled
def _add(parents: Packed, actions: Packed, stats: Values, slot: int, parent: int, action: int) -> None:
    parents[slot] = parent
    actions[slot] = action
    for index in range(STATS):
        stats[slot * STATS + index] = 0.0


#: Logarithms of small numbers.
_LOGS: Final = np.log(np.maximum(1, np.arange(4096)))


@compiled
def _log(number: float) -> float:
    return float(_LOGS[int(number)] if number < len(_LOGS) else np.log(number))


@compiled
def _select(
    parents: Packed,
    actions: Packed,
    stats: Values,
    node: int,
    menu: Packed,
    number: int,
    exploration: float,
    rng: Stream,
    slots: Packed,
) -> int:
    """Which of ``number`` actions to try: one that is new, or the one with the best upper bound."""
    new = 0
    best = 0
    record = -1e300
    for index in range(number):
        slot = slot_of(parents, actions, node, menu[index])
        slots[index] = slot
        if parents[slot] == FREE:
            new += 1
            continue
        row = slot * STATS
        stats[row + CHANCES] += 1.0
        visits = stats[row + VISITS]
        bound = stats[row + SUM] / visits + exploration * np.sqrt(_log(stats[row + CHANCES]) / visits)
        if bound > record:
            record = bound
            best = index
    if new == 0:
        return best
    skip = below(rng, new)
    for index in range(number):
        if parents[slots[index]] == FREE:
            if skip == 0:
                return index
            skip -= 1
    return best


@compiled_as(_SIGNATURE)
def simulate(
    actor: Any,
    legal: Any,
    apply: Any,
    deal: Any,
    determinise: Any,
    policy: Any,
    rollout: Any,
    utilities: Any,
    go_on: Any,
    seen: Any,
    view: Packed,
    seat: int,
    simulations: int,
    exploration: float,
    trust: int,
    follow: bool,
    depth: int,
    paired: int,
    rng: Stream,
    parents: Packed,
    actions: Packed,
    stats: Values,
    s: Packed,
    scratch: Packed,
) -> None:
    """Make ``simulations`` simulations; ``scratch`` starts with the number of nodes.

    If ``paired``, a seed, is not 0, the n-th try of every action of the root has the same luck.
    """
    root = len(parents) - 1
    room = (len(scratch) - 1 - 2 * LONGEST) // 3
    path = scratch[1 : 1 + LONGEST]
    movers = scratch[1 + LONGEST : 1 + 2 * LONGEST]
    menu = scratch[1 + 2 * LONGEST : 1 + 2 * LONGEST + room]
    slots = scratch[1 + 2 * LONGEST + room : 1 + 2 * LONGEST + 2 * room]
    first = scratch[1 + 2 * LONGEST + 2 * room :]
    index = choices = 0
    if paired:
        determinise(view, seat, rng, s)
        choices = legal(s, first)  # a seat knows what it may do: it is the same in every world
    most = root // 2
    worth = stats[(root + 1) * STATS :]
    for _ in range(simulations):
        if paired:
            index = _select(parents, actions, stats, root, first, choices, exploration, rng, slots)
            slot = slots[index]
            tries = 0.0 if parents[slot] == FREE else stats[slot * STATS + VISITS]
            restart(rng, paired, int(tries))
        determinise(view, seat, rng, s)
        node = root
        length = 0
        stats[root * STATS + VISITS] += 1.0
        while True:
            mover = actor(s)
            if mover == -1:
                deal(s, rng)
                continue
            if mover < 0:
                break
            if follow and mover != seat:
                go_on(s, seat, rng)
                continue
            if length == depth:
                rollout(s, rng)
                break
            if follow and length:
                what = seen(s)
                node = slot_of(parents, actions, _SEEN, what)
                if parents[node] == FREE:
                    if scratch[0] < most:
                        scratch[0] += 1
                        _add(parents, actions, stats, node, _SEEN, what)
                    rollout(s, rng)
                    break
                stats[node * STATS + VISITS] += 1.0
            if node != root and stats[node * STATS + VISITS] < trust:
                action = policy(s, rng)
                slot = slot_of(parents, actions, node, action)
                if parents[slot] != FREE:
                    stats[slot * STATS + CHANCES] += 1.0
            elif paired and length == 0:
                action = first[index]
                slot = slots[index]
            else:
                number = legal(s, menu)
                index = _select(parents, actions, stats, node, menu, number, exploration, rng, slots)
                action = menu[index]
                slot = slots[index]
            new = parents[slot] == FREE
            if new:
                if scratch[0] >= most:
                    rollout(s, rng)
                    break
                scratch[0] += 1
                _add(parents, actions, stats, slot, node, action)
                stats[slot * STATS + CHANCES] = 1.0
            apply(s, action)
            node = slot
            path[length] = slot
            movers[length] = mover
            length += 1
            if new and not follow:
                if actor(s) != -2:
                    rollout(s, rng)
                break
        utilities(s, worth)
        for index in range(length):
            row = path[index] * STATS
            value = worth[movers[index]]
            stats[row + VISITS] += 1.0
            stats[row + SUM] += value
            stats[row + SQUARES] += value * value
