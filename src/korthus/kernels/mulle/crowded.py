"""Captures and absorption on crowded tables, where slots are too many to walk.

Piles matter by value here, as in ``korthus.games.mulle.packing``, whose two searches are ported: a vector of
counts is one word with four bits for each value from 1 to 15 (of a value there are at most eight singles and
a build). Nothing is capped and nothing is approximated.

Numba copies and optimises again all that a function calls, for each of its callers. This code is large and
seldom needed, so it is compiled once, and others call it by name, as they would a C library: ``crowded``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import numba
import numpy as np
from llvmlite import binding
from numba import types

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import allocating, compiled, compiled_for_c
from korthus.kernels.mulle.layout import (
    MAX_LEGAL,
    SIZE,
    SLOTS_AT,
    Packed,
    plain,
)
from korthus.kernels.mulle.packing import (
    ASK,
)
from korthus.kernels.mulle.table import (
    Piles,
    best_singles,
    cards_in,
    direct,
    merit,
    of_value,
    older,
    size,
    slots_of,
    smaller,
    sort_key,
)

# What can be asked about the sets of piles that a hand value can take in sums:
#: How many there are.
WAYS: Final = 0
#: One by its number, in no order: three words at ``ASK``.
SET: Final = 1
#: One by its place in the order of the rules, likewise.
RANK: Final = 2
#: All in that order, as slots of captures, from some place of the answer on.
LIST_SETS: Final = 3
#: How many packings by value there are, and one of them.
PACKINGS: Final = 4
PACKING: Final = 5
#: And which piles a build draws in: the piles it may, its base and its cards are at ``ASK`` and give way to
#: three words.
DRAW: Final = 6


# -- vectors of counts ---------------------------------------------------------------------------------

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
    return found[:number]


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
    for place in range(number):
        grown[place] = found[place]
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
        sizes[index] = _size(groups[index])
    found = np.empty(256, np.int64)
    number = most = visited = plain(0)
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
    number = plain(0)
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


# -- sets of piles -------------------------------------------------------------------------------------


@compiled
def ways_of_value(among: Piles, value: int, number: int) -> int:
    """How many different sets of ``number`` piles of a value there are."""
    place = 4 * (value - 1)
    twice = count(among[1] >> place & 15) if value <= 13 else 0
    once = (count(among[0] >> place & 15) if value <= 13 else 0) - twice + (among[2] >> value & 1)
    ways = 0
    # Both copies of some faces, one copy of others.
    for both in range(number // 2 + 1):
        if both <= twice and number - 2 * both <= once + twice - both:
            ways += _choose(twice, both) * _choose(once + twice - both, number - 2 * both)
    return ways


@compiled
def _choose(things: int, number: int) -> int:
    ways = 1
    for place in range(number):
        ways = ways * (things - place) // (place + 1)
    return ways


@compiled
def ways(among: Piles, packing: int) -> int:
    """How many different sets of piles have these counts by value."""
    product = 1
    for value in range(1, 16):
        number = count_of(packing, value)
        if number:
            product *= ways_of_value(among, value, number)
    return product


@compiled
def nth_set(among: Piles, packing: int, number: int) -> Piles:
    """One of the sets of piles with these counts by value, by its number."""
    first = second = builds = 0
    for value in range(1, 16):
        size_of = count_of(packing, value)
        if size_of == 0:
            continue
        here = ways_of_value(among, value, size_of)
        once, twice, build = _nth_of_value(among, value, size_of, number % here)
        number //= here
        first |= once
        second |= twice
        builds |= build
    return first, second, builds


@compiled
def _nth_of_value(among: Piles, value: int, size_of: int, number: int) -> Piles:
    place = 4 * (value - 1)
    for build in range((among[2] >> value & 1) + 1):
        for once in range(16 if value <= 13 else 1):
            if value <= 13 and once & ~(among[0] >> place):
                continue
            for twice in range(once + 1):
                if twice and (twice & ~once or twice & ~(among[1] >> place)):
                    continue
                if count(once) + count(twice) + build != size_of:
                    continue
                if number == 0:
                    if value > 13:
                        return 0, 0, build << value
                    return once << place, twice << place, build << value
                number -= 1
    return 0, 0, 0


@compiled
def _all_ways(among: Piles, packings: Packed) -> int:
    total = 0
    for packing in packings:
        total += ways(among, packing)
    return total


@compiled
def _numbered(among: Piles, packings: Packed, number: int) -> Piles:
    for packing in packings:
        here = ways(among, packing)
        if number < here:
            return nth_set(among, packing, number)
        number -= here
    return 0, 0, 0


@allocating
def _in_order(s: Packed, value: int, among: Piles, packings: Packed) -> Packed:
    """All sets in the order of the rules: a row has its sort key, then the set, three words each."""
    rows = np.empty((_all_ways(among, packings), 6), np.int64)
    whole = direct(s, value)
    number = plain(0)
    for packing in packings:
        for place in range(ways(among, packing)):
            piles = nth_set(among, packing, place)
            key = sort_key((piles[0] | whole[0], piles[1] | whole[1], piles[2] | whole[2]))
            for column in range(3):
                rows[number, column] = key[column]
                rows[number, column + 3] = piles[column]
            number += 1
    _sort(rows, number)
    return rows


@compiled
def _sort(rows: Packed, number: int) -> None:
    """Heap sort, the largest key first."""
    for start in range(number // 2 - 1, -1, -1):
        _sift(rows, start, number)
    for end in range(number - 1, 0, -1):
        _swap(rows, plain(0), end)
        _sift(rows, plain(0), end)


@compiled
def _sift(rows: Packed, start: int, end: int) -> None:
    while 2 * start + 1 < end:
        child = 2 * start + 1
        if child + 1 < end and _before(rows, child, child + 1):
            child += 1
        if not _before(rows, start, child):
            return
        _swap(rows, start, child)
        start = child


@compiled
def _before(rows: Packed, one: int, other: int) -> bool:
    for column in range(3):
        if rows[one, column] != rows[other, column]:
            return rows[one, column] > rows[other, column]
    return False


@compiled
def _swap(rows: Packed, one: int, other: int) -> None:
    for column in range(6):
        rows[one, column], rows[other, column] = rows[other, column], rows[one, column]


# -- what a build draws in -----------------------------------------------------------------------------


@compiled
def _best_drawn(s: Packed, base: int, among: Piles, packings: Packed, first: int, second: int) -> Piles:
    """The best of the largest packings.

    For each choice of builds in a packing the singles are best chosen for each value by itself: cards of
    different value cannot pair.
    """
    best = (plain(0), plain(0), plain(0))
    most = -1
    for packing in packings:
        useful = plain(0)
        for value in range(1, 16):
            if count_of(packing, value):
                useful |= among[2] & 1 << value
        builds = useful
        while True:
            piles = _with_best_singles(s, packing, base, among, builds, first, second)
            if size(piles) == _size(packing):
                good = merit(s, piles, first, second)
                if good > most or (good == most and older(s, base, piles, best)):
                    most = good
                    best = piles
            if builds == 0:
                break
            builds = (builds - 1) & useful
    return best


@compiled
def _with_best_singles(
    s: Packed, packing: int, base: int, among: Piles, builds: int, first: int, second: int
) -> Piles:
    """The builds, and the best singles of each value to make up a packing, as far as there are enough."""
    inside = cards_in(s, (first, second, builds))
    once = twice = 0
    for value in range(1, 14):
        number = count_of(packing, value) - (builds >> value & 1)
        if number > 0:
            faces = of_value(value)
            some = best_singles(s, base, among[0] & faces, among[1] & faces, number, inside[0], inside[1])
            once |= some[0]
            twice |= some[1]
    return once, twice, builds


# -- the one way in ------------------------------------------------------------------------------------


@compiled
def _write(words: Packed, piles: Piles) -> None:
    words[ASK], words[ASK + 1], words[ASK + 2] = piles


@allocating
def answer(question: int, s: Packed, value: int, number: int, words: Packed) -> int:
    """Answer a question about a hand value, or a build of a value, on a crowded table."""
    among = smaller(s, value)
    if question == DRAW:
        among = (words[ASK], words[ASK + 1], words[ASK + 2])
    packings = largest_packings(value, counts_of(among[0], among[1], among[2]))
    if question == WAYS:
        return _all_ways(among, packings)
    if question == PACKINGS:
        return packings.size
    if question == PACKING:
        return packings[number]
    if question == DRAW:
        _write(words, _best_drawn(s, words[ASK + 3], among, packings, words[ASK + 4], words[ASK + 5]))
    elif question == SET:
        _write(words, _numbered(among, packings, number))
    else:
        rows = _in_order(s, value, among, packings)
        if question == RANK:
            _write(words, (rows[number, 3], rows[number, 4], rows[number, 5]))
            return 0
        for place in range(rows.shape[0]):
            piles = (rows[place, 3], rows[place, 4], rows[place, 5])
            words[number + place] = slots_of(piles, among) << SLOTS_AT
    return 0


_NAME: Final = "korthus_mulle_crowded"
_WORDS: Final[Any] = cast("Any", types).CPointer(types.int64)
_SIGNATURE: Final = types.int64(types.int64, _WORDS, types.int64, types.int64, _WORDS)
_array: Final = cast("Any", numba).carray


def _entry(question: int, state: Any, value: int, number: int, words: Any) -> int:
    return answer(question, _array(state, (SIZE,)), value, number, _array(words, (MAX_LEGAL,)))


_ENTRY: Final = compiled_for_c(_SIGNATURE, _entry)
binding.add_symbol(_NAME, _ENTRY.address)


#: ``crowded(question, s.ctypes, value, number, words.ctypes)`` is ``answer`` for compiled code.
crowded: Final = cast("Callable[[int, Any, int, int, Any], int]", types.ExternalFunction(_NAME, _SIGNATURE))


def sets_in_order(s: Packed, value: int) -> list[list[int]]:
    """All sets of piles that a hand value can take in sums, three words each, in the order of the rules."""
    among = smaller(s, value)
    packings = largest_packings(value, counts_of(among[0], among[1], among[2]))
    rows: list[list[int]] = _in_order(s, value, among, packings)[:, 3:].tolist()
    return rows
