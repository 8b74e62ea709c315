"""What may be played, what a play leads to, and how ronder and omgångar follow each other, compiled."""

from __future__ import annotations

import numpy as np
from numba import njit

from korthus.kernels.mulle_layout import (
    BEFORE,
    BONUS,
    BONUS_ROND,
    BONUS_SESSION,
    BUILD,
    BUILDING,
    BUILDS,
    CAPTURE,
    CAPTURE_FIRST,
    CARD_AT,
    DEAD_BUILDS,
    DEALING,
    DECK,
    DISCARD,
    DOWN,
    DOWN_FROM_SINGLE,
    FLAGS,
    HAND_SIZE,
    HAND_VALUES,
    HANDS,
    HOLDS,
    IN_ORDER,
    INTAKE,
    INTAKE_TOTAL,
    LAST,
    LEFT,
    LEFT_TO_LAST,
    LOCK_ALWAYS,
    LOCKED,
    MERGE,
    MODIFY_OWNER,
    MOST_CAPTURES,
    MOST_SLOTS,
    MOST_VALUE,
    MULLE_HAND,
    MULLE_NO_INTAKE,
    MULLE_POINTS,
    MULLE_RANK,
    MULLES,
    NO_FEED,
    NO_LAST_TABBE,
    NO_TROTTA,
    NOBODY,
    OMGANG,
    OMGANGAR,
    OVER,
    OWNED,
    PAIRS,
    PILES,
    RANKED,
    REST_AT,
    ROND,
    RONDER,
    SHEET,
    SINGLES,
    SLOTS_AT,
    STARTER,
    TABBE,
    TABLE,
    TABLE_CARDS,
    TAKEN,
    TEN_OF_DIAMONDS,
    TRAIL,
    TROTTA,
    TROTTA_OWN,
    TROTTA_UNBOUND,
    TROTTAD,
    TURN,
    TWO_OF_SPADES,
    UNDEALT,
    WRITTEN,
    Packed,
    count,
    lowest,
    word,
)
from korthus.kernels.mulle_packing import (
    CARDS,
    CROWDED,
    FIRST_SET,
    LIST,
    ROOM,
    SETS,
    SUMS_OF,
    WORK,
    counts_of,
    fill_slots,
    largest_packings,
    largest_sets,
)
from korthus.kernels.mulle_table import (
    Piles,
    builds_in_sums,
    cards_in,
    crowded_set,
    crowded_sets,
    crowded_ways,
    direct,
    drawable,
    drawn_in,
    gathered,
    intake_of,
    joined,
    less,
    of_value,
    piles_of,
    size,
    slots_of,
    smaller,
    sort_key,
    takes_builds_only,
    takes_twin_only,
    whole_builds,
)
from korthus.kernels.rng import Stream, below, next_word


@njit(cache=True, nogil=True)
def actor(s: Packed) -> int:
    """The seat that plays, ``DEALING`` between ronder, ``OVER`` at the end."""
    if s[HANDS] | s[HANDS + 2]:
        return s[TURN]
    return OVER if s[WRITTEN] == s[OMGANGAR] else DEALING


# -- counting ------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def hand_values(first: int, second: int) -> tuple[int, int]:
    """The hand values of some cards, one bit each, and those of which there are several cards."""
    once = twice = word(0)
    while first:
        bit = first & -first
        value = word(1) << HAND_VALUES[lowest(first)]
        first ^= bit
        twice |= once & value
        once |= value
        if second & bit:
            twice |= value
    return once, twice


@njit(cache=True, nogil=True)
def count_sums(s: Packed, w: Packed, copies: int, value: int, at: int) -> int:
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
            sets = crowded_ways(s, value)
    w[SETS + value] = sets
    return sets


@njit(cache=True, nogil=True)
def count_builds(s: Packed, card: int, targets: int, values: int) -> int:
    """How many builds a card has that is not needed for a build of its own; ``values``: of singles."""
    seat = s[TURN]
    flags = s[FLAGS]
    own, theirs = s[OWNED + seat], s[OWNED + 1 - seat]
    allowed = targets if flags & MERGE else targets & ~theirs
    number = word(0)
    spots = values << card & allowed
    while spots:
        number += count(s[SINGLES] & of_value(lowest(spots) - card))
        spots &= spots - 1
    if flags & DOWN_FROM_SINGLE:
        for base in range(1, 14):
            if allowed >> abs(base - card) & 1:
                number += count(s[SINGLES] & of_value(base))
    bases = (own if flags & MODIFY_OWNER else own | theirs) & ~s[LOCKED]
    while bases:
        base = lowest(bases)
        bases &= bases - 1
        number += allowed >> (base + card) & 1
        down = abs(base - card)
        number += (targets if down == base else allowed) >> down & 1
    return number


@njit(cache=True, nogil=True)
def list_builds(s: Packed, w: Packed, face: int, out: Packed, at: int) -> int:
    """Write the builds of a card in the order of the rules from ``at`` on; returns how many."""
    seat = s[TURN]
    flags = s[FLAGS]
    card = (face >> 2) + 1
    value = HAND_VALUES[face]
    own, theirs = s[OWNED + seat], s[OWNED + 1 - seat]
    held, several = hand_values(s[HANDS + 2 * seat], s[HANDS + 2 * seat + 1])
    targets = held if several >> value & 1 else held & ~(word(1) << value)
    needed = own & held & ~several & word(1) << value != 0
    allowed = targets if flags & MERGE else targets & ~theirs
    code = word(BUILDING | face << CARD_AT)
    start = at
    if allowed:
        for place in range(52):
            base = IN_ORDER[place]
            if s[SINGLES] >> base & 1 == 0:
                continue
            new = (base >> 2) + 1 + card
            if allowed >> new & 1 and not (needed and leaves_own(s, w, face, base, new)):
                out[at] = code | base << REST_AT
                at += 1
            new = abs((base >> 2) + 1 - card)
            if (
                flags & DOWN_FROM_SINGLE
                and allowed >> new & 1
                and not (needed and leaves_own(s, w, face, base, new))
            ):
                out[at] = code | base << REST_AT | DOWN
                at += 1
    bases = (own if flags & MODIFY_OWNER else own | theirs) & ~s[LOCKED]
    while bases:
        base = lowest(bases)
        bases &= bases - 1
        keeps = needed and base != value
        new = base + card
        if allowed >> new & 1 and not (keeps and leaves_own(s, w, face, BUILD + base, new)):
            out[at] = code | (BUILD + base) << REST_AT
            at += 1
        new = abs(base - card)
        if (targets if new == base else allowed) >> new & 1 and not (
            keeps and leaves_own(s, w, face, BUILD + base, new)
        ):
            out[at] = code | (BUILD + base) << REST_AT | DOWN
            at += 1
    return at - start


@njit(cache=True, nogil=True)
def leaves_own(s: Packed, w: Packed, face: int, base: int, value: int) -> bool:
    """Whether a build leaves the own build behind that its card is needed for (M.3-R ii)."""
    if drawable(s) >> HAND_VALUES[face] & 1 == 0:
        return True
    core = build_core(s, face, base, value)
    drawn = drawn_in(s, w, value, base, core[0], core[1])
    return drawn[2] >> HAND_VALUES[face] & 1 == 0


@njit(cache=True, nogil=True)
def count_plays(s: Packed, w: Packed, one_each: bool) -> int:
    """How many actions there are; ``w[CARDS …]`` has four words for each face in the hand.

    With ``one_each`` one capture stands for all that a card has. Otherwise the answer is -1 where there are
    more than ``MOST_CAPTURES``.
    """
    seat = s[TURN]
    flags = s[FLAGS]
    first, second = s[HANDS + 2 * seat], s[HANDS + 2 * seat + 1]
    held, several = hand_values(first, second)
    whole = whole_builds(s)
    _, values, pair_sums, copies = fill_slots(w, s[SINGLES], s[SINGLES + 1], builds_in_sums(s, whole))
    own, theirs = s[OWNED + seat], s[OWNED + 1 - seat]
    needed = own & held & ~several
    gathers = word(0)
    if flags & NO_TROTTA == 0:
        gathers = values | pair_sums | own | theirs
        if flags & TROTTA_OWN:
            gathers &= ~theirs | (~s[LOCKED] & s[PAIRS])
        if flags & DEAD_BUILDS == 0:
            gathers &= ~2
    counted = word(0)
    total = captures = word(0)
    at = CARDS
    room = ROOM
    while first:
        face = lowest(first)
        first &= first - 1
        card = (face >> 2) + 1
        value = HAND_VALUES[face]
        bit = word(1) << value
        if takes_twin_only(s, face):
            takes = word(1)
        elif takes_builds_only(s, value):
            takes = whole >> value & 1
        else:
            if counted & bit == 0:
                counted |= bit
                sets = count_sums(s, w, copies, value, room)
                if w[FIRST_SET + value] != CROWDED:
                    room += sets
            takes = w[SETS + value]
            if takes == 0:
                takes = word((values | whole) & bit != 0)
        if one_each:
            takes = min(takes, 1)
        captures += takes
        if captures > MOST_CAPTURES:
            return -1
        bound = needed & bit != 0
        if bound:
            builds = word(-1)  # counted last
        else:
            builds = count_builds(s, card, held if several & bit else held & ~bit, values)
        others = takes
        if gathers >> card & 1 and (not bound or flags & TROTTA_UNBOUND):
            others += 1
        if not bound and not (takes and flags & CAPTURE_FIRST):
            others += 1
        w[at] = face
        w[at + 1] = takes
        w[at + 2] = builds
        w[at + 3] = others
        at += 4
        total += others
        total += max(builds, 0)
    w[at] = -1
    if needed:
        total += _count_bound(s, w)
    if flags & TRAIL and own and captures:
        total -= _forbid_discards(s, w, needed)
    return total


@njit(cache=True, nogil=True)
def _count_bound(s: Packed, w: Packed) -> int:
    """Count the builds of cards that a build of their own needs."""
    total = word(0)
    at = CARDS
    while w[at] >= 0:
        if w[at + 2] < 0:
            w[at + 2] = list_builds(s, w, w[at], w, LIST)
            total += w[at + 2]
        at += 4
    # Asking what a build draws in has laid out other slots.
    fill_slots(w, s[SINGLES], s[SINGLES + 1], builds_in_sums(s, whole_builds(s)))
    return total


@njit(cache=True, nogil=True)
def _forbid_discards(s: Packed, w: Packed, needed: int) -> int:
    """Take the discards out of the count: an owner must capture while he can (MI-50)."""
    dropped = 0
    at = CARDS
    while w[at] >= 0:
        takes = w[at + 1] and s[FLAGS] & CAPTURE_FIRST
        if not takes and needed >> HAND_VALUES[w[at]] & 1 == 0:
            w[at + 3] -= 1
            dropped += 1
        at += 4
    return dropped


# -- listing -------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def legal(s: Packed, out: Packed) -> int:
    """Write the legal actions in the order of the rules; returns how many.

    Where the rules raise ``TooManyActions`` the answer is -1.
    """
    if s[HANDS + 2 * s[TURN]] == 0:
        return 0
    w = np.empty(WORK, np.int64)
    return legal_with(s, w, out)


@njit(cache=True, nogil=True)
def legal_with(s: Packed, w: Packed, out: Packed) -> int:
    """``legal`` for a seat to act, with work space of ``WORK`` words."""
    if count_plays(s, w, False) < 0:
        return -1
    number = word(0)
    for place in range(52):
        face = IN_ORDER[place]
        at = _entry(w, face)
        if at < 0:
            continue
        number += list_captures(s, w, face, w[at + 1], out, number)
        others = w[at + 3] - w[at + 1]
        if w[at + 2]:
            # Builds of a card that is bound need the slots: they are listed from work space of their own.
            number += list_builds(s, w, face, out, number)
            if s[OWNED + s[TURN]] >> HAND_VALUES[face] & 1:
                fill_slots(w, s[SINGLES], s[SINGLES + 1], builds_in_sums(s, whole_builds(s)))
        if others and can_trotta(s, face):
            out[number] = TROTTA | face << CARD_AT
            number += 1
            others -= 1
        if others:
            out[number] = DISCARD | face << CARD_AT
            number += 1
    return number


@njit(cache=True, nogil=True)
def _entry(w: Packed, face: int) -> int:
    """Where a face of the hand is among the counts, or -1."""
    at = CARDS
    while w[at] >= 0:
        if w[at] == face:
            return at
        at += 4
    return -1


@njit(cache=True, nogil=True)
def can_trotta(s: Packed, face: int) -> bool:
    """Whether a card may be trottad."""
    seat = s[TURN]
    flags = s[FLAGS]
    card = (face >> 2) + 1
    bit = word(1) << card
    own, theirs = s[OWNED + seat], s[OWNED + 1 - seat]
    if flags & NO_TROTTA or (card < 2 and flags & DEAD_BUILDS == 0):
        return False
    if flags & TROTTA_OWN and theirs & bit and (s[LOCKED] & bit or s[PAIRS] & bit == 0):
        return False
    if (own | theirs) & bit == 0 and not _has_material(s, card):
        return False
    if flags & TROTTA_UNBOUND:
        return True
    held, several = hand_values(s[HANDS + 2 * seat], s[HANDS + 2 * seat + 1])
    return own & held & ~several & word(1) << HAND_VALUES[face] == 0


@njit(cache=True, nogil=True)
def _has_material(s: Packed, card: int) -> bool:
    if s[SINGLES] & of_value(card):
        return True
    for low in range(1, card // 2 + 1):
        faces = of_value(low)
        if 2 * low == card:
            if count(s[SINGLES] & faces) + count(s[SINGLES + 1] & faces) > 1:
                return True
        elif s[SINGLES] & faces and s[SINGLES] & of_value(card - low):
            return True
    return False


@njit(cache=True, nogil=True)
def list_captures(s: Packed, w: Packed, face: int, takes: int, out: Packed, at: int) -> int:
    """Write the captures of a card in the order of the rules; ``w`` has its sets. Returns how many."""
    code = word(CAPTURE | face << CARD_AT)
    value = HAND_VALUES[face]
    if takes == 0:
        return 0
    if takes_twin_only(s, face) or takes_builds_only(s, value) or w[SETS + value] == 0:
        out[at] = code
        return 1
    among = smaller(s, value)
    start = w[FIRST_SET + value]
    if start == CROWDED:
        if size(among) > MOST_SLOTS:
            for place in range(takes):
                out[at + place] = code | RANKED | place << SLOTS_AT
            return takes
        rows = crowded_sets(s, value, takes)
        for place in range(takes):
            slots = slots_of((rows[place, 0], rows[place, 1], rows[place, 2]), among)
            out[at + place] = code | slots << SLOTS_AT
        return takes
    # Few sets: insertion sort.
    whole = direct(s, value)
    for place in range(takes):
        slots = w[start + place]
        key = _key_of_slots(w, whole, slots)
        other = at + place
        while other > at:
            before = _key_of_slots(w, whole, out[other - 1] >> SLOTS_AT)
            if before >= key:
                break
            out[other] = out[other - 1]
            other -= 1
        out[other] = code | slots << SLOTS_AT
    return takes


@njit(cache=True, nogil=True)
def _key_of_slots(w: Packed, whole: Piles, slots: int) -> tuple[int, int, int]:
    piles = piles_of(w, slots)
    return sort_key((piles[0] | whole[0], piles[1] | whole[1], piles[2] | whole[2]))


# -- playing a card ------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def apply(s: Packed, action: int) -> None:
    """Play an action that is legal; it is not checked."""
    face = action >> CARD_AT & 63
    kind = action & 3
    if kind == CAPTURE:
        _capture(s, face, taken_by(s, action))
    elif kind == BUILDING:
        _build(s, np.empty(WORK, np.int64), face, action >> REST_AT & 127, action & DOWN != 0)
    elif kind == TROTTA:
        _trotta(s, face)
    else:
        _discard(s, face)
    _next_turn(s)


@njit(cache=True, nogil=True)
def taken_by(s: Packed, action: int) -> Piles:
    """The piles that a capture takes."""
    face = action >> CARD_AT & 63
    value = HAND_VALUES[face]
    if takes_twin_only(s, face):
        return word(1) << face, word(0), word(0)
    whole = direct(s, value)
    if action >> REST_AT == 0:
        return whole
    if action & RANKED:
        row = crowded_sets(s, value, crowded_ways(s, value))[action >> SLOTS_AT]
        return whole[0] | row[0], whole[1] | row[1], whole[2] | row[2]
    return _with_slots(whole, smaller(s, value), action >> SLOTS_AT)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _leave_hand(s: Packed, face: int) -> None:
    place = HANDS + 2 * s[TURN]
    s[place], s[place + 1] = less(s[place], s[place + 1], word(1) << face)


@njit(cache=True, nogil=True)
def _remove(s: Packed, piles: Piles) -> None:
    """Take piles off the table, the oldest of identical ones first."""
    first, second, builds = piles
    end = TABLE + s[PILES]
    kept = TABLE
    once, twice = first, second
    for place in range(TABLE, end):
        name = s[place]
        if name >= BUILD:
            gone = builds >> (name - BUILD) & 1
        else:
            gone = once >> name & 1
            if gone:
                once, twice = less(once, twice, word(1) << name)
        s[kept] = name
        kept += 1 - gone
    s[PILES] = kept - TABLE
    # What is left of a face of which one copy of two is taken is one copy.
    both = s[SINGLES + 1]
    s[SINGLES + 1] = both & ~first
    s[SINGLES] = s[SINGLES] & ~first | both & first & ~second
    if builds:
        s[OWNED] &= ~builds
        s[OWNED + 1] &= ~builds
        s[LOCKED] &= ~builds
        s[TROTTAD] &= ~builds
        s[PAIRS] &= ~builds
        while builds:
            place = BUILDS + 2 * lowest(builds)
            s[place] = s[place + 1] = 0
            builds &= builds - 1


@njit(cache=True, nogil=True)
def _add_build(s: Packed, value: int, first: int, second: int, locked: bool, trottad: bool) -> None:
    """Lay a build of the seat to play at the end of the table."""
    bit = word(1) << value
    s[OWNED + s[TURN]] |= bit
    if locked:
        s[LOCKED] |= bit
    if trottad:
        s[TROTTAD] |= bit
    if count(first) + count(second) == 2:
        s[PAIRS] |= bit
    s[BUILDS + 2 * value] = first
    s[BUILDS + 2 * value + 1] = second
    s[TABLE + s[PILES]] = BUILD + value
    s[PILES] += 1


@njit(cache=True, nogil=True)
def _capture(s: Packed, face: int, piles: Piles) -> None:
    seat = s[TURN]
    first, second = cards_in(s, piles)
    first, second = joined(first, second, word(1) << face, word(0))
    intake = intake_of(s, first, second)
    if s[FLAGS] & MULLE_RANK:
        mulles = _pairs_of_rank(s, first, second)
    else:
        mulles = (second, word(0))
    if mulles[0]:
        place = MULLES + 2 * seat
        s[place], s[place + 1] = joined(s[place], s[place + 1], mulles[0], mulles[1])
        s[MULLE_POINTS + seat] += _mulle_points(s, mulles[0]) + _mulle_points(s, mulles[1])
        if s[FLAGS] & MULLE_NO_INTAKE:
            intake -= intake_of(s, mulles[0], mulles[1])
    s[INTAKE + seat] += intake
    place = TAKEN + 2 * seat
    s[place], s[place + 1] = joined(s[place], s[place + 1], first, second)
    _remove(s, piles)
    _leave_hand(s, face)
    if s[PILES] == 0 and (
        s[FLAGS] & NO_LAST_TABBE == 0 or s[HANDS] | s[HANDS + 2] != 0 or s[ROND] != s[RONDER]
    ):
        s[TABBE + seat] += 1
    s[HOLDS + seat] &= ~(word(1) << HAND_VALUES[face])
    s[LAST] = seat


@njit(cache=True, nogil=True)
def _points_of(s: Packed, face: int) -> int:
    """What a mulle of a face scores (M-15, MI-25)."""
    if face < 4:
        return 14
    if s[FLAGS] & MULLE_HAND:
        return HAND_VALUES[face]
    return (face >> 2) + 1


@njit(cache=True, nogil=True)
def _mulle_points(s: Packed, faces: int) -> int:
    points = word(0)
    while faces:
        points += _points_of(s, lowest(faces))
        faces &= faces - 1
    return points


@njit(cache=True, nogil=True)
def _pairs_of_rank(s: Packed, first: int, second: int) -> tuple[int, int]:
    """The mulles where ranks make a pair: half the cards of each, those that score most first (MI-23)."""
    once = twice = word(0)
    for value in range(1, 14):
        faces = of_value(value)
        number = (count(first & faces) + count(second & faces)) // 2
        special = word(0)
        if s[FLAGS] & MULLE_HAND:
            special = (word(1) << TWO_OF_SPADES | word(1) << TEN_OF_DIAMONDS) & faces
        for some in (special, faces & ~special):
            rest = first & some
            while rest and number:
                bit = rest & -rest
                rest ^= bit
                once |= bit
                number -= 1
                if second & bit and number:
                    twice |= bit
                    number -= 1
    return once, twice


@njit(cache=True, nogil=True)
def build_core(s: Packed, face: int, base: int, value: int) -> tuple[int, int]:
    """The cards of a build before it draws anything in: base, card, and the build it merges with."""
    first, second = word(1) << face, word(0)
    if base < BUILD:
        first, second = joined(first, second, word(1) << base, word(0))
    else:
        place = BUILDS + 2 * (base - BUILD)
        first, second = joined(first, second, s[place], s[place + 1])
    if base != BUILD + value:
        place = BUILDS + 2 * value
        first, second = joined(first, second, s[place], s[place + 1])
    return first, second


@njit(cache=True, nogil=True)
def _build(s: Packed, w: Packed, face: int, base: int, down: bool) -> None:
    seat = s[TURN]
    own = s[OWNED + seat]
    card = (face >> 2) + 1
    below_it = base - BUILD if base >= BUILD else (base >> 2) + 1
    value = abs(below_it - card) if down else below_it + card
    first, second = build_core(s, face, base, value)
    drawn = drawn_in(s, w, value, base, first, second)
    merged = (s[OWNED] | s[OWNED + 1]) & word(1) << value if base != BUILD + value else word(0)
    locked = drawn[0] | drawn[2] | merged != 0 or s[FLAGS] & LOCK_ALWAYS != 0
    inside = cards_in(s, drawn)
    first, second = joined(first, second, inside[0], inside[1])
    once, twice, builds = drawn
    builds |= merged
    if base >= BUILD:
        builds |= word(1) << (base - BUILD)
    else:
        once, twice = joined(once, twice, word(1) << base, word(0))
    _remove(s, (once, twice, builds))
    _add_build(s, value, first, second, locked, False)
    _leave_hand(s, face)
    s[HOLDS + seat] &= ~(word(1) << HAND_VALUES[face])
    s[HOLDS + seat] |= word(1) << value
    _still_held(s, face, own)


@njit(cache=True, nogil=True)
def _still_held(s: Packed, face: int, own: int) -> None:
    """Who may play a card although he owned a build of its hand value holds another (M.3-R ii)."""
    seat = s[TURN]
    s[HOLDS + seat] |= own & s[OWNED + seat] & word(1) << HAND_VALUES[face]


@njit(cache=True, nogil=True)
def _trotta(s: Packed, face: int) -> None:
    seat = s[TURN]
    own = s[OWNED + seat]
    piles = gathered(s, face)
    first, second = cards_in(s, piles)
    first, second = joined(first, second, word(1) << face, word(0))
    _remove(s, piles)
    _add_build(s, (face >> 2) + 1, first, second, True, True)
    _leave_hand(s, face)
    s[HOLDS + seat] &= ~(word(1) << HAND_VALUES[face])
    if s[FLAGS] & TROTTA_UNBOUND == 0:
        _still_held(s, face, own)


@njit(cache=True, nogil=True)
def _discard(s: Packed, face: int) -> None:
    """Feed the card to one's own build of its value, or lay it down (M-34, MI-38)."""
    seat = s[TURN]
    own = s[OWNED + seat]
    card = (face >> 2) + 1
    bit = word(1) << face
    s[HOLDS + seat] &= ~(word(1) << HAND_VALUES[face])
    _leave_hand(s, face)
    if own >> card & 1 and s[FLAGS] & NO_FEED == 0:
        place = BUILDS + 2 * card
        first, second = joined(s[place], s[place + 1], bit, word(0))
        trottad = s[TROTTAD] >> card & 1 != 0
        _remove(s, (word(0), word(0), word(1) << card))
        _add_build(s, card, first, second, True, trottad)
    else:
        s[SINGLES], s[SINGLES + 1] = joined(s[SINGLES], s[SINGLES + 1], bit, word(0))
        s[TABLE + s[PILES]] = face
        s[PILES] += 1
    _still_held(s, face, own)


# -- turns, ronder, omgångar ---------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _next_turn(s: Packed) -> None:
    seat = s[TURN]
    if s[HANDS + 2 * (1 - seat)]:
        s[TURN] = 1 - seat
    elif s[HANDS + 2 * seat] == 0:
        if s[ROND] < s[RONDER]:
            s[TURN] = s[STARTER]
        else:
            _end_omgang(s)


@njit(cache=True, nogil=True)
def bonus_of(intake: int) -> int:
    """Twice what intake exceeds 20 by."""
    return 2 * max(word(0), intake - 20)


@njit(cache=True, nogil=True)
def _bonus_so_far(s: Packed, seat: int) -> int:
    if s[FLAGS] & BONUS_ROND:
        return s[BONUS + seat] + bonus_of(s[INTAKE + seat] - s[BEFORE + seat])
    if s[FLAGS] & BONUS_SESSION:
        return s[BONUS + seat]
    return bonus_of(s[INTAKE + seat])


@njit(cache=True, nogil=True)
def _end_omgang(s: Packed) -> None:
    """Clear the table and write the scores down (MI-8)."""
    piles = (s[SINGLES], s[SINGLES + 1], s[OWNED] | s[OWNED + 1])
    first, second = cards_in(s, piles)
    _remove(s, piles)
    if s[FLAGS] & LEFT_TO_LAST and s[LAST] != NOBODY:
        seat = s[LAST]
        place = TAKEN + 2 * seat
        s[place], s[place + 1] = joined(s[place], s[place + 1], first, second)
        s[INTAKE + seat] += intake_of(s, first, second)
    else:
        s[LEFT], s[LEFT + 1] = first, second
    line = SHEET + 2 * s[WRITTEN]
    for seat in range(2):
        s[line + seat] = (
            s[MULLE_POINTS + seat]
            | s[TABBE + seat] << 16
            | s[INTAKE + seat] << 32
            | _bonus_so_far(s, seat) << 48
        )
    s[WRITTEN] += 1
    s[TURN] = 1 - s[STARTER]


@njit(cache=True, nogil=True)
def scores(s: Packed, out: Packed) -> None:
    """Each seat's points: of finished omgångar, and what it has so far in one that is being played."""
    flags = s[FLAGS]
    for seat in range(2):
        points = intake = word(0)
        for line in range(s[WRITTEN]):
            score = s[SHEET + 2 * line + seat]
            points += (score & 0xFFFF) + (score >> 16 & 0xFFFF) + (score >> 48)
            intake += score >> 32 & 0xFFFF
        if s[WRITTEN] < s[OMGANG]:
            points += s[MULLE_POINTS + seat] + s[TABBE + seat] + _bonus_so_far(s, seat)
            intake += s[INTAKE + seat]
        if flags & BONUS_SESSION:
            points += bonus_of(intake)
        if flags & INTAKE_TOTAL:
            points += intake
        out[seat] = points


@njit(cache=True, nogil=True)
def deal(s: Packed, rng: Stream) -> None:
    """Deal what is due: who starts, or the cards of a rond."""
    if s[STARTER] == NOBODY:
        s[STARTER] = s[TURN] = below(rng, 2)
        return
    first_rond = s[OMGANG] == s[WRITTEN]
    if first_rond:
        if s[OMGANG]:
            s[STARTER] = 1 - s[STARTER]
        s[OMGANG] += 1
        s[ROND] = 1
        s[LAST] = NOBODY
        s[UNDEALT], s[UNDEALT + 1] = s[DECK], s[DECK + 1]
        s[TAKEN : HOLDS + 2] = 0
        _lay_out(s, rng)
    else:
        s[ROND] += 1
    s[LEFT] = s[LEFT + 1] = 0
    s[TURN] = s[STARTER]
    for seat in range(2):
        if s[FLAGS] & BONUS_ROND:
            s[BONUS + seat] += bonus_of(s[INTAKE + seat] - s[BEFORE + seat])
        s[BEFORE + seat] = s[INTAKE + seat]
        s[HOLDS + seat] = 0
        _draw(s, rng, s[HAND_SIZE], HANDS + 2 * seat)


@njit(cache=True, nogil=True)
def _lay_out(s: Packed, rng: Stream) -> None:
    """Lay the first cards on an empty table."""
    for place in range(s[TABLE_CARDS]):
        before = (s[SINGLES], s[SINGLES + 1])
        _draw(s, rng, 1, SINGLES)
        s[TABLE + place] = lowest((before[0] ^ s[SINGLES]) | (before[1] ^ s[SINGLES + 1]))
    s[PILES] = s[TABLE_CARDS]


@njit(cache=True, nogil=True)
def _draw(s: Packed, rng: Stream, number: int, to: int) -> None:
    """Move so many undealt cards to the two words at ``to``.

    Seven random bits name one of 128 places, of which 104 are the cards of two decks; a place without an
    undealt card is passed over, so that each such card is equally likely.
    """
    first, second = s[UNDEALT], s[UNDEALT + 1]
    once, twice = s[to], s[to + 1]
    while number:
        luck = next_word(rng)
        for _ in range(9):
            place = word(luck & np.uint64(127))
            luck >>= np.uint64(7)
            bit = word(1) << (place & 63)
            if (second if place & 64 else first) & bit == 0:
                continue
            first, second = less(first, second, bit)
            once, twice = joined(once, twice, bit, word(0))
            number -= 1
            if number == 0:
                break
    s[UNDEALT], s[UNDEALT + 1] = first, second
    s[to], s[to + 1] = once, twice


# -- random play ---------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def play_random(s: Packed, w: Packed, rng: Stream) -> None:
    """Play one action for the seat to act, every legal one equally likely.

    Where the captures are too many to list, each card has one of its largest captures in the draw.
    """
    total = count_plays(s, w, False)
    listed = total >= 0
    if not listed:
        total = count_plays(s, w, True)
    number = word(below(rng, total))
    at = CARDS
    while number >= w[at + 2] + w[at + 3]:
        number -= w[at + 2] + w[at + 3]
        at += 4
    face = w[at]
    takes = w[at + 1]
    if number < takes:
        _capture(s, face, _numbered_capture(s, w, face, number) if listed else _some_capture(s, w, face, rng))
    elif number >= w[at + 3]:
        list_builds(s, w, face, w, LIST)
        action = w[LIST + number - w[at + 3]]
        _build(s, w, face, action >> REST_AT & 127, action & DOWN != 0)
    elif number == takes and can_trotta(s, face):
        _trotta(s, face)
    else:
        _discard(s, face)
    _next_turn(s)


@njit(cache=True, nogil=True)
def _numbered_capture(s: Packed, w: Packed, face: int, number: int) -> Piles:
    """One of the captures of a card that have been counted."""
    value = HAND_VALUES[face]
    if takes_twin_only(s, face):
        return word(1) << face, word(0), word(0)
    whole = direct(s, value)
    if takes_builds_only(s, value) or w[SETS + value] == 0:
        return whole
    if w[FIRST_SET + value] == CROWDED:
        piles = crowded_set(s, value, number)
    else:
        piles = piles_of(w, w[w[FIRST_SET + value] + number])
    return whole[0] | piles[0], whole[1] | piles[1], whole[2] | piles[2]


@njit(cache=True, nogil=True)
def _some_capture(s: Packed, w: Packed, face: int, rng: Stream) -> Piles:
    """One of the largest captures of a card where they are too many: any packing, then any piles for it."""
    value = HAND_VALUES[face]
    if takes_twin_only(s, face) or takes_builds_only(s, value) or w[SETS + value] == 0:
        return _numbered_capture(s, w, face, 0)
    among = smaller(s, value)
    packings = largest_packings(value, counts_of(among[0], among[1], among[2]))
    packing = packings[below(rng, packings.size)]
    once, twice, builds = direct(s, value)
    for each in range(1, MOST_VALUE):
        wanted = packing >> 4 * each & 15
        faces = of_value(each)
        rest, copies, build = among[0] & faces, among[1] & faces, among[2] >> each & 1
        left = count(rest) + count(copies) + build
        if build:
            if below(rng, left) < wanted:
                builds |= word(1) << each
                wanted -= 1
            left -= 1
        while rest:
            bit = rest & -rest
            rest ^= bit
            for _ in range(1 + (copies & bit != 0)):
                if below(rng, left) < wanted:
                    once, twice = joined(once, twice, bit, word(0))
                    wanted -= 1
                left -= 1
    return once, twice, builds


@njit(cache=True, nogil=True)
def playout(s: Packed, rng: Stream) -> None:
    """Play to the end of the session at random."""
    w = np.empty(WORK, np.int64)
    while True:
        seat = actor(s)
        if seat == OVER:
            return
        if seat == DEALING:
            deal(s, rng)
        else:
            play_random(s, w, rng)


@njit(cache=True, nogil=True)
def playout_omgang(s: Packed, rng: Stream) -> None:
    """Play at random until one more omgång is finished."""
    w = np.empty(WORK, np.int64)
    written = s[WRITTEN]
    while s[WRITTEN] == written:
        if s[HANDS] | s[HANDS + 2]:
            play_random(s, w, rng)
        else:
            deal(s, rng)


@njit(cache=True, nogil=True)
def rollouts(s: Packed, work: Packed, number: int, rng: Stream, sums: Packed) -> None:
    """Play from ``s`` to the end of the omgång so many times; add the points of each seat to ``sums``.

    ``s`` stays as it is; ``work`` is an array of the same size to play in.
    """
    points = np.empty(2, np.int64)
    for _ in range(number):
        copy(work, s)
        playout_omgang(work, rng)
        scores(work, points)
        sums[0] += points[0]
        sums[1] += points[1]


@njit(cache=True, nogil=True)
def copy(to: Packed, s: Packed) -> None:
    """Copy a state: only the words that say something."""
    for place in range(TABLE + s[PILES]):
        to[place] = s[place]
