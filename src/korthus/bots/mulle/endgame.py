"""The last rond of an omgång, solved: when every unseen card is in the other's hand, nothing is left to luck.

Alpha-beta with a transposition table, over the kernel's own plays. What is maximised is the lead at the end
of the omgång, with the bonus, tabbar and what is left over, exactly as the rules count it.

A position in the table is everything that the rest of the rond depends on: both hands, the turn, the builds,
the piles in their order (it decides between equals, MI-18) and both intakes (the bonus bends at 20). Mulles
and tabbar so far only add up, so values in the table are without them.

Values are in parts of a point (``mulle_policy.ONE``).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.mulle.policy import ONE, chance_unseen, lead, worth
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.gain import mulle_points
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
from korthus.kernels.mulle.play import bonus_of
from korthus.kernels.mulle.table import cards_in, intake_of, joined

Worths = npt.NDArray[np.float64]

#: Positions in the table of an ``Endgame``.
SLOTS: Final = 1 << 19

# Words of ``info``: positions looked at, the most of them, and whether that was not enough.
NODES, LIMIT, STOPPED = range(3)

#: No lead is as large.
_ENDLESS: Final = 1 << 40
#: What is known of a value: it is this, at least this, at most this.
_EXACT, _LEAST, _MOST = range(3)

#: Options with which a bound of what is to come would need more thought; there it is done without.
_BENT: Final = MULLE_RANK | BONUS_ROND | BONUS_SESSION | INTAKE_TOTAL

#: Plays that fit into the lists of all positions from the root down: 0.8 MB, at 16 bytes each. A search that
#: needs more gives up; the longest list of all takes a quarter.
_ROOM: Final = 4 * MAX_LEGAL


class Memory(NamedTuple):
    """What a solver works with."""

    #: Positions on the way down, and what is kept of each (``FRAME``).
    stack: Packed
    frames: Packed
    #: The plays of all of them, one list after the other, and what each promises.
    menus: Packed
    worths: Worths
    #: The table: by slot the key of a position, its value with what is known of it, and the best play.
    keys: Packed
    values: Packed
    moves: Packed
    #: See ``NODES``.
    info: Packed
    #: Work space of the kernel.
    work: Packed


class Endgame:
    """A solver with its memory. It may be asked again and again about one position, with more patience."""

    def __init__(self, s: Packed) -> None:
        """``s`` is a world of the last rond, with all cards in hands, on the table, or taken."""
        self.nodes = 0
        plies = sum(int(s[index]).bit_count() for index in range(HANDS, HANDS + 4))
        stack = np.zeros((plies + 2) * SIZE, dtype=np.int64)
        stack[:SIZE] = s[:SIZE]
        self._memory = Memory(
            stack=stack,
            frames=np.zeros((plies + 2) * FRAME, dtype=np.int64),
            menus=np.empty(_ROOM, dtype=np.int64),
            worths=np.empty(_ROOM, dtype=np.float64),
            keys=np.zeros(SLOTS, dtype=np.int64),
            values=np.empty(SLOTS, dtype=np.int64),
            moves=np.empty(SLOTS, dtype=np.int64),
            info=np.zeros(3, dtype=np.int64),
            work=np.empty(WORK, dtype=np.int64),
        )

    def solve(self, codes: list[int], nodes: int, *, all_values: bool = False) -> list[float] | None:
        """The lead at the end of the omgång, in points for the seat to act, after each of some plays.

        Only the first of the largest is certain to be exact, and the others to be at most what is said,
        unless ``all_values`` asks for more.

        Returns:
            None if more than ``nodes`` positions would have to be looked at. What was found out is kept.
        """
        info = self._memory.info
        info[:] = (0, nodes, 0)
        found = np.empty(len(codes), dtype=np.int64)
        _solve(np.array(codes, dtype=np.int64), found, all_values, self._memory)
        self.nodes += int(info[NODES])
        return None if info[STOPPED] else [value / ONE for value in found.tolist()]


@compiled
def _mix(key: np.uint64, word: int) -> np.uint64:
    key = (key ^ uint64(word)) * uint64(0x9E3779B97F4A7C15)
    return key ^ key >> uint64(32)


@compiled
def _key(s: Packed) -> int:
    """A number for everything that the rest of the rond depends on."""
    key = uint64(s[TURN] + 1)
    for index in range(HANDS, HANDS + 4):
        key = _mix(key, s[index])
    key = _mix(key, s[INTAKE] << 32 | s[INTAKE + 1])
    if s[FLAGS] & LEFT_TO_LAST:
        key = _mix(key, s[LAST])
    for index in range(TABLE, TABLE + s[PILES]):
        key = _mix(key, s[index])
    builds = s[OWNED] | s[OWNED + 1]
    if builds:
        key = _mix(key, s[OWNED] << 40 | s[OWNED + 1] << 20 | s[LOCKED])
        while builds:
            index = BUILDS + 2 * lowest(builds)
            key = _mix(key, s[index])
            key = _mix(key, s[index + 1])
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
    points = mulle_points(s, second) + count(s[hand]) + count(s[hand + 1])
    points += bonus_of(s[INTAKE + seat] + intake) - bonus_of(s[INTAKE + 1 - seat])
    return ONE * points


@compiled
def _pick(menus: Packed, worths: Worths, index: int, end: int) -> int:
    """Bring the most promising of the plays that are left to ``index``, and return it."""
    best = index
    for other in range(index + 1, end):
        if worths[other] > worths[best]:
            best = other
    # The others keep their order, so that of equals the first stays the first.
    action, promise = menus[best], worths[best]
    for other in range(best, index, -1):
        menus[other], worths[other] = menus[other - 1], worths[other - 1]
    menus[index], worths[index] = action, promise
    return action


# What is kept of each position on the way down, from ``frames[depth * FRAME]`` on: the window; the best
# value, the play that has it and what must be beaten; the list of plays, and how far it is worked off; the
# upper end of the window that the child was asked with; the key, and the lead so far.
ALPHA, BETA, BEST, CHOSEN, FLOOR, FIRST, INDEX, END, HIGH, KEY, SO_FAR, FRAME = range(12)

#: What ``_open`` answers where a position must be searched.
_SEARCH: Final = 1 << 41


@compiled
def _open(s: Packed, f: Packed, memory: Memory) -> int:
    """The value of a position where it is known well enough; else ``_SEARCH``, and plays are listed."""
    menus, worths, info = memory.menus, memory.worths, memory.info
    alpha, beta = f[ALPHA], f[BETA]
    info[NODES] += 1
    if info[NODES] > info[LIMIT] or f[FIRST] + MAX_LEGAL > len(menus):
        info[STOPPED] = 1
        return 0
    seat = s[TURN]
    so_far = _so_far(s, seat)
    key = _key(s)
    slot = (key >> 20) & (len(memory.keys) - 1)
    hint = -1
    if memory.keys[slot] == key:
        known = (memory.values[slot] >> 2) + so_far
        sort = memory.values[slot] & 3
        if sort == _EXACT or (sort == _LEAST and known >= beta) or (sort == _MOST and known <= alpha):
            return known
        hint = memory.moves[slot]
    if s[FLAGS] & _BENT == 0:
        most = so_far + _most_to_come(s, seat)
        if most <= alpha:
            return most
        least = so_far - _most_to_come(s, 1 - seat)
        if least >= beta:
            return least
    number = legal_with(s, memory.work, menus[f[FIRST] :])
    if number < 0:
        info[STOPPED] = 1
        return 0
    f[BEST] = -_ENDLESS
    f[CHOSEN] = -1
    f[FLOOR] = alpha
    f[INDEX] = f[FIRST]
    f[END] = f[FIRST] + number
    f[KEY] = key
    f[SO_FAR] = so_far
    unseen = chance_unseen(s)
    for index in range(f[FIRST], f[END]):
        worths[index] = 1e9 if menus[index] == hint else worth(s, memory.work, menus[index], unseen)
    return _SEARCH


@compiled
def _close(f: Packed, memory: Memory) -> int:
    """Write down what was found out about a position, and return it."""
    best = f[BEST]
    sort = _LEAST if best >= f[BETA] else _MOST if best <= f[ALPHA] else _EXACT
    slot = (f[KEY] >> 20) & (len(memory.keys) - 1)
    memory.keys[slot] = f[KEY]
    memory.values[slot] = (best - f[SO_FAR]) << 2 | sort
    memory.moves[slot] = f[CHOSEN]
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
def _value(alpha: int, beta: int, memory: Memory) -> int:
    """The lead at the end for the seat to act in the second position of the stack.

    If it is not between ``alpha`` and ``beta``, a bound of it. There is no recursion: Numba cannot keep
    functions that call themselves on disk.
    """
    stack, frames, menus = memory.stack, memory.frames, memory.menus
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
            value = _open(s, f, memory)
            if memory.info[STOPPED]:
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
            if f[INDEX] == f[END] or f[BEST] >= f[BETA]:
                value = _close(f, memory)
                done = True
                break
            child = stack[(depth + 1) * SIZE : (depth + 2) * SIZE]
            copy(child, s)
            apply_with(child, _pick(menus, memory.worths, f[INDEX], f[END]), memory.work)
            if child[HANDS] | child[HANDS + 2]:
                f[HIGH] = f[BETA] if f[INDEX] == f[FIRST] else f[FLOOR] + 1  # is it better at all?
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
        f[CHOSEN] = menus[f[INDEX]]
        f[FLOOR] = max(f[FLOOR], value)
    f[INDEX] += 1


@compiled
def _solve(codes: Packed, found: Packed, all_values: bool, memory: Memory) -> None:
    """The values of the plays of the root, in the order given."""
    s = memory.stack[:SIZE]
    child = memory.stack[SIZE : 2 * SIZE]
    seat = s[TURN]
    best = -_ENDLESS
    for index in range(len(codes)):
        copy(child, s)
        apply_with(child, codes[index], memory.work)
        if child[HANDS] | child[HANDS + 2] == 0:
            value = _at_end(child, seat)
        else:
            floor = -_ENDLESS if all_values else best
            if child[TURN] == seat:
                value = _value(floor, _ENDLESS, memory)
            else:
                value = -_value(-_ENDLESS, -floor, memory)
            if memory.info[STOPPED]:
                return
        found[index] = value
        best = max(best, value)
