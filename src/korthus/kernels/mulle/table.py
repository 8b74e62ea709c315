"""Questions about a packed table that captures, builds and trottor share.

A set of piles is three words: the single cards (faces once, faces twice) and the values of the builds.
"""

from __future__ import annotations

from korthus.games.mulle.cards import LEAST_SPECIAL
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.layout import (
    ACE_OF_SPADES,
    ALL_FACES,
    ANY_SUM,
    BUILD,
    BUILDS,
    CAPTURE_OWNER,
    FLAGS,
    HAND_VALUES,
    INDEX_IN_ORDER,
    LOCKED,
    ONE_POINT,
    OWNED,
    PILES,
    SINGLES,
    SPADE_ACE,
    SUMS_ALL,
    SUMS_NONE,
    TABLE,
    TURN,
    TWIN_ALWAYS,
    TWIN_OFF,
    TWO_POINTS,
    Packed,
    plain,
)
from korthus.kernels.mulle.packing import (
    NAME_OF,
)

#: Three words: see above.
Piles = tuple[int, int, int]


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
        index = BUILDS + 2 * lowest(builds)
        first, second = joined(first, second, s[index], s[index + 1])
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
    if s[SINGLES] & ~s[SINGLES + 1] & bit == 0 or value >= LEAST_SPECIAL or flags & TWIN_OFF:
        return False
    return flags & TWIN_ALWAYS != 0 or s[OWNED + s[TURN]] >> value & 1 == 0


@compiled
def takes_builds_only(s: Packed, value: int) -> bool:
    """Whether a hand value is too large to take anything but a build."""
    return value >= LEAST_SPECIAL and s[FLAGS] & ANY_SUM == 0


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


@compiled
def sort_key(piles: Piles) -> tuple[int, int, int]:
    """Three numbers that sort sets of equally many piles as the rules do, if the largest comes first."""
    early = late = third = 0
    first, second, builds = piles
    while first:
        bit = first & -first
        index = INDEX_IN_ORDER[lowest(first)]
        first ^= bit
        mark = 2 if second & bit == 0 else 3
        if index < 26:
            early |= mark << 2 * (25 - index)
        else:
            late |= mark << 2 * (51 - index)
    while builds:
        third |= 1 << (20 - lowest(builds))
        builds &= builds - 1
    return early, late, third


# -- which is better ---------------------------------------------------------------------------------


@compiled
def older(s: Packed, base: int, one: Piles, other: Piles) -> bool:
    """Whether the first of two sets of equally many piles has the older piles (MI-18).

    The oldest pile of the name ``base`` (-1 for none) is not there for either.
    """
    seen = 0
    for index in range(TABLE, TABLE + s[PILES]):
        name = s[index]
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
def better(
    s: Packed, base: int, best: Piles, most: int, piles: Piles, first: int, second: int
) -> tuple[Piles, int]:
    """The better of two sets of piles, and its ``merit``; ``best`` has ``most`` (MI-18)."""
    good = merit(s, piles, first, second)
    if good > most or (good == most and older(s, base, piles, best)):
        return piles, good
    return best, most


@compiled
def fewer(once: int, twice: int, singles: int, both: int) -> tuple[int, int]:
    """The choice after ``singles`` and ``both`` among some singles: each once, from all of them down to none.

    ``both`` are those of ``singles`` that are taken twice.
    """
    if both:
        return singles, (both - 1) & twice & singles
    singles = (singles - 1) & once
    return singles, twice & singles


@compiled
def best_singles(
    s: Packed, base: int, once: int, twice: int, number: int, first: int, second: int
) -> tuple[int, int]:
    """The best ``number`` of some singles of one value: most identical pairs, most intake, oldest (MI-18)."""
    if number >= count(once) + count(twice):
        return once, twice
    best = (plain(0), plain(0), plain(0))
    most = -1
    singles, both = once, twice & once
    while True:
        if count(singles) + count(both) == number:
            piles = (singles, both, plain(0))
            best, most = better(s, base, best, most, piles, first, second)
        if singles == 0:
            return best[0], best[1]
        singles, both = fewer(once, twice, singles, both)
