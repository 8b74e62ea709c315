"""Questions about a packed table: what a card may take, what a build draws in, what a trotta gathers.

A set of piles is three words: the single cards (faces once, faces twice) and the values of the builds. The
clauses are those of ``capture.py``, ``gather.py``, ``build.py`` and ``trotta.py`` of the rules.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle_layout import (
    ACE_OF_SPADES,
    ALL_FACES,
    ANY_SUM,
    BUILD,
    BUILDS,
    CAPTURE_OWNER,
    CARD_AT,
    DRAW_EQUAL,
    DRAW_NO_BUILDS,
    DRAW_NONE,
    DRAW_OWN_LOCKED,
    DRAW_PAIRS,
    FLAGS,
    HAND_VALUES,
    LOCKED,
    ONE_POINT,
    OWNED,
    PAIRS,
    PILES,
    PLACES,
    RANKED,
    REST_AT,
    SINGLES,
    SLOTS_AT,
    SPADE_ACE,
    SUMS_ALL,
    SUMS_NONE,
    TABLE,
    TURN,
    TWIN_ALWAYS,
    TWIN_OFF,
    TWO_POINTS,
    Packed,
)
from korthus.kernels.mulle_packing import (
    CROWDED,
    DRAWN,
    NAME_OF,
    SUMS_OF,
    allocating,
    count_of,
    counts_of,
    fill_slots,
    largest_packings,
    largest_sets,
)

#: Three words: see above.
Piles = tuple[int, int, int]

_FIRST_SPECIAL: Final = 14


# -- cards -------------------------------------------------------------------------------------------


@compiled
def of_value(value: int) -> int:
    """The faces of a table value: none above 13."""
    return 15 << 4 * (value - 1) if value <= 13 else 0


@compiled
def under(value: int) -> int:
    """The faces of smaller table value."""
    return (1 << 4 * (value - 1)) - 1 if value <= 13 else ALL_FACES


@compiled
def joined(first: int, second: int, other_first: int, other_second: int) -> tuple[int, int]:
    """Two multisets together; there are at most two copies of anything."""
    return first | other_first, second | other_second | (first & other_first)


@compiled
def less(first: int, second: int, bit: int) -> tuple[int, int]:
    """A multiset without one copy of a face."""
    if second & bit:
        return first, second ^ bit
    return first ^ bit, second


@compiled
def intake_of(s: Packed, first: int, second: int) -> int:
    """What cards are worth when they are taken in."""
    points = count(first & ONE_POINT) + count(second & ONE_POINT)
    points += count(first & TWO_POINTS) + count(second & TWO_POINTS)
    return points + s[SPADE_ACE] * (count(first & ACE_OF_SPADES) + count(second & ACE_OF_SPADES))


@compiled
def cards_in(s: Packed, piles: Piles) -> tuple[int, int]:
    """The cards of some piles."""
    first, second, builds = piles
    while builds:
        place = BUILDS + 2 * lowest(builds)
        first, second = joined(first, second, s[place], s[place + 1])
        builds &= builds - 1
    return first, second


# -- captures ----------------------------------------------------------------------------------------


@compiled
def whole_builds(s: Packed) -> int:
    """Values of builds that the seat to play may take with a card of exactly that value."""
    seat = s[TURN]
    if s[FLAGS] & CAPTURE_OWNER:
        return s[OWNED + seat] | (s[OWNED + 1 - seat] & s[LOCKED])
    return s[OWNED] | s[OWNED + 1]


@compiled
def builds_in_sums(s: Packed, whole: int) -> int:
    """Those that may be part of a sum."""
    flags = s[FLAGS]
    if flags & (SUMS_NONE | SUMS_ALL):
        return whole if flags & SUMS_ALL else 0
    return whole & ~s[LOCKED]


@compiled
def takes_twin_only(s: Packed, face: int) -> bool:
    """Whether the card's twin on the table is all that it may take."""
    bit = 1 << face
    value = HAND_VALUES[face]
    flags = s[FLAGS]
    if s[SINGLES] & ~s[SINGLES + 1] & bit == 0 or value >= _FIRST_SPECIAL or flags & TWIN_OFF:
        return False
    return flags & TWIN_ALWAYS != 0 or s[OWNED + s[TURN]] >> value & 1 == 0


@compiled
def takes_builds_only(s: Packed, value: int) -> bool:
    """Whether a hand value is too large to take anything but a build."""
    return value >= _FIRST_SPECIAL and s[FLAGS] & ANY_SUM == 0


@compiled
def direct(s: Packed, value: int) -> Piles:
    """Everything that a hand value takes whole."""
    if takes_builds_only(s, value):
        return 0, 0, whole_builds(s) & 1 << value
    faces = of_value(value)
    return s[SINGLES] & faces, s[SINGLES + 1] & faces, whole_builds(s) & 1 << value


@compiled
def smaller(s: Packed, value: int) -> Piles:
    """Everything that can be part of a sum of a hand value."""
    if takes_builds_only(s, value):
        return 0, 0, 0
    faces = under(value)
    builds = builds_in_sums(s, whole_builds(s)) & ((1 << value) - 1)
    return s[SINGLES] & faces, s[SINGLES + 1] & faces, builds


@compiled
def size(piles: Piles) -> int:
    """How many piles."""
    return count(piles[0]) + count(piles[1]) + count(piles[2])


@compiled
def piles_of(w: Packed, slots: int) -> Piles:
    """The piles of a set of slots."""
    first = second = builds = 0
    while slots:
        name = w[NAME_OF + lowest(slots)]
        slots &= slots - 1
        if name >= BUILD:
            builds |= 1 << (name - BUILD)
        else:
            bit = 1 << name
            second |= first & bit
            first |= bit
    return first, second, builds


@compiled
def slots_of(piles: Piles, among: Piles) -> int:
    """The slots of some piles among all that slots are laid out for; at most 62 of these."""
    first, second, builds = among
    slots = 0
    bit = 1
    while first | builds:
        if builds and (first == 0 or lowest(builds) <= lowest(first) >> 2):
            if piles[2] & builds & -builds:
                slots |= bit
            builds &= builds - 1
        else:
            face = first & -first
            first ^= face
            if piles[0] & face:
                slots |= bit
            if second & face:
                bit <<= 1
                if piles[1] & face:
                    slots |= bit
        bit <<= 1
    return slots


# -- crowded tables: sets by their number ------------------------------------------------------------


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
def sort_key(piles: Piles) -> tuple[int, int, int]:
    """Three numbers that sort sets of equally many piles as the rules do, if the largest comes first."""
    early = late = third = 0
    first, second, builds = piles
    while first:
        bit = first & -first
        place = PLACES[lowest(first)]
        first ^= bit
        mark = 2 if second & bit == 0 else 3
        if place < 26:
            early |= mark << 2 * (25 - place)
        else:
            late |= mark << 2 * (51 - place)
    while builds:
        third |= 1 << (20 - lowest(builds))
        builds &= builds - 1
    return early, late, third


@allocating
def crowded_ways(s: Packed, value: int) -> int:
    """How many sets a hand value can take in sums."""
    among = smaller(s, value)
    total = 0
    for packing in largest_packings(value, counts_of(among[0], among[1], among[2])):
        total += ways(among, packing)
    return total


@allocating
def crowded_set(s: Packed, value: int, number: int) -> Piles:
    """One of these sets by its number; they are in no order."""
    among = smaller(s, value)
    for packing in largest_packings(value, counts_of(among[0], among[1], among[2])):
        here = ways(among, packing)
        if number < here:
            return nth_set(among, packing, number)
        number -= here
    return 0, 0, 0


@allocating
def crowded_sets(s: Packed, value: int, total: int) -> Packed:
    """All of these sets in the order of the rules, three words each."""
    among = smaller(s, value)
    rows = np.empty((total, 6), np.int64)
    number = 0
    for packing in largest_packings(value, counts_of(among[0], among[1], among[2])):
        for place in range(ways(among, packing)):
            piles = nth_set(among, packing, place)
            rows[number, 3], rows[number, 4], rows[number, 5] = piles
            whole = direct(s, value)
            key = sort_key((piles[0] | whole[0], piles[1] | whole[1], piles[2] | whole[2]))
            rows[number, 0], rows[number, 1], rows[number, 2] = key
            number += 1
    order = np.argsort(-rows[:, 2], kind="mergesort")
    for column in (1, 0):
        order = order[np.argsort(-rows[order, column], kind="mergesort")]
    return rows[order, 3:].copy()


@allocating
def crowded_ranked(s: Packed, value: int, rank: int) -> Piles:
    """One of these sets by its place in that order."""
    row = crowded_sets(s, value, crowded_ways(s, value))[rank]
    return row[0], row[1], row[2]


@allocating
def list_crowded(s: Packed, value: int, total: int, code: int, out: Packed, at: int) -> None:
    """Write these sets in that order as captures from ``at`` on: ``code`` with their slots."""
    among = smaller(s, value)
    rows = crowded_sets(s, value, total)
    for place in range(total):
        slots = slots_of((rows[place, 0], rows[place, 1], rows[place, 2]), among)
        out[at + place] = code | slots << SLOTS_AT


# -- what a build draws in ---------------------------------------------------------------------------


@compiled
def older(s: Packed, base: int, one: Piles, other: Piles) -> bool:
    """Whether the first of two sets of equally many piles has the older piles (MI-18).

    The oldest pile of the name ``base`` (-1 for none) is not there for either.
    """
    seen = 0
    for place in range(TABLE, TABLE + s[PILES]):
        name = s[place]
        if name == base:
            base = -1
            continue
        if name >= BUILD:
            bit = 1 << (name - BUILD)
            mine, theirs = one[2] & bit, other[2] & bit
        else:
            bit = 1 << name
            if seen & bit:
                mine, theirs = one[1] & bit, other[1] & bit
            else:
                mine, theirs = one[0] & bit, other[0] & bit
            seen |= bit
        if mine != theirs:
            return mine != 0
    return False


@compiled
def merit(s: Packed, piles: Piles, first: int, second: int) -> int:
    """Cards, identical pairs together with the given cards, and intake, as one number (MI-18)."""
    mine = cards_in(s, piles)
    both = joined(first, second, mine[0], mine[1])
    cards = count(mine[0]) + count(mine[1])
    return cards << 40 | count(both[1]) << 20 | intake_of(s, mine[0], mine[1])


@compiled
def drawable(s: Packed) -> int:
    """Values of the builds that builds draw in."""
    flags = s[FLAGS]
    if flags & (DRAW_NONE | DRAW_NO_BUILDS | DRAW_EQUAL):  # a build of an equal value is merged, not drawn in
        return 0
    pairs = (s[OWNED] | s[OWNED + 1]) & s[PAIRS]
    return pairs & (~s[LOCKED] | s[OWNED + s[TURN]] if flags & DRAW_OWN_LOCKED else ~s[LOCKED])


@compiled
def drawn_in(s: Packed, w: Packed, value: int, base: int, first: int, second: int) -> Piles:
    """The piles that consolidation moves into a build of ``value`` on ``base``.

    ``first`` and ``second`` are the cards that it holds already. The slots in ``w`` are laid out anew.
    """
    flags = s[FLAGS]
    none = (0, 0, 0)
    if flags & DRAW_NONE:
        return none
    builds = drawable(s) & ~(1 << value)  # that one is merged, or is the base
    if base >= BUILD:
        builds &= ~(1 << (base - BUILD))
    if flags & (DRAW_EQUAL | DRAW_PAIRS):
        return none if flags & DRAW_EQUAL else (0, 0, builds)
    once, twice = s[SINGLES], s[SINGLES + 1]
    if base < BUILD:
        once, twice = less(once, twice, 1 << base)
    faces = of_value(value)
    whole = (once & faces, twice & faces, 0)
    faces = under(value)
    among = (once & faces, twice & faces, builds & ((1 << value) - 1))
    slots, _, _, copies = fill_slots(w, among[0], among[1], among[2])
    if w[SUMS_OF + slots] >> value & 1 == 0:
        return whole
    core = joined(first, second, whole[0], whole[1])
    sets = largest_sets(w, slots, copies, value, DRAWN)
    if sets == CROWDED:
        best = crowded_draw(s, value, base, among, core[0], core[1])
    else:
        best = piles_of(w, w[DRAWN])
        if sets > 1:
            most = merit(s, best, core[0], core[1])
            for place in range(1, sets):
                piles = piles_of(w, w[DRAWN + place])
                good = merit(s, piles, core[0], core[1])
                if good > most or (good == most and older(s, base, piles, best)):
                    most = good
                    best = piles
    return best[0] | whole[0], best[1] | whole[1], best[2]


@allocating
def crowded_draw(s: Packed, value: int, base: int, among: Piles, first: int, second: int) -> Piles:
    """The best of the largest packings on a crowded table.

    For each choice of builds in a packing the singles are best chosen for each value by itself: cards of
    different value cannot pair.
    """
    best = (0, 0, 0)
    most = -1
    for packing in largest_packings(value, counts_of(among[0], among[1], among[2])):
        useful = 0
        for each in range(1, 16):
            if count_of(packing, each):
                useful |= 1 << each
        useful &= among[2]
        builds = useful
        while True:
            piles = _with_best_singles(s, packing, base, among, builds, first, second)
            if size(piles) == size_of_packing(packing):
                good = merit(s, piles, first, second)
                if good > most or (good == most and older(s, base, piles, best)):
                    most = good
                    best = piles
            if builds == 0:
                break
            builds = (builds - 1) & useful
    return best


@compiled
def size_of_packing(packing: int) -> int:
    """How many piles a vector counts."""
    number = 0
    for value in range(1, 16):
        number += count_of(packing, value)
    return number


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


@compiled
def best_singles(
    s: Packed, base: int, once: int, twice: int, number: int, first: int, second: int
) -> tuple[int, int]:
    """The best ``number`` of some singles of one value: most identical pairs, most intake, oldest (MI-18)."""
    if number >= count(once) + count(twice):
        return once, twice
    best = (0, 0, 0)
    most = -1
    singles = once
    while True:
        copies = twice & singles
        both = copies
        while True:
            if count(singles) + count(both) == number:
                piles = (singles, both, 0)
                good = merit(s, piles, first, second)
                if good > most or (good == most and older(s, base, piles, best)):
                    most = good
                    best = piles
            if both == 0:
                break
            both = (both - 1) & copies
        if singles == 0:
            break
        singles = (singles - 1) & once
    return best[0], best[1]


# -- what a trotta gathers -----------------------------------------------------------------------------


@compiled
def gathered(s: Packed, face: int) -> Piles:
    """Everything worth the card's table value, whole and in pairs of singles (M-31, MI-35)."""
    value = (face >> 2) + 1
    faces = of_value(value)
    builds = (s[OWNED] | s[OWNED + 1]) & 1 << value
    once, twice = s[SINGLES] & faces, s[SINGLES + 1] & faces
    core = cards_in(s, (once, twice, builds))
    core = joined(core[0], core[1], 1 << face, 0)
    for low in range(1, value // 2 + 1):
        small, large = of_value(low), of_value(value - low)
        if s[SINGLES] & small == 0 or s[SINGLES] & large == 0:
            continue
        number = count(s[SINGLES] & small) + count(s[SINGLES + 1] & small)
        if 2 * low == value:
            number &= ~1
        else:
            number = min(number, count(s[SINGLES] & large) + count(s[SINGLES + 1] & large))
            some = best_singles(s, -1, s[SINGLES] & large, s[SINGLES + 1] & large, number, core[0], core[1])
            once |= some[0]
            twice |= some[1]
        if number:
            some = best_singles(s, -1, s[SINGLES] & small, s[SINGLES + 1] & small, number, core[0], core[1])
            once |= some[0]
            twice |= some[1]
    return once, twice, builds


# -- what a play takes ----------------------------------------------------------------------------------


@compiled
def build_core(s: Packed, face: int, base: int, value: int) -> tuple[int, int]:
    """The cards of a build before it draws anything in: base, card, and the build it merges with."""
    first, second = 1 << face, 0
    if base < BUILD:
        first, second = joined(first, second, 1 << base, 0)
    else:
        place = BUILDS + 2 * (base - BUILD)
        first, second = joined(first, second, s[place], s[place + 1])
    if base != BUILD + value:
        place = BUILDS + 2 * value
        first, second = joined(first, second, s[place], s[place + 1])
    return first, second


@compiled
def taken_by(s: Packed, action: int) -> Piles:
    """The piles that a capture takes."""
    face = action >> CARD_AT & 63
    value = HAND_VALUES[face]
    if takes_twin_only(s, face):
        return 1 << face, 0, 0
    whole = direct(s, value)
    if action >> REST_AT == 0:
        return whole
    if action & RANKED:
        some = crowded_ranked(s, value, action >> SLOTS_AT)
        return whole[0] | some[0], whole[1] | some[1], whole[2] | some[2]
    return _with_slots(whole, smaller(s, value), action >> SLOTS_AT)


@compiled
def _with_slots(whole: Piles, among: Piles, slots: int) -> Piles:
    """Some piles and those of a set of slots."""
    first, second, builds = among
    once, twice, taken = whole
    while slots:
        if builds and (first == 0 or lowest(builds) <= lowest(first) >> 2):
            if slots & 1:
                taken |= builds & -builds
            builds &= builds - 1
        else:
            face = first & -first
            first ^= face
            if slots & 1:
                once |= face
            if second & face:
                slots >>= 1
                if slots & 1:
                    twice |= face
        slots >>= 1
    return once, twice, taken
