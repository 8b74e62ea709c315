"""Packings by value: the largest sets of piles that make sums of a hand value, as vectors of counts.

A vector of counts is one word with four bits for each value from 1 to 15 (of a value there are at most eight
singles and a build). The two searches are those of ``korthus.games.mulle.packing``, ported.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import allocating, compiled
from korthus.kernels.mulle.layout import Packed, plain

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
        index = 4 * (value - 1)
        number = count(first >> index & 15) + count(second >> index & 15)
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
def piles_in(counts: int) -> int:
    """How many piles in all."""
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
    return found[:number]


@allocating
def _slot_in(keys: Packed, key: int) -> int:
    """Where a key is, or could be put, in a hash table with room."""
    mask = keys.size - 1
    mixed = key * -7046029254386353131
    index = (mixed ^ (mixed >> 29)) & mask
    while keys[index] != -1 and keys[index] != key:
        index = (index + 1) & mask
    return index


@allocating
def _larger(found: Packed, number: int) -> Packed:
    """The array, or a larger copy if it is full."""
    if number < found.size:
        return found
    grown = np.empty(2 * found.size, np.int64)
    for index in range(number):
        grown[index] = found[index]
    return grown


@allocating
def _combine(counts: int, groups: Packed, budget: int) -> Packed:
    """All the largest packings, by walking the combinations of groups in one order; empty if there are too
    many for the budget."""
    keys = np.full(4 * budget, -1, np.int64)
    starts = np.empty(4 * budget, np.int64)
    stack = np.empty((groups.size * 56 + 1, 3), np.int64)
    sizes = np.empty(groups.size, np.int64)
    for index in range(groups.size):
        sizes[index] = piles_in(groups[index])
    found = np.empty(256, np.int64)
    number = most = visited = plain(0)
    stack[0, 0] = counts
    stack[0, 1] = stack[0, 2] = 0
    top = 1
    while top:
        top -= 1
        rest, start, used = stack[top, 0], stack[top, 1], stack[top, 2]
        slot = _slot_in(keys, rest)
        new = keys[slot] == -1
        if not new and starts[slot] <= start:
            continue
        if new:
            visited += 1
            if visited > budget:
                return found[:0]
            keys[slot] = rest
            if used > most:
                most = used
                number = 0
            if used == most:
                found = _larger(found, number)
                found[number] = counts - rest
                number += 1
        starts[slot] = start
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
    for index in range(keys.size):
        if keys[index] != -1:
            other = _slot_in(grown, keys[index])
            grown[other] = keys[index]
            moved[other] = marks[index]
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
    number = plain(0)
    stack[0] = counts
    top = 1
    while top:
        top -= 1
        rest = stack[top]
        if rest == 0:
            for slot in range(number):
                failed[_slot_in(keys, tried[slot])] = 0  # some of these lead here
            return True, keys, failed, used
        if _forced_left(target, rest):
            continue
        slot = _slot_in(keys, rest)
        if keys[slot] == rest and failed[slot]:
            continue
        if keys[slot] == -1:
            if 2 * used >= keys.size:
                keys, failed = _rehash(keys, failed)
                slot = _slot_in(keys, rest)
            keys[slot] = rest
            used += 1
        failed[slot] = 1
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
def _supplies(target: int, counts: int) -> Packed:
    """By value below half the target: the sum of all piles up to it."""
    supplies = np.zeros(16, np.int64)
    for value in range(1, (target + 1) // 2):
        supplies[value] = supplies[value - 1] + value * count_of(counts, value)
    return supplies


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
    supplies = _supplies(target, counts)
    keys = np.full(1 << 10, -1, np.int64)
    failed = np.empty(1 << 10, np.int64)
    used = tried = plain(0)
    found = np.empty(256, np.int64)
    stack = np.empty((256, 5), np.int64)
    for left in range(_forced_left(target, counts), after[0] + 1):
        number = plain(0)
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
    budget = plain(_FIRST_BUDGET)
    while True:
        found = _combine(counts, groups, budget)
        if found.size == 0:
            found = _leave_least(target, counts, groups, budget)
        if found.size:
            return found
        budget *= 8
