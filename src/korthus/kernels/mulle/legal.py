"""What may be played: counting first, so that a random move lists nothing that it does not choose."""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.kernels.bits import count, lowest, mirrored
from korthus.kernels.compiled import allocating, compiled
from korthus.kernels.mulle.crowded import (
    LIST_SETS,
    WAYS,
    crowded,
)
from korthus.kernels.mulle.gather import (
    build_core,
    drawable,
    drawn_in,
)
from korthus.kernels.mulle.layout import (
    BUILD,
    BUILDING,
    CAPTURE,
    CAPTURE_FIRST,
    CARD_AT,
    DEAD_BUILDS,
    DISCARD,
    DOWN,
    DOWN_FROM_SINGLE,
    FLAGS,
    HAND_VALUES,
    HANDS,
    INDEX_IN_ORDER,
    LOCKED,
    MERGE,
    MODIFY_OWNER,
    MOST_CAPTURES,
    MOST_SLOTS,
    NO_TROTTA,
    OWNED,
    PAIRS,
    RANKED,
    REST_AT,
    SINGLES,
    SLOTS_AT,
    TRAIL,
    TROTTA,
    TROTTA_OWN,
    TROTTA_UNBOUND,
    TURN,
    Packed,
    plain,
)
from korthus.kernels.mulle.packing import (
    CARDS,
    CROWDED,
    FIRST_SET,
    ROOM,
    SETS,
    SUMS_OF,
    WORK,
    fill_slots,
    largest_sets,
)
from korthus.kernels.mulle.table import (
    Piles,
    builds_in_sums,
    direct,
    of_value,
    piles_of,
    size,
    smaller,
    sort_key,
    takes_builds_only,
    takes_twin_only,
    whole_builds,
)

# What is counted for each face in the hand, from ``CARDS`` on; a face of -1 ends it. The last four are what
# a card that a build of its own needs can be built on (``bases_of``); those of others are not written down.
FACE_OF, TAKES, BUILT, GATHERS, ALL, UP, DOWN_ON, BUILDS_UP, BUILDS_DOWN, STRIDE = range(10)

#: The faces of value 1 to 13 of one suit, clubs.
_CLUBS: Final = 0x1111111111111
#: By byte: four bits for each of its bits.
_NIBBLES: Final = np.array(
    [sum(15 << 4 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], dtype=np.int64
)
#: Not counted yet.
_LATER: Final = -1


@compiled
def hand_values(first: int, second: int) -> tuple[int, int]:
    """The hand values of some cards, one bit each, and those of which there are several cards."""
    once = twice = 0
    while first:
        bit = first & -first
        value = 1 << HAND_VALUES[lowest(first)]
        first ^= bit
        twice |= once & value
        once |= value
        if second & bit:
            twice |= value
    return once, twice


@compiled
def held_by_turn(s: Packed) -> tuple[int, int]:
    """``hand_values`` of the seat to play."""
    index = HANDS + 2 * s[TURN]
    return hand_values(s[index], s[index + 1])


@compiled
def _spread(values: int) -> int:
    """Values from 2 to 16 as four bits each, so that a shift by a card's value gives faces."""
    return _NIBBLES[values >> 2 & 255] | _NIBBLES[values >> 10 & 127] << 32


@compiled
def _mirrored(values: int) -> int:
    """Bit 16 - v for each value v from 1 to 16."""
    return mirrored(values) >> 47 & 0xFFFF


# -- counting ------------------------------------------------------------------------------------------


@compiled
def count_plays(s: Packed, w: Packed, one_each: int) -> int:
    """How many actions there are, with the counts for each face in ``w``.

    With ``one_each`` one capture stands for all that a card has. Otherwise the answer is -1 where there are
    more than ``MOST_CAPTURES``.
    """
    seat = s[TURN]
    flags = s[FLAGS]
    first, second = s[HANDS + 2 * seat], s[HANDS + 2 * seat + 1]
    held, several = hand_values(first, second)
    whole = whole_builds(s)
    singles = s[SINGLES]
    _, values, pair_sums, copies = fill_slots(w, singles, s[SINGLES + 1], builds_in_sums(s, whole))
    own, theirs = s[OWNED + seat], s[OWNED + 1 - seat]
    needed = own & held & ~several
    gathers = _gathered_values(s, values | pair_sums | own | theirs, theirs)
    bases = (own if flags & MODIFY_OWNER else own | theirs) & ~s[LOCKED]
    mirror = _mirrored(bases)
    blocked = 0 if flags & MERGE else theirs
    faces = _spread(held & ~blocked)
    keeps_discard = flags & CAPTURE_FIRST == 0
    counted = 0
    total = captures = 0
    later = False
    at = CARDS
    room = plain(ROOM)
    while first:
        face = lowest(first)
        first &= first - 1
        card = (face >> 2) + 1
        value = HAND_VALUES[face]
        if takes_twin_only(s, face):
            takes = 1
        elif takes_builds_only(s, value):
            takes = whole >> value & 1
        else:
            if counted >> value & 1 == 0:
                counted |= 1 << value
                sets = _count_sums(s, w, copies, value, room)
                if w[FIRST_SET + value] != CROWDED:
                    room += sets
            takes = w[SETS + value]
            if takes == 0:
                takes = (values | whole) >> value & 1
        if one_each:
            takes = min(takes, 1)
        captures += takes
        if captures > MOST_CAPTURES:
            return -1
        alone = 1 - (several >> value & 1)
        targets = held & ~(alone << value)
        allowed = targets & ~blocked
        builds = count(singles & (faces & ~(15 * alone << 4 * (value - 2))) >> 4 * (card - 1))
        builds += count(bases << card & allowed) + count(bases >> card & allowed)
        builds += count(mirror >> (16 - card) & allowed)
        if card & 1 == 0:  # down to the same value
            builds += bases & blocked & targets & 1 << (card >> 1) != 0
        if flags & DOWN_FROM_SINGLE:
            builds += count(_down_singles(singles, card, allowed))
        bound = needed >> value & 1
        if bound and builds:
            builds = _LATER
            later = True
        gather = gathers >> card & 1 & (bound ^ 1 | (flags & TROTTA_UNBOUND != 0))
        actions = takes + gather + ((bound ^ 1) & (keeps_discard | (takes == 0)))
        if builds != _LATER:
            actions += builds
        w[at + FACE_OF] = face
        w[at + TAKES] = takes
        w[at + BUILT] = builds
        w[at + GATHERS] = gather
        w[at + ALL] = actions
        at += STRIDE
        total += actions
    w[at] = -1
    if later:
        total += _count_bound(s, w)
    if flags & TRAIL and own and captures:
        total -= _forbid_discards(w)
    return total


@compiled
def _gathered_values(s: Packed, values: int, theirs: int) -> int:
    """Table values that can be trottad, of those for which something lies there."""
    flags = s[FLAGS]
    if flags & NO_TROTTA:
        return 0
    if flags & TROTTA_OWN:
        values &= ~theirs | (~s[LOCKED] & s[PAIRS])
    return values if flags & DEAD_BUILDS else values & ~2


@compiled
def _count_sums(s: Packed, w: Packed, copies: int, value: int, at: int) -> int:
    """How many sets a hand value can take in sums, written down from ``at`` on unless the table is crowded.

    ``w`` has the slots of the table. ``w[FIRST_SET + value]`` says where the sets are, or ``CROWDED``.
    """
    slots = size(smaller(s, value))
    sets = 0
    w[FIRST_SET + value] = at
    if w[SUMS_OF + slots] >> value & 1:
        sets = largest_sets(w, slots, copies, value, at)
        if sets == CROWDED:
            w[FIRST_SET + value] = CROWDED
            sets = crowded(WAYS, s.ctypes, value, 0, w.ctypes)
    w[SETS + value] = sets
    return sets


@compiled
def count_sums_of(s: Packed, w: Packed, face: int) -> int:
    """How many sets a card can take in sums; ``w`` has them and the slots, as after ``count_plays``."""
    copies = fill_slots(w, s[SINGLES], s[SINGLES + 1], builds_in_sums(s, whole_builds(s)))[3]
    return _count_sums(s, w, copies, HAND_VALUES[face], plain(ROOM))


@compiled
def _down_singles(singles: int, card: int, allowed: int) -> int:
    """The single cards that a card can be built down on (MI-32)."""
    found = 0
    for base in range(1, 14):
        if allowed >> abs(base - card) & 1:
            found |= singles & of_value(base)
    return found


@compiled
def _count_bound(s: Packed, w: Packed) -> int:
    """Count the builds of cards that a build of their own needs."""
    total = 0
    at = CARDS
    hand = held_by_turn(s)
    while w[at + FACE_OF] >= 0:
        if w[at + BUILT] == _LATER:
            up, down, builds_up, builds_down = bases_of(s, w, w[at + FACE_OF], hand)
            w[at + UP], w[at + DOWN_ON], w[at + BUILDS_UP], w[at + BUILDS_DOWN] = (
                up,
                down,
                builds_up,
                builds_down,
            )
            builds = count(up) + count(down) + count(builds_up) + count(builds_down)
            w[at + BUILT] = builds
            w[at + ALL] += builds
            total += builds
        at += STRIDE
    if drawable(s):  # asking what a build draws in may have laid out other slots
        fill_slots(w, s[SINGLES], s[SINGLES + 1], builds_in_sums(s, whole_builds(s)))
    return total


@compiled
def counted_bases(s: Packed, w: Packed, at: int, hand: tuple[int, int]) -> tuple[int, int, int, int]:
    """``bases_of`` the card whose counts are at ``at``; the slots in ``w`` stay."""
    needed = s[OWNED + s[TURN]] & hand[0] & ~hand[1]
    if needed >> HAND_VALUES[w[at + FACE_OF]] & 1:
        return w[at + UP], w[at + DOWN_ON], w[at + BUILDS_UP], w[at + BUILDS_DOWN]
    return bases_of(s, w, w[at + FACE_OF], hand)


@compiled
def but_discard(w: Packed, at: int) -> int:
    """How many actions the card has whose counts are at ``at``, its discard left out."""
    return w[at + TAKES] + w[at + BUILT] + w[at + GATHERS]


@compiled
def _forbid_discards(w: Packed) -> int:
    """Take the discards out of the count: an owner must capture while they can (MI-50)."""
    dropped = 0
    at = CARDS
    while w[at + FACE_OF] >= 0:
        rest = but_discard(w, at)
        dropped += w[at + ALL] - rest
        w[at + ALL] = rest
        at += STRIDE
    return dropped


# -- listing -------------------------------------------------------------------------------------------


@allocating
def legal(s: Packed, out: Packed) -> int:
    """Write the legal actions in the order of the rules; returns how many.

    Where the rules raise ``TooManyActions`` the answer is -1.
    """
    w = np.empty(WORK, np.int64)
    return legal_with(s, w, out)


@compiled
def legal_with(s: Packed, w: Packed, out: Packed) -> int:
    """``legal`` with work space: an array of ``WORK`` words."""
    if s[HANDS + 2 * s[TURN]] == 0:
        return 0
    if count_plays(s, w, plain(0)) < 0:
        return -1
    number = plain(0)
    last = plain(-1)
    while True:
        at = _next_card(w, last)
        if at < 0:
            return number
        face = w[at + FACE_OF]
        last = INDEX_IN_ORDER[face]
        number += list_captures(s, w, face, w[at + TAKES], out, number)
        if w[at + BUILT]:
            number += list_builds(s, w, face, out, number)
            if s[OWNED + s[TURN]] >> HAND_VALUES[face] & 1:
                fill_slots(w, s[SINGLES], s[SINGLES + 1], builds_in_sums(s, whole_builds(s)))
        number = list_last(w, at, out, number)


@compiled
def list_last(w: Packed, at: int, out: Packed, number: int) -> int:
    """Write the trotta and the discard of the card whose counts are at ``at``; how many are written now."""
    face = w[at + FACE_OF]
    if w[at + GATHERS]:
        out[number] = TROTTA | face << CARD_AT
        number += 1
    if w[at + ALL] > but_discard(w, at):
        out[number] = DISCARD | face << CARD_AT
        number += 1
    return number


@compiled
def _next_card(w: Packed, last: int) -> int:
    """The counts of the first card of the hand after an index in the canonical order, or -1."""
    found = -1
    first = 52
    at = CARDS
    while w[at + FACE_OF] >= 0:
        index = INDEX_IN_ORDER[w[at + FACE_OF]]
        if last < index < first:
            first = index
            found = at
        at += STRIDE
    return found


@compiled
def list_captures(s: Packed, w: Packed, face: int, takes: int, out: Packed, at: int) -> int:
    """Write the captures of a card in the order of the rules; ``w`` has its sets. Returns how many."""
    code = CAPTURE | face << CARD_AT
    value = HAND_VALUES[face]
    if takes == 0:
        return 0
    if takes_twin_only(s, face) or takes_builds_only(s, value) or w[SETS + value] == 0:
        out[at] = code
        return 1
    start = w[FIRST_SET + value]
    if start == CROWDED:
        if size(smaller(s, value)) <= MOST_SLOTS:
            crowded(LIST_SETS, s.ctypes, value, at, out.ctypes)
            for index in range(takes):
                out[at + index] |= code
        else:
            for index in range(takes):
                out[at + index] = code | RANKED | index << SLOTS_AT
        return takes
    # Few sets: insertion sort.
    whole = direct(s, value)
    for index in range(takes):
        slots = w[start + index]
        key = _key_of_slots(w, whole, slots)
        other = at + index
        while other > at and _key_of_slots(w, whole, out[other - 1] >> SLOTS_AT) < key:
            out[other] = out[other - 1]
            other -= 1
        out[other] = code | slots << SLOTS_AT
    return takes


@compiled
def _key_of_slots(w: Packed, whole: Piles, slots: int) -> tuple[int, int, int]:
    piles = piles_of(w, slots)
    return sort_key((piles[0] | whole[0], piles[1] | whole[1], piles[2] | whole[2]))


@compiled
def list_builds(s: Packed, w: Packed, face: int, out: Packed, at: int) -> int:
    """Write the builds of a card in the order of the rules from ``at`` on; returns how many.

    If the card is needed for a build of its own, the slots in ``w`` are lost.
    """
    code = BUILDING | face << CARD_AT
    start = at
    up, down, builds_up, builds_down = bases_of(s, w, face, held_by_turn(s))
    singles = up | down
    for suit in range(4):
        # From two to king, then the ace.
        rest = singles >> suit & _CLUBS
        turned = rest >> 4 | (rest & 1) << 48
        while turned:
            base = (lowest(turned) + 4) % 52 + suit
            turned &= turned - 1
            if up >> base & 1:
                out[at] = code | base << REST_AT
                at += 1
            if down >> base & 1:
                out[at] = code | base << REST_AT | DOWN
                at += 1
    builds = builds_up | builds_down
    while builds:
        base = lowest(builds)
        builds &= builds - 1
        if builds_up >> base & 1:
            out[at] = code | (BUILD + base) << REST_AT
            at += 1
        if builds_down >> base & 1:
            out[at] = code | (BUILD + base) << REST_AT | DOWN
            at += 1
    return at - start


@compiled
def bases_of(s: Packed, w: Packed, face: int, hand: tuple[int, int]) -> tuple[int, int, int, int]:
    """What a card may be built on: faces of singles, up and down, and values of builds, up and down.

    ``hand`` is ``held_by_turn``. If the card is needed for a build of its own, the slots in ``w`` are lost.
    """
    seat = s[TURN]
    flags = s[FLAGS]
    card = (face >> 2) + 1
    value = HAND_VALUES[face]
    own, theirs = s[OWNED + seat], s[OWNED + 1 - seat]
    held, several = hand
    targets = held if several >> value & 1 else held & ~(1 << value)
    allowed = targets if flags & MERGE else targets & ~theirs
    up = s[SINGLES] & _spread(allowed) >> 4 * (card - 1)
    down = _down_singles(s[SINGLES], card, allowed) if flags & DOWN_FROM_SINGLE else 0
    bases = (own if flags & MODIFY_OWNER else own | theirs) & ~s[LOCKED]
    builds_up = builds_down = 0
    if bases:
        builds_up = bases & allowed >> card
        builds_down = bases & (allowed << card | _mirrored(allowed) >> 16 - card)
        if card & 1 == 0:  # down to the value that it has, so that there is no second build of it
            builds_down |= bases & targets & 1 << (card >> 1)
    bit = 1 << value
    if own & held & ~several & bit:
        if drawable(s) & bit == 0:  # whatever is built elsewhere leaves it behind
            return plain(0), plain(0), builds_up & bit, builds_down & bit
        up = _not_leaving_own(s, w, face, up, plain(0), plain(1))
        down = _not_leaving_own(s, w, face, down, plain(0), plain(-1))
        builds_up = _not_leaving_own(s, w, face, builds_up, plain(BUILD), plain(1))
        builds_down = _not_leaving_own(s, w, face, builds_down, plain(BUILD), plain(-1))
    return up, down, builds_up, builds_down


@compiled
def _not_leaving_own(s: Packed, w: Packed, face: int, bases: int, kind: int, way: int) -> int:
    """Those of some bases that do not leave the own build behind that the card is needed for (M.3-R ii).

    That build can be drawn in by others.

    Args:
        kind: 0 for the faces of singles, ``BUILD`` for the values of builds.
        way: 1 for up, -1 for down.
    """
    kept = bases
    while bases:
        base = lowest(bases)
        bases &= bases - 1
        below = base if kind else (base >> 2) + 1
        new = abs(below + way * ((face >> 2) + 1))
        is_own = kind != 0 and base == HAND_VALUES[face]
        if not is_own and _leaves_own(s, w, face, kind + base, new):
            kept ^= 1 << base
    return kept


@compiled
def _leaves_own(s: Packed, w: Packed, face: int, base: int, value: int) -> bool:
    """Whether a build leaves the own build behind that its card is needed for (M.3-R ii)."""
    core = build_core(s, face, base, value)
    drawn = drawn_in(s, w, value, base, core[0], core[1])
    return drawn[2] >> HAND_VALUES[face] & 1 == 0
