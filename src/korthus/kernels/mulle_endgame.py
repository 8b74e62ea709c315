"""The last rond of an omgång, solved: when every unseen card is in the other's hand, nothing is left to luck.

Alpha-beta with a transposition table, over the kernel's own plays. What is maximised is the lead at the end
of the omgång, with the bonus, tabbar and what is left over, exactly as the rules count it.

A position in the table is everything that the rest of the rond depends on: both hands, the turn, the builds,
the piles in their order (it decides between equals, MI-18) and both intakes (the bonus bends at 20). Mulles
and tabbar so far only add up, so values in the table are without them.

Values are in parts of a point (``mulle_policy.ONE``).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import types, uint64

from korthus.kernels.bits import lowest
from korthus.kernels.compiled import compiled, compiled_as
from korthus.kernels.mulle import MAX_LEGAL, SIZE, WORK, apply_with, copy, legal_with
from korthus.kernels.mulle_layout import (
    BUILDS,
    FLAGS,
    HANDS,
    INTAKE,
    LAST,
    LEFT_TO_LAST,
    LOCKED,
    MULLE_POINTS,
    OWNED,
    PILES,
    TABBE,
    TABLE,
    TURN,
    Packed,
)
from korthus.kernels.mulle_policy import ONE, chance_unseen, lead, worth

#: Positions in the table of an ``Endgame``.
SLOTS: Final = 1 << 19

# Words of ``info``: positions looked at, the most of them, and whether that was not enough.
NODES: Final = 0
LIMIT: Final = 1
STOPPED: Final = 2

#: No lead is as large.
_ENDLESS: Final = 1 << 40
#: What is known of a value: it is this, at least this, at most this.
_EXACT: Final = 0
_LEAST: Final = 1
_MOST: Final = 2

#: Plays on all lists from the root down.
_ROOM: Final = 4 * MAX_LEGAL


class Endgame:
    """A solver with its memory. It may be asked again and again about one position, with more patience."""

    def __init__(self, s: Packed) -> None:
        """``s`` is a world of the last rond, with all cards in hands, on the table, or taken."""
        self.nodes = 0
        plies = sum(int(s[place]).bit_count() for place in range(HANDS, HANDS + 4))
        self._stack = np.zeros((plies + 1) * SIZE, dtype=np.int64)
        self._stack[:SIZE] = s[:SIZE]
        self._menus = np.empty(_ROOM, dtype=np.int64)
        self._worths = np.empty(_ROOM, dtype=np.float64)
        self._keys = np.zeros(SLOTS, dtype=np.int64)
        self._values = np.empty(SLOTS, dtype=np.int64)
        self._moves = np.empty(SLOTS, dtype=np.int64)
        self._info = np.zeros(3, dtype=np.int64)
        self._work = np.empty(WORK, dtype=np.int64)

    def solve(self, codes: list[int], nodes: int, *, all_values: bool = False) -> list[float] | None:
        """The lead at the end of the omgång, in points for the seat to act, after each of some plays.

        Only the first of the largest is certain to be exact, and the others to be at most what is said,
        unless ``all_values`` asks for more.

        Returns:
            None if more than so many positions would have to be looked at. What was found out is not lost.
        """
        self._info[:] = (0, nodes, 0)
        found = np.empty(len(codes), dtype=np.int64)
        _solve(
            np.array(codes, dtype=np.int64),
            found,
            all_values,
            self._stack,
            self._menus,
            self._worths,
            self._keys,
            self._values,
            self._moves,
            self._info,
            self._work,
        )
        self.nodes += int(self._info[NODES])
        return None if self._info[STOPPED] else [value / ONE for value in found.tolist()]


@compiled
def _mix(key: np.uint64, word: int) -> np.uint64:
    key = (key ^ uint64(word)) * uint64(0x9E3779B97F4A7C15)
    return key ^ key >> uint64(32)


@compiled
def _key(s: Packed) -> int:
    """A number for everything that the rest of the rond depends on."""
    key = uint64(s[TURN] + 1)
    for place in range(HANDS, HANDS + 4):
        key = _mix(key, s[place])
    key = _mix(key, s[INTAKE] << 32 | s[INTAKE + 1])
    if s[FLAGS] & LEFT_TO_LAST:
        key = _mix(key, s[LAST])
    for place in range(TABLE, TABLE + s[PILES]):
        key = _mix(key, s[place])
    builds = s[OWNED] | s[OWNED + 1]
    if builds:
        key = _mix(key, s[OWNED] << 40 | s[OWNED + 1] << 20 | s[LOCKED])
        while builds:
            place = BUILDS + 2 * lowest(builds)
            key = _mix(key, s[place])
            key = _mix(key, s[place + 1])
            builds &= builds - 1
    return int(np.int64(key | uint64(1)))  # 0 stands for an empty slot


@compiled
def _so_far(s: Packed, seat: int) -> int:
    """The lead of a seat by mulles and tabbar."""
    points = s[MULLE_POINTS] + s[TABBE] - s[MULLE_POINTS + 1] - s[TABBE + 1]
    return ONE * (points if seat == 0 else -points)


@compiled
def _at_end(s: Packed, seat: int) -> int:
    points = int(np.round(lead(s) * ONE))
    return points if seat == 0 else -points


_P = types.int64[::1]
_SIGNATURE: Final = types.int64(
    types.int64, types.int64, types.int64, types.int64, _P, _P, types.float64[::1], _P, _P, _P, _P, _P
)


@compiled
def _pick(menus: Packed, worths: np.ndarray, place: int, end: int) -> int:
    """Bring the most promising of the plays that are left to ``place``, and return it."""
    best = place
    for other in range(place + 1, end):
        if worths[other] > worths[best]:
            best = other
    # The others keep their order, so that of equals the first stays the first.
    action, promise = menus[best], worths[best]
    for other in range(best, place, -1):
        menus[other], worths[other] = menus[other - 1], worths[other - 1]
    menus[place], worths[place] = action, promise
    return action


@compiled_as(_SIGNATURE)
def _value(
    depth: int,
    alpha: int,
    beta: int,
    start: int,
    stack: Packed,
    menus: Packed,
    worths: np.ndarray,
    keys: Packed,
    values: Packed,
    moves: Packed,
    info: Packed,
    w: Packed,
) -> int:
    """The lead at the end for the seat to act if it is between ``alpha`` and ``beta``, else a bound of it."""
    s = stack[depth * SIZE : (depth + 1) * SIZE]
    info[NODES] += 1
    if info[NODES] > info[LIMIT] or start + MAX_LEGAL > len(menus):
        info[STOPPED] = 1
        return 0
    seat = s[TURN]
    so_far = _so_far(s, seat)
    key = _key(s)
    slot = (key >> 20) & (len(keys) - 1)
    hint = -1
    if keys[slot] == key:
        known = (values[slot] >> 2) + so_far
        sort = values[slot] & 3
        if sort == _EXACT or (sort == _LEAST and known >= beta) or (sort == _MOST and known <= alpha):
            return known
        hint = moves[slot]
    number = legal_with(s, w, menus[start:])
    if number < 0:
        info[STOPPED] = 1
        return 0
    end = start + number
    unseen = chance_unseen(s)
    for place in range(start, end):
        worths[place] = 1e9 if menus[place] == hint else worth(s, w, menus[place], unseen)
    child = stack[(depth + 1) * SIZE : (depth + 2) * SIZE]
    best = -_ENDLESS
    chosen = -1
    floor = alpha
    for place in range(start, end):
        action = _pick(menus, worths, place, end)
        copy(child, s)
        apply_with(child, action, w)
        if child[HANDS] | child[HANDS + 2] == 0:
            value = _at_end(child, seat)
        else:
            sign = 1 if child[TURN] == seat else -1
            low, high = floor, beta
            if place > start:
                high = floor + 1  # is it better at all?
            while True:
                if sign == 1:
                    value = _value(
                        depth + 1, low, high, end, stack, menus, worths, keys, values, moves, info, w
                    )
                else:
                    value = -_value(
                        depth + 1, -high, -low, end, stack, menus, worths, keys, values, moves, info, w
                    )
                if info[STOPPED]:
                    return 0
                if high == beta or value < high:
                    break
                high = beta
        if value > best:
            best = value
            chosen = action
            floor = max(floor, best)
            if best >= beta:
                break
    sort = _LEAST if best >= beta else _MOST if best <= alpha else _EXACT
    keys[slot] = key
    values[slot] = (best - so_far) << 2 | sort
    moves[slot] = chosen
    return best


@compiled
def _solve(
    codes: Packed,
    found: Packed,
    all_values: bool,
    stack: Packed,
    menus: Packed,
    worths: np.ndarray,
    keys: Packed,
    values: Packed,
    moves: Packed,
    info: Packed,
    w: Packed,
) -> None:
    """The values of the plays of the root, in the order given."""
    s = stack[:SIZE]
    child = stack[SIZE : 2 * SIZE]
    seat = s[TURN]
    best = -_ENDLESS
    for place in range(len(codes)):
        copy(child, s)
        apply_with(child, codes[place], w)
        if child[HANDS] | child[HANDS + 2] == 0:
            value = _at_end(child, seat)
        else:
            floor = -_ENDLESS if all_values else best
            if child[TURN] == seat:
                value = _value(1, floor, _ENDLESS, 0, stack, menus, worths, keys, values, moves, info, w)
            else:
                value = -_value(1, -_ENDLESS, -floor, 0, stack, menus, worths, keys, values, moves, info, w)
            if info[STOPPED]:
                return
        found[place] = value
        best = max(best, value)
