"""Which piles can be grouped into sums of one value: the largest sets, all of them.

Slots are piles in order of value; a set of piles is a word with a bit for each slot. With each slot goes the
set of sums that smaller slots can make, so that "does anything add up" is one look, and listing the groups
never walks into a dead end. Ordinary tables have a few groups, which are combined in all ways.

Crowded tables go by values instead, like ``korthus.games.mulle.packing``, whose two searches are ported here:
a vector of counts is one word with four bits for each value from 1 to 15 (of a value there are at most eight
singles and a build). Both ways are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np
from numba import njit

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle_layout import BUILD, MOST_SLOTS, Packed

F = TypeVar("F", bound=Callable[..., object])

_ALLOCATING: Final[dict[str, Any]] = {"cache": True, "nogil": True, "_nrt": True}


def allocating(function: F) -> F:
    """Compile a function that makes arrays of its own, whatever code calls it."""
    made: F = njit(**_ALLOCATING)(function)
    return made


# -- work space: one array, made once for many moves ------------------------------------------------

#: By slot: its value; how it is listed on the table; the sums that slots before it make, one bit each, and
#: above them (from bit ``TOTAL_AT``) what they add up to.
VALUE_OF: Final = 0
NAME_OF: Final = 128
SUMS_OF: Final = 256
TOTAL_AT: Final = 20
_SUM_BITS: Final = (1 << 17) - 1
#: Groups of slots that make the sum, and a stack for the searches.
_GROUPS: Final = 384
_MOST_GROUPS: Final = 64
_STACK: Final = 448
_STACK_ROOM: Final = 1024
#: For each hand value: where its largest sets begin, and how many there are.
FIRST_SET: Final = 1472
SETS: Final = 1504
#: The sets.
_SET_ROOM: Final = 128
ROOM: Final = 1536
#: For each card in the hand: face, captures, builds, and all actions.
CARDS: Final = ROOM + 16 * _SET_ROOM
#: Room for a list of builds, and for the sets that a build may draw in.
LIST: Final = CARDS + 4 * 64
DRAWN: Final = LIST + 256
WORK: Final = DRAWN + _SET_ROOM

#: Steps of combining groups before a table counts as crowded.
_PATIENCE: Final = 4096

#: What ``largest_sets`` answers where a table is crowded.
CROWDED: Final = -1


@compiled
def fill_slots(w: Packed, first: int, second: int, builds: int) -> tuple[int, int, int, int]:
    """Lay out slots for single cards (two words) and builds (by value).

    Returns how many, the values of singles, the sums of two singles, and the slots that are second copies.
    """
    number = 0
    values = 0
    pair_sums = 0
    copies = 0
    sums = 1
    total = 0
    w[SUMS_OF] = 1
    while first | builds:
        # Singles of a value come before a build of it.
        if builds and (first == 0 or lowest(builds) <= lowest(first) >> 2):
            value = lowest(builds)
            builds &= builds - 1
            name = BUILD + value
            again = False
        else:
            name = lowest(first)
            bit = 1 << name
            value = (name >> 2) + 1
            pair_sums |= values << value
            values |= 1 << value
            first ^= bit
            again = second & bit != 0
        w[VALUE_OF + number] = value
        w[NAME_OF + number] = name
        sums = (sums | sums << value) & _SUM_BITS
        total += value
        number += 1
        w[SUMS_OF + number] = sums | total << TOTAL_AT
        if again:
            pair_sums |= values << value
            if number < 63:
                copies |= 1 << number
            w[VALUE_OF + number] = value
            w[NAME_OF + number] = name
            sums = (sums | sums << value) & _SUM_BITS
            total += value
            number += 1
            w[SUMS_OF + number] = sums | total << TOTAL_AT
    return number, values, pair_sums, copies


@compiled
def largest_sets(w: Packed, slots: int, copies: int, target: int, at: int) -> int:
    """Write the largest sets of the first ``slots`` slots that group into sums of ``target`` from ``at`` on.

    The slots are all smaller than the target, and something adds up. Sets that differ only by exchanging
    copies are written once, with the first copy. Returns how many, or ``CROWDED``.
    """
    if slots > MOST_SLOTS:
        return CROWDED
    groups = _list_groups(w, slots, target)
    if groups == CROWDED:
        return CROWDED
    if groups == 1:
        w[at] = w[_GROUPS]  # the only one has no second copy without the first
        return 1
    most = (w[SUMS_OF + slots] >> TOTAL_AT) // target
    if most == 1:
        return _largest_groups(w, groups, copies, at)
    return _combine_groups(w, groups, copies, most, at)


@compiled
def _list_groups(w: Packed, slots: int, target: int) -> int:
    """Write all groups of slots that make the target, copies exchanged and all."""
    number = 0
    w[_STACK] = slots | target << 8
    w[_STACK + 1] = 0
    top = 1
    while top:
        top -= 1
        rest = w[_STACK + 2 * top] >> 8
        slot = w[_STACK + 2 * top] & 255
        group = w[_STACK + 2 * top + 1]
        while rest:
            # Slots below can make the rest: either without this one, or with it, or both ways.
            slot -= 1
            value = w[VALUE_OF + slot]
            sums = w[SUMS_OF + slot]
            if value <= rest and sums >> (rest - value) & 1:
                if sums >> rest & 1:
                    w[_STACK + 2 * top] = slot | rest << 8
                    w[_STACK + 2 * top + 1] = group
                    top += 1
                rest -= value
                group |= 1 << slot
        if number == _MOST_GROUPS:
            return CROWDED
        w[_GROUPS + number] = group
        number += 1
    return number


@compiled
def _largest_groups(w: Packed, groups: int, copies: int, at: int) -> int:
    most = 0
    number = 0
    for place in range(groups):
        group = w[_GROUPS + place]
        size = count(group)
        if size < most or group & copies & ~(group << 1):
            continue
        if size > most:
            most = size
            number = 0
        w[at + number] = group
        number += 1
    return number


@compiled
def _combine_groups(w: Packed, groups: int, copies: int, depth: int, at: int) -> int:
    """The largest unions of disjoint groups, up to ``depth`` at a time."""
    most = 0
    number = 0
    steps = 0
    w[_STACK] = depth << 8
    w[_STACK + 1] = 0
    top = 1
    while top:
        top -= 1
        start = w[_STACK + 2 * top] & 255
        left = (w[_STACK + 2 * top] >> 8) - 1
        used = w[_STACK + 2 * top + 1]
        for place in range(start, groups):
            group = w[_GROUPS + place]
            if group & used:
                continue
            steps += 1
            union = group | used
            if left and place + 1 < groups:
                if 2 * top + 2 >= _STACK_ROOM:
                    return CROWDED
                w[_STACK + 2 * top] = (place + 1) | left << 8
                w[_STACK + 2 * top + 1] = union
                top += 1
            size = count(union)
            if size < most or union & copies & ~(union << 1):
                continue
            if size > most:
                most = size
                number = 0
            known = False
            for other in range(number):
                if w[at + other] == union:
                    known = True
                    break
            if known:
                continue
            if number == _SET_ROOM:
                return CROWDED
            w[at + number] = union
            number += 1
        if steps > _PATIENCE:
            return CROWDED
    return number


# -- crowded tables: vectors of counts ----------------------------------------------------------------

_HIGH: Final = -0x7777777777777778  # the highest bit of each field
#: States that one search may visit, and leftovers that the other may try, before both get more; a power of 2.
_FIRST_BUDGET: Final = 1 << 9


@compiled
def count_of(counts: int, value: int) -> int:
    """How many piles of a value."""
    return counts >> 4 * value & 15


@compiled
def counts_of(first: int, second: int, builds: int) -> int:
    """The vector of single cards and builds of value up to 15."""
    counts = 0
    for value in range(1, 14):
        place = 4 * (value - 1)
        number = count(first >> place & 15) + count(second >> place & 15)
        counts += number << 4 * value
    while builds:
        counts += 1 << 4 * lowest(builds)
        builds &= builds - 1
    return counts


@compiled
def _fits(part: int, counts: int) -> bool:
    """Whether there are as many of each value in ``counts`` as in ``part``."""
    lower = (counts | _HIGH) - (part & ~_HIGH)
    return ((counts & ~part) | (~(counts ^ part) & lower)) & _HIGH == _HIGH


@compiled
def _size(counts: int) -> int:
    number = 0
    for value in range(1, 16):
        number += count_of(counts, value)
    return number


@allocating
def _groups_in(target: int, counts: int) -> Packed:
    """The groups of two piles or more that make the target, those with the smallest largest pile first."""
    found = np.empty(256, np.int64)
    number = 0
    stack = np.empty((64, 4), np.int64)
    for largest in range(1, target):
        if count_of(counts, largest) == 0:
            continue
        stack[0, 0] = largest
        stack[0, 1] = target - largest
        stack[0, 2] = 1 << 4 * largest
        top = 1
        while top:
            top -= 1
            value, rest, group = stack[top, 0], stack[top, 1], stack[top, 2]
            if rest == 0:
                found[number] = group
                number += 1
                continue
            if value == 0:
                continue
            stack[top, 0], stack[top, 1], stack[top, 2] = value - 1, rest, group
            top += 1
            if value <= rest and count_of(group, value) < count_of(counts, value):
                stack[top, 0], stack[top, 1], stack[top, 2] = value, rest - value, group + (1 << 4 * value)
                top += 1
    return found[:number].copy()


@allocating
def _slot_in(keys: Packed, key: int) -> int:
    """Where a key is, or could be put, in a hash table with room."""
    mask = keys.size - 1
    mixed = key * -7046029254386353131
    place = (mixed ^ (mixed >> 29)) & mask
    while keys[place] != -1 and keys[place] != key:
        place = (place + 1) & mask
    return place


@allocating
def _larger(found: Packed, number: int) -> Packed:
    """The array, or a larger copy if it is full."""
    if number < found.size:
        return found
    grown = np.empty(2 * found.size, np.int64)
    grown[:number] = found
    return grown


@allocating
def _combine(counts: int, groups: Packed, budget: int) -> Packed:
    """All the largest packings, by walking the combinations of groups in one order; empty if there are too
    many for the budget."""
    keys = np.full(4 * budget, -1, np.int64)
    starts = np.empty(4 * budget, np.int64)
    stack = np.empty((groups.size * 56 + 1, 3), np.int64)
    sizes = np.array([_size(group) for group in groups])
    found = np.empty(256, np.int64)
    number = most = visited = 0
    stack[0, 0] = counts
    stack[0, 1] = stack[0, 2] = 0
    top = 1
    while top:
        top -= 1
        rest, start, used = stack[top, 0], stack[top, 1], stack[top, 2]
        place = _slot_in(keys, rest)
        new = keys[place] == -1
        if not new and starts[place] <= start:
            continue
        if new:
            visited += 1
            if visited > budget:
                return found[:0]
            keys[place] = rest
            if used > most:
                most = used
                number = 0
            if used == most:
                found = _larger(found, number)
                found[number] = counts - rest
                number += 1
        starts[place] = start
        for index in range(start, groups.size):
            if _fits(groups[index], rest):
                stack[top, 0] = rest - groups[index]
                stack[top, 1] = index
                stack[top, 2] = used + sizes[index]
                top += 1
    return found[:number]


@compiled
def _forced_left(target: int, counts: int) -> int:
    """A number of piles that any packing leaves: see the rules' function of this name."""
    supply = spent = left = 0
    for gap in range(1, (target + 1) // 2):
        supply += gap * count_of(counts, gap)
        number = count_of(counts, target - gap)
        if number:
            served = min(number, (supply - spent) // gap)
            spent += served * gap
            left += number - served
    return left


@allocating
def _rehash(keys: Packed, marks: Packed) -> tuple[Packed, Packed]:
    """The same hash table with twice the room."""
    grown = np.full(2 * keys.size, -1, np.int64)
    moved = np.empty(2 * keys.size, np.int64)
    for place in range(keys.size):
        if keys[place] != -1:
            other = _slot_in(grown, keys[place])
            grown[other] = keys[place]
            moved[other] = marks[place]
    return grown, moved


@allocating
def _packs(
    target: int, counts: int, groups: Packed, keys: Packed, failed: Packed, used: int
) -> tuple[bool, Packed, Packed, int]:
    """Whether all piles can be grouped.

    The hash table ``keys``, with ``used`` entries, remembers between calls which vectors have ``failed``; it
    is handed back, larger if need be.
    """
    stack = np.empty(groups.size * 56 + 1, np.int64)
    tried = np.empty(64, np.int64)
    number = 0
    stack[0] = counts
    top = 1
    while top:
        top -= 1
        rest = stack[top]
        if rest == 0:
            for place in range(number):
                failed[_slot_in(keys, tried[place])] = 0  # some of these lead here
            return True, keys, failed, used
        if _forced_left(target, rest):
            continue
        place = _slot_in(keys, rest)
        if keys[place] == rest and failed[place]:
            continue
        if keys[place] == -1:
            if 2 * used >= keys.size:
                keys, failed = _rehash(keys, failed)
                place = _slot_in(keys, rest)
            keys[place] = rest
            used += 1
        failed[place] = 1
        tried = _larger(tried, number)
        tried[number] = rest
        number += 1
        largest = 15
        while count_of(rest, largest) == 0:
            largest -= 1
        for index in range(groups.size):
            if groups[index] >> 4 * largest and _fits(groups[index], rest):
                stack[top] = rest - groups[index]
                top += 1
    return False, keys, failed, used


@allocating
def _leave_least(target: int, counts: int, groups: Packed, budget: int) -> Packed:
    """All the largest packings, by leaving as few piles as possible; empty if more than ``budget`` leftovers
    would have to be tried."""
    values = np.empty(16, np.int64)
    after = np.zeros(16, np.int64)  # piles from this value down
    levels = total = 0
    for value in range(15, 0, -1):
        if count_of(counts, value):
            values[levels] = value
            levels += 1
            total += value * count_of(counts, value)
    for level in range(levels - 1, -1, -1):
        after[level] = after[level + 1] + count_of(counts, values[level])
    supplies = np.zeros(16, np.int64)
    for value in range(1, (target + 1) // 2):
        supplies[value] = supplies[value - 1] + value * count_of(counts, value)
    keys = np.full(1 << 10, -1, np.int64)
    failed = np.empty(1 << 10, np.int64)
    used = tried = 0
    found = np.empty(256, np.int64)
    stack = np.empty((256, 5), np.int64)
    for left in range(_forced_left(target, counts), after[0] + 1):
        number = 0
        stack[0, 0] = stack[0, 1] = stack[0, 3] = stack[0, 4] = 0
        stack[0, 2] = left
        top = 1
        while top:
            top -= 1
            level, leave, still = stack[top, 0], stack[top, 1], stack[top, 2]
            left_sum, spent = stack[top, 3], stack[top, 4]
            if still > after[level]:
                continue
            if level == levels:
                if (total - left_sum) % target:
                    continue
                tried += 1
                if tried > budget:
                    return found[:0]
                packs, keys, failed, used = _packs(target, counts - leave, groups, keys, failed, used)
                if packs:
                    found = _larger(found, number)
                    found[number] = counts - leave
                    number += 1
                continue
            value = values[level]
            many = count_of(counts, value)
            gap = target - value
            least = 0
            if 2 * gap < target:
                least = max(least, many - (supplies[gap] - spent) // gap)
            else:
                gap = 0
            for leaving in range(least, min(many, still) + 1):
                stack[top, 0] = level + 1
                stack[top, 1] = leave + (leaving << 4 * value)
                stack[top, 2] = still - leaving
                stack[top, 3] = left_sum + leaving * value
                stack[top, 4] = spent + (many - leaving) * gap
                top += 1
        if number:
            return found[:number]
    return found[:0]


@allocating
def largest_packings(target: int, counts: int) -> Packed:
    """Every vector with the most piles that can be grouped into sums of ``target``, in no order.

    ``counts`` has piles of value below ``target`` only; empty if nothing adds up.
    """
    groups = _groups_in(target, counts)
    if groups.size == 0:
        return groups
    # Either search is exact; which one is quick depends on the table.
    budget = _FIRST_BUDGET
    while True:
        found = _combine(counts, groups, budget)
        if found.size == 0:
            found = _leave_least(target, counts, groups, budget)
        if found.size:
            return found
        budget *= 8
