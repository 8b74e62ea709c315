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
import numpy.typing as npt
from numba import uint64

from korthus.bots.mulle.policy import ONE, chance_unseen, lead, worth
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.kernel import MAX_LEGAL, SIZE, WORK, apply_with, copy, legal_with
from korthus.kernels.mulle.layout import (
    BONUS_ROND,
    BONUS_SESSION,
    BUILDS,
    FLAGS,
    HANDS,
    INTAKE,
    INTAKE_TOTAL,
    LAST,
    LEFT_TO_LAST,
    LOCKED,
    MULLE_POINTS,
    MULLE_RANK,
    OWNED,
    PILES,
    SINGLES,
    TABBE,
    TABLE,
    TURN,
    Packed,
)
from korthus.kernels.mulle.play import _mulle_points, bonus_of
from korthus.kernels.mulle.table import cards_in, intake_of, joined

Worths = npt.NDArray[np.float64]

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

#: Options with which a bound of what is to come would need more thought; there it is done without.
_BENT: Final = MULLE_RANK | BONUS_ROND | BONUS_SESSION | INTAKE_TOTAL

#: Plays on all lists from the root down.
_ROOM: Final = 4 * MAX_LEGAL


class Endgame:
    """A solver with its memory. It may be asked again and again about one position, with more patience."""

    def __init__(self, s: Packed) -> None:
        """``s`` is a world of the last rond, with all cards in hands, on the table, or taken."""
        self.nodes = 0
        plies = sum(int(s[place]).bit_count() for place in range(HANDS, HANDS + 4))
        self._stack = np.zeros((plies + 2) * SIZE, dtype=np.int64)
        self._stack[:SIZE] = s[:SIZE]
        self._frames = np.zeros((plies + 2) * FRAME, dtype=np.int64)
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
            None if more than ``nodes`` positions would have to be looked at. What was found out is kept.
        """
        self._info[:] = (0, nodes, 0)
        found = np.empty(len(codes), dtype=np.int64)
        _solve(
            np.array(codes, dtype=np.int64),
            found,
            all_values,
            self._stack,
            self._frames,
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


@compiled
def _most_to_come(s: Packed, seat: int) -> int:
    """More than this a seat cannot gain on the other by the end: see ``_BENT`` for where it is known.

    At best it takes every mulle whose two cards are still in play, all intake, and a tabbe with each card.
    """
    other = HANDS + 2 * (1 - seat)
    hand = HANDS + 2 * seat
    first, second = cards_in(s, (s[SINGLES], s[SINGLES + 1], s[OWNED] | s[OWNED + 1]))
    first, second = joined(first, second, s[other], s[other + 1])
    first, second = joined(first, second, s[hand], s[hand + 1])
    intake = intake_of(s, first, second)
    points = _mulle_points(s, second) + count(s[hand]) + count(s[hand + 1])
    points += bonus_of(s[INTAKE + seat] + intake) - bonus_of(s[INTAKE + 1 - seat])
    return ONE * points


@compiled
def _pick(menus: Packed, worths: Worths, place: int, end: int) -> int:
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


# What is kept of each position on the way down, from ``frames[depth * FRAME]`` on: the window; the best
# value, the play that has it and what must be beaten; the list of plays, and how far it is worked off; the
# upper end of the window that the child was asked with; the key, and the lead so far.
ALPHA: Final = 0
BETA: Final = 1
BEST: Final = 2
CHOSEN: Final = 3
FLOOR: Final = 4
FIRST: Final = 5
PLACE: Final = 6
END: Final = 7
HIGH: Final = 8
KEY: Final = 9
SO_FAR: Final = 10
FRAME: Final = 11

#: What ``_open`` answers where a position must be searched.
_SEARCH: Final = 1 << 41


@compiled
def _open(
    s: Packed,
    f: Packed,
    menus: Packed,
    worths: Worths,
    keys: Packed,
    values: Packed,
    moves: Packed,
    info: Packed,
    w: Packed,
) -> int:
    """The value of a position where it is known well enough; else ``_SEARCH``, and plays are listed."""
    alpha, beta = f[ALPHA], f[BETA]
    info[NODES] += 1
    if info[NODES] > info[LIMIT] or f[FIRST] + MAX_LEGAL > len(menus):
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
    if s[FLAGS] & _BENT == 0:
        most = so_far + _most_to_come(s, seat)
        if most <= alpha:
            return most
        least = so_far - _most_to_come(s, 1 - seat)
        if least >= beta:
            return least
    number = legal_with(s, w, menus[f[FIRST] :])
    if number < 0:
        info[STOPPED] = 1
        return 0
    f[BEST] = -_ENDLESS
    f[CHOSEN] = -1
    f[FLOOR] = alpha
    f[PLACE] = f[FIRST]
    f[END] = f[FIRST] + number
    f[KEY] = key
    f[SO_FAR] = so_far
    unseen = chance_unseen(s)
    for place in range(f[FIRST], f[END]):
        worths[place] = 1e9 if menus[place] == hint else worth(s, w, menus[place], unseen)
    return _SEARCH


@compiled
def _close(f: Packed, keys: Packed, values: Packed, moves: Packed) -> int:
    """Write down what was found out about a position, and return it."""
    best = f[BEST]
    sort = _LEAST if best >= f[BETA] else _MOST if best <= f[ALPHA] else _EXACT
    slot = (f[KEY] >> 20) & (len(keys) - 1)
    keys[slot] = f[KEY]
    values[slot] = (best - f[SO_FAR]) << 2 | sort
    moves[slot] = f[CHOSEN]
    return best


@compiled
def _ask(f: Packed, child: Packed, above: Packed, seat: int) -> None:
    """Set the window of a position from that of the one above: the other way round if the other plays."""
    if child[TURN] == seat:
        f[ALPHA], f[BETA] = above[FLOOR], above[HIGH]
    else:
        f[ALPHA], f[BETA] = -above[HIGH], -above[FLOOR]
    f[FIRST] = above[END]


@compiled
def _value(
    alpha: int,
    beta: int,
    stack: Packed,
    frames: Packed,
    menus: Packed,
    worths: Worths,
    keys: Packed,
    values: Packed,
    moves: Packed,
    info: Packed,
    w: Packed,
) -> int:
    """The lead at the end for the seat to act in the second position of the stack.

    If it is not between ``alpha`` and ``beta``, a bound of it. There is no recursion: Numba cannot keep
    functions that call themselves on disk.
    """
    depth = 1
    f = frames[FRAME : 2 * FRAME]
    f[ALPHA], f[BETA], f[FIRST] = alpha, beta, 0
    opening = True
    value = 0
    while True:
        s = stack[depth * SIZE : (depth + 1) * SIZE]
        f = frames[depth * FRAME : (depth + 1) * FRAME]
        below_it = frames[(depth + 1) * FRAME : (depth + 2) * FRAME]
        done = False
        if opening:
            value = _open(s, f, menus, worths, keys, values, moves, info, w)
            if info[STOPPED]:
                return 0
            done = value != _SEARCH
        else:  # ``value`` is what the child says
            child = stack[(depth + 1) * SIZE : (depth + 2) * SIZE]
            if child[TURN] != s[TURN]:
                value = -value
            if f[HIGH] < f[BETA] and value >= f[HIGH]:
                f[HIGH] = f[BETA]  # better than all before: how much?
                _ask(below_it, child, f, s[TURN])
                depth += 1
                opening = True
                continue
            _accept(f, menus, value)
        while not done:
            if f[PLACE] == f[END] or f[BEST] >= f[BETA]:
                value = _close(f, keys, values, moves)
                done = True
                break
            child = stack[(depth + 1) * SIZE : (depth + 2) * SIZE]
            copy(child, s)
            apply_with(child, _pick(menus, worths, f[PLACE], f[END]), w)
            if child[HANDS] | child[HANDS + 2]:
                f[HIGH] = f[BETA] if f[PLACE] == f[FIRST] else f[FLOOR] + 1  # is it better at all?
                _ask(below_it, child, f, s[TURN])
                break
            _accept(f, menus, _at_end(child, s[TURN]))
        if done:
            if depth == 1:
                return value
            depth -= 1
            opening = False
        else:
            depth += 1
            opening = True


@compiled
def _accept(f: Packed, menus: Packed, value: int) -> None:
    """Count the value of the play that the list has come to."""
    if value > f[BEST]:
        f[BEST] = value
        f[CHOSEN] = menus[f[PLACE]]
        f[FLOOR] = max(f[FLOOR], value)
    f[PLACE] += 1


@compiled
def _solve(
    codes: Packed,
    found: Packed,
    all_values: bool,
    stack: Packed,
    frames: Packed,
    menus: Packed,
    worths: Worths,
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
                value = _value(floor, _ENDLESS, stack, frames, menus, worths, keys, values, moves, info, w)
            else:
                value = -_value(-_ENDLESS, -floor, stack, frames, menus, worths, keys, values, moves, info, w)
            if info[STOPPED]:
                return
        found[place] = value
        best = max(best, value)
