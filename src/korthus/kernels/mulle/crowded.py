"""Captures and absorption on crowded tables, where slots are too many to walk.

Piles matter by value here: ``counts`` finds the packings, this file the sets of piles that they stand for.
Nothing is capped and nothing is approximated.

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

from korthus.kernels.bits import count
from korthus.kernels.compiled import allocating, compiled, compiled_for_c
from korthus.kernels.mulle.counts import count_of, counts_of, largest_packings, piles_in
from korthus.kernels.mulle.gain import gained, most_gained
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
    better,
    cards_in,
    direct,
    joined,
    of_value,
    size,
    slots_of,
    smaller,
    sort_key,
)

# What can be asked about the sets of piles that a hand value can take in sums: how many there are; one by
# its number, in no order, as three words at ``ASK``; one by its index in the order of the rules, likewise;
# all of them in that order, as slots of captures, from some index of the answer on. How many packings by
# value there are, and one of them. Which piles a build draws in: the piles it may, its base and its cards are
# at ``ASK`` and give way to three words. And of the sets that take singles of the same values and the same
# builds only the one that brings most (``gain.most_gained``): how many there are, and one by its index in the
# order of the rules, at ``ASK``, where before that is the face of the card that takes it; and which of them
# from an index on brings most to that card: its index.
WAYS, SET, RANK, LIST_SETS, PACKINGS, PACKING, DRAW, KINDS, BEST_ALIKE, BEST_FROM = range(10)


# -- sets of piles -------------------------------------------------------------------------------------


@compiled
def ways_of_value(among: Piles, value: int, number: int) -> int:
    """How many different sets of ``number`` piles of a value there are."""
    index = 4 * (value - 1)
    twice = count(among[1] >> index & 15) if value <= 13 else 0
    once = (count(among[0] >> index & 15) if value <= 13 else 0) - twice + (among[2] >> value & 1)
    ways = 0
    # Both copies of some faces, one copy of others.
    for both in range(number // 2 + 1):
        if both <= twice and number - 2 * both <= once + twice - both:
            ways += _choose(twice, both) * _choose(once + twice - both, number - 2 * both)
    return ways


@compiled
def _choose(things: int, number: int) -> int:
    ways = 1
    for index in range(number):
        ways = ways * (things - index) // (index + 1)
    return ways


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
    index = 4 * (value - 1)
    for build in range((among[2] >> value & 1) + 1):
        for once in range(16 if value <= 13 else 1):
            if value <= 13 and once & ~(among[0] >> index):
                continue
            for twice in range(once + 1):
                if twice and (twice & ~once or twice & ~(among[1] >> index)):
                    continue
                if count(once) + count(twice) + build != size_of:
                    continue
                if number == 0:
                    if value > 13:
                        return 0, 0, build << value
                    return once << index, twice << index, build << value
                number -= 1
    return 0, 0, 0


@compiled
def _kinds_of_value(among: Piles, value: int, number: int) -> tuple[bool, bool]:
    """Whether ``number`` piles of a value can be singles alone, and whether the build can be one of them."""
    index = 4 * (value - 1)
    singles = count(among[0] >> index & 15) + count(among[1] >> index & 15) if value <= 13 else 0
    return number <= singles, among[2] >> value & 1 != 0 and number - 1 <= singles


@compiled
def _best_of_kind(s: Packed, whole: Piles, face: int, among: Piles, packing: int, kind: int) -> Piles:
    """The set of a kind, by its number, that brings most to a card which takes ``whole`` too."""
    builds = _builds_of_kind(among, packing, kind)
    first, second = cards_in(s, (whole[0], whole[1], whole[2] | builds))
    first, second = joined(first, second, 1 << face, 0)
    once = twice = 0
    for value in range(1, 14):
        number = count_of(packing, value) - (builds >> value & 1)
        if number > 0:
            faces = of_value(value)
            some = most_gained(s, among[0] & faces, among[1] & faces, number, first & faces, second & faces)
            once |= some[0]
            twice |= some[1]
    return once, twice, builds


@compiled
def _builds_of_kind(among: Piles, packing: int, kind: int) -> int:
    """The builds that the sets of a kind take."""
    builds = 0
    for value in range(1, 16):
        number = count_of(packing, value)
        if number == 0:
            continue
        without, with_build = _kinds_of_value(among, value, number)
        if with_build and (not without or kind & 1):
            builds |= 1 << value
        if without and with_build:
            kind >>= 1
    return builds


@compiled
def _sets_of(among: Piles, packing: int, alike: bool) -> int:
    """How many different sets of piles have these counts by value.

    Those that are ``alike`` count as one: singles of one value are, a build is not like singles of its value.
    """
    product = 1
    for value in range(1, 16):
        number = count_of(packing, value)
        if number and alike:
            without, with_build = _kinds_of_value(among, value, number)
            product *= int(without) + int(with_build)
        elif number:
            product *= ways_of_value(among, value, number)
    return product


@compiled
def _all_sets(among: Piles, packings: Packed, alike: bool) -> int:
    total = 0
    for packing in packings:
        total += _sets_of(among, packing, alike)
    return total


@compiled
def _numbered(among: Piles, packings: Packed, number: int) -> Piles:
    for packing in packings:
        here = _sets_of(among, packing, False)
        if number < here:
            return nth_set(among, packing, number)
        number -= here
    return 0, 0, 0


@allocating
def _in_order(s: Packed, value: int, among: Piles, packings: Packed, alike: bool, face: int) -> Packed:
    """All sets in the order of the rules: a row has its sort key, then the set, three words each.

    Of sets that are ``alike``, which have singles of the same values and the same builds, only the one that
    brings most to the card of a face.
    """
    whole = direct(s, value)
    rows = np.empty((_all_sets(among, packings, alike), 6), np.int64)
    number = plain(0)
    for packing in packings:
        for index in range(_sets_of(among, packing, alike)):
            if alike:
                piles = _best_of_kind(s, whole, face, among, packing, index)
            else:
                piles = nth_set(among, packing, index)
            _fill_row(rows, number, piles, whole)
            number += 1
    _sort(rows, number)
    return rows


@compiled
def _fill_row(rows: Packed, number: int, piles: Piles, whole: Piles) -> None:
    key = sort_key((piles[0] | whole[0], piles[1] | whole[1], piles[2] | whole[2]))
    for column in range(3):
        rows[number, column] = key[column]
        rows[number, column + 3] = piles[column]


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


@compiled
def _best_from(s: Packed, whole: Piles, face: int, rows: Packed, start: int) -> int:
    """Which of some sets in order, from one on, brings most to the card of a face; the first of equals."""
    best = start
    most = plain(-1)
    for index in range(start, rows.shape[0]):
        once, twice, builds = rows[index, 3], rows[index, 4], rows[index, 5]
        first, second = cards_in(s, (whole[0] | once, whole[1] | twice, whole[2] | builds))
        group = joined(first, second, 1 << face, 0)
        gain = gained(s, group[0], group[1])
        if gain > most:
            best, most = index, gain
    return best


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
            if size(piles) == piles_in(packing):
                best, most = better(s, base, best, most, piles, first, second)
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
        return _all_sets(among, packings, False)
    if question == PACKINGS:
        return packings.size
    if question == PACKING:
        return packings[number]
    if question == DRAW:
        _write(words, _best_drawn(s, words[ASK + 3], among, packings, words[ASK + 4], words[ASK + 5]))
    elif question == SET:
        _write(words, _numbered(among, packings, number))
    elif question == KINDS:
        return _all_sets(among, packings, True)
    else:
        alike = question in (BEST_ALIKE, BEST_FROM)
        rows = _in_order(s, value, among, packings, alike, words[ASK])
        if question == BEST_FROM:
            return _best_from(s, direct(s, value), words[ASK], rows, number)
        if question in (RANK, BEST_ALIKE):
            _write(words, (rows[number, 3], rows[number, 4], rows[number, 5]))
            return 0
        for index in range(rows.shape[0]):
            piles = (rows[index, 3], rows[index, 4], rows[index, 5])
            words[number + index] = slots_of(piles, among) << SLOTS_AT
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
    rows: list[list[int]] = _in_order(s, value, among, packings, False, 0)[:, 3:].tolist()
    return rows
