"""Which piles can be grouped into sums of one value: the largest sets, all of them.

Slots are piles in order of value; a set of piles is a word with a bit for each slot. With each slot goes the
set of sums that smaller slots can make, so that "does anything add up" is one look, and listing the groups
never walks into a dead end. Ordinary tables have a few groups, which are combined in all ways; where there
are many, the table counts as crowded, and ``crowded`` answers.
"""

from __future__ import annotations

from typing import Final

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.layout import BUILD, MOST_SLOTS, Packed

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
#: Room for a question about a crowded table.
ASK: Final = DRAWN + _SET_ROOM
WORK: Final = ASK + 8

#: Steps of combining groups, a group joined to a set each, before a table counts as crowded
#: (``bench/constants.py``: mulle.crowded).
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
        while True:
            w[VALUE_OF + number] = value
            w[NAME_OF + number] = name
            sums = (sums | sums << value) & _SUM_BITS
            total += value
            number += 1
            w[SUMS_OF + number] = sums | total << TOTAL_AT
            if not again:
                break
            again = False
            pair_sums |= values << value
            if number < 63:
                copies |= 1 << number
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
    for index in range(groups):
        group = w[_GROUPS + index]
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
        for index in range(start, groups):
            group = w[_GROUPS + index]
            if group & used:
                continue
            steps += 1
            union = group | used
            if left and index + 1 < groups:
                if 2 * top + 2 >= _STACK_ROOM:
                    return CROWDED
                w[_STACK + 2 * top] = (index + 1) | left << 8
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
