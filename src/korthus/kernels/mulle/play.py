"""What a play leads to, and how turns, ronder and omgångar follow each other, compiled."""

from __future__ import annotations

import numpy as np

from korthus.games.mulle.scoring import BONUS_FACTOR, BONUS_THRESHOLD
from korthus.kernels.bits import count, lowest, nth
from korthus.kernels.compiled import allocating, compiled
from korthus.kernels.mulle.gain import mulle_points, mulles_of
from korthus.kernels.mulle.gather import (
    build_core,
    drawn_in,
    gathered,
    taken_by,
)
from korthus.kernels.mulle.layout import (
    BEFORE,
    BONUS,
    BONUS_ROND,
    BONUS_SESSION,
    BUILD,
    BUILDING,
    BUILDS,
    CAPTURE,
    CARD_AT,
    DEALING,
    DECK,
    DOWN,
    FLAGS,
    HAND_SIZE,
    HAND_VALUES,
    HANDS,
    HOLDS,
    INTAKE,
    INTAKE_TOTAL,
    LAST,
    LEFT,
    LEFT_TO_LAST,
    LOCK_ALWAYS,
    LOCKED,
    MULLE_NO_INTAKE,
    MULLE_POINTS,
    MULLES,
    NO_FEED,
    NO_LAST_TABBE,
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
    STARTER,
    TABBE,
    TABLE,
    TABLE_CARDS,
    TAKEN,
    TROTTA,
    TROTTA_UNBOUND,
    TROTTAD,
    TURN,
    UNDEALT,
    WRITTEN,
    Packed,
    plain,
)
from korthus.kernels.mulle.packing import (
    WORK,
)
from korthus.kernels.mulle.table import (
    Piles,
    cards_in,
    intake_of,
    joined,
    less,
)
from korthus.kernels.rng import Stream, below


@compiled
def actor(s: Packed) -> int:
    """The seat that plays, ``DEALING`` between ronder, ``OVER`` at the end."""
    if s[HANDS] | s[HANDS + 2]:
        return s[TURN]
    return OVER if s[WRITTEN] == s[OMGANGAR] else DEALING


@compiled
def copy(to: Packed, s: Packed) -> None:
    """Copy a state: only the words that say something."""
    for index in range(TABLE + s[PILES]):
        to[index] = s[index]


# -- playing a card ------------------------------------------------------------------------------------


@allocating
def apply(s: Packed, action: int) -> None:
    """Play an action that is legal; it is not checked."""
    kind = action & 3
    if kind == BUILDING or (kind == CAPTURE and action & RANKED):
        apply_with(s, action, np.empty(WORK, np.int64))
    else:  # needs no room to work in
        apply_with(s, action, s)


@compiled
def apply_with(s: Packed, action: int, w: Packed) -> None:
    """``apply`` with work space: an array of ``WORK`` words."""
    face = action >> CARD_AT & 63
    kind = action & 3
    if kind == CAPTURE:
        capture(s, face, taken_by(s, w, action))
    elif kind == BUILDING:
        build(s, w, face, action >> REST_AT & 127, action & DOWN != 0)
    elif kind == TROTTA:
        trotta(s, face)
    else:
        discard(s, face)
    next_turn(s)


@compiled
def _leave_hand(s: Packed, face: int) -> None:
    index = HANDS + 2 * s[TURN]
    s[index], s[index + 1] = less(s[index], s[index + 1], 1 << face)


@compiled
def _remove(s: Packed, piles: Piles) -> None:
    """Take piles off the table, the oldest of identical ones first."""
    first, second, builds = piles
    end = TABLE + s[PILES]
    kept = TABLE
    once, twice = first, second
    for index in range(TABLE, end):
        name = s[index]
        if name >= BUILD:
            gone = builds >> (name - BUILD) & 1
        else:
            gone = once >> name & 1
            copy = twice & gone << name
            twice ^= copy
            once ^= copy ^ gone << name
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
            index = BUILDS + 2 * lowest(builds)
            s[index] = s[index + 1] = 0
            builds &= builds - 1


@compiled
def _add_build(s: Packed, value: int, first: int, second: int, locked: bool, trottad: bool) -> None:
    """Lay a build of the seat to play at the end of the table."""
    bit = 1 << value
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


@compiled
def capture(s: Packed, face: int, piles: Piles) -> None:
    seat = s[TURN]
    first, second = cards_in(s, piles)
    first, second = joined(first, second, 1 << face, 0)
    intake = intake_of(s, first, second)
    mulles = mulles_of(s, first, second)
    if mulles[0]:
        index = MULLES + 2 * seat
        s[index], s[index + 1] = joined(s[index], s[index + 1], mulles[0], mulles[1])
        s[MULLE_POINTS + seat] += mulle_points(s, mulles[0]) + mulle_points(s, mulles[1])
        if s[FLAGS] & MULLE_NO_INTAKE:
            intake -= intake_of(s, mulles[0], mulles[1])
    s[INTAKE + seat] += intake
    index = TAKEN + 2 * seat
    s[index], s[index + 1] = joined(s[index], s[index + 1], first, second)
    _remove(s, piles)
    _leave_hand(s, face)
    if s[PILES] == 0 and (
        s[FLAGS] & NO_LAST_TABBE == 0 or s[HANDS] | s[HANDS + 2] != 0 or s[ROND] != s[RONDER]
    ):
        s[TABBE + seat] += 1
    s[HOLDS + seat] &= ~(1 << HAND_VALUES[face])
    s[LAST] = seat


@compiled
def value_built(face: int, base: int, down: bool) -> int:
    """What a build of a card on a pile comes to: up it adds the card, down it is the difference (M-22)."""
    card = (face >> 2) + 1
    below_it = base - BUILD if base >= BUILD else (base >> 2) + 1
    return abs(below_it - card) if down else below_it + card


@compiled
def build(s: Packed, w: Packed, face: int, base: int, down: bool) -> None:
    seat = s[TURN]
    own = s[OWNED + seat]
    value = value_built(face, base, down)
    first, second = build_core(s, face, base, value)
    drawn = drawn_in(s, w, value, base, first, second)
    merged = (s[OWNED] | s[OWNED + 1]) & 1 << value if base != BUILD + value else 0
    locked = drawn[0] | drawn[2] | merged != 0 or s[FLAGS] & LOCK_ALWAYS != 0
    inside = cards_in(s, drawn)
    first, second = joined(first, second, inside[0], inside[1])
    once, twice, builds = drawn
    builds |= merged
    if base >= BUILD:
        builds |= 1 << (base - BUILD)
    else:
        once, twice = joined(once, twice, 1 << base, 0)
    _remove(s, (once, twice, builds))
    _add_build(s, value, first, second, locked, False)
    _leave_hand(s, face)
    s[HOLDS + seat] &= ~(1 << HAND_VALUES[face])
    s[HOLDS + seat] |= 1 << value
    _still_held(s, face, own)


@compiled
def _still_held(s: Packed, face: int, own: int) -> None:
    """Who may play a card although they owned a build of its hand value holds another (M.3-R ii)."""
    seat = s[TURN]
    s[HOLDS + seat] |= own & s[OWNED + seat] & 1 << HAND_VALUES[face]


@compiled
def trotta(s: Packed, face: int) -> None:
    seat = s[TURN]
    own = s[OWNED + seat]
    piles = gathered(s, face)
    first, second = cards_in(s, piles)
    first, second = joined(first, second, 1 << face, 0)
    _remove(s, piles)
    _add_build(s, (face >> 2) + 1, first, second, True, True)
    _leave_hand(s, face)
    s[HOLDS + seat] &= ~(1 << HAND_VALUES[face])
    if s[FLAGS] & TROTTA_UNBOUND == 0:
        _still_held(s, face, own)


@compiled
def discard(s: Packed, face: int) -> None:
    """Feed the card to one's own build of its value, or lay it down (M-34, MI-38)."""
    seat = s[TURN]
    own = s[OWNED + seat]
    card = (face >> 2) + 1
    bit = 1 << face
    s[HOLDS + seat] &= ~(1 << HAND_VALUES[face])
    _leave_hand(s, face)
    if own >> card & 1 and s[FLAGS] & NO_FEED == 0:
        index = BUILDS + 2 * card
        first, second = joined(s[index], s[index + 1], bit, 0)
        trottad = s[TROTTAD] >> card & 1 != 0
        _remove(s, (plain(0), plain(0), 1 << card))
        _add_build(s, card, first, second, True, trottad)
    else:
        s[SINGLES], s[SINGLES + 1] = joined(s[SINGLES], s[SINGLES + 1], bit, 0)
        s[TABLE + s[PILES]] = face
        s[PILES] += 1
    _still_held(s, face, own)


# -- turns, ronder, omgångar ---------------------------------------------------------------------------


@compiled
def next_turn(s: Packed) -> None:
    seat = s[TURN]
    if s[HANDS + 2 * (1 - seat)]:
        s[TURN] = 1 - seat
    elif s[HANDS + 2 * seat] == 0:
        if s[ROND] < s[RONDER]:
            s[TURN] = s[STARTER]
        else:
            _end_omgang(s)


@compiled
def bonus_of(intake: int) -> int:
    """Twice what intake exceeds the threshold by."""
    return BONUS_FACTOR * max(0, intake - BONUS_THRESHOLD)


@compiled
def _bonus_so_far(s: Packed, seat: int) -> int:
    if s[FLAGS] & BONUS_ROND:
        return s[BONUS + seat] + bonus_of(s[INTAKE + seat] - s[BEFORE + seat])
    if s[FLAGS] & BONUS_SESSION:
        return s[BONUS + seat]
    return bonus_of(s[INTAKE + seat])


@compiled
def _end_omgang(s: Packed) -> None:
    """Clear the table and write the scores down (MI-8)."""
    piles = (s[SINGLES], s[SINGLES + 1], s[OWNED] | s[OWNED + 1])
    first, second = cards_in(s, piles)
    _remove(s, piles)
    if s[FLAGS] & LEFT_TO_LAST and s[LAST] != NOBODY:
        seat = s[LAST]
        index = TAKEN + 2 * seat
        s[index], s[index + 1] = joined(s[index], s[index + 1], first, second)
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


@compiled
def scores(s: Packed, out: Packed) -> None:
    """Each seat's points: of finished omgångar, and what it has so far in one that is being played."""
    flags = s[FLAGS]
    for seat in range(2):
        points = intake = 0
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


@compiled
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


@compiled
def _lay_out(s: Packed, rng: Stream) -> None:
    """Lay the first cards on an empty table."""
    for index in range(s[TABLE_CARDS]):
        before = (s[SINGLES], s[SINGLES + 1])
        _draw(s, rng, plain(1), plain(SINGLES))
        s[TABLE + index] = lowest((before[0] ^ s[SINGLES]) | (before[1] ^ s[SINGLES + 1]))
    s[PILES] = s[TABLE_CARDS]


@compiled
def _draw(s: Packed, rng: Stream, number: int, to: int) -> None:
    """Move ``number`` undealt cards to the two words at ``to``, every card equally likely."""
    first, second = s[UNDEALT], s[UNDEALT + 1]
    once, twice = s[to], s[to + 1]
    for _ in range(number):
        faces = count(first)
        chosen = int(below(rng, faces + count(second)))
        bit = nth(first, chosen) if chosen < faces else nth(second, chosen - faces)
        first, second = less(first, second, bit)
        once, twice = joined(once, twice, bit, 0)
    s[UNDEALT], s[UNDEALT + 1] = first, second
    s[to], s[to + 1] = once, twice
