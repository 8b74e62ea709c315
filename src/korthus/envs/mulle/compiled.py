"""Mulle as numbers from packed states: what they are is in ``fields``, ``ids`` and ``captures``.

Two words beside a packed state, at its end, are room for the points, which the kernel counts into an array.
From ``holds`` on fields are written exactly (``vector_rows``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.envs.mulle.fields import HUNDRED, fields_of
from korthus.envs.mulle.id_tables import (
    BASE_AT,
    BUILD_CODES,
    BUILD_INDEX,
    FACES_OF_CAPTURES,
    FIRST_BUILDS,
    FIRST_CAPTURES,
    GOES_DOWN,
    ROOMS,
)
from korthus.envs.mulle.ids import CAPTURES, DISCARDS, FACES, TROTTAS
from korthus.envs.vector_code import compiled
from korthus.envs.vector_masks import first_word, mark, write_mask
from korthus.envs.vector_rows import put, spread, starts_of
from korthus.games.mulle.options import MulleRules
from korthus.kernels.bits import count, lowest
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.crowded import BEST_FROM, KINDS, crowded
from korthus.kernels.mulle.layout import Packed, plain
from korthus.kernels.mulle.legal import (
    ALL,
    BUILT,
    FACE_OF,
    GATHERS,
    STRIDE,
    TAKES,
    but_discard,
    count_plays,
    count_sums_of,
    counted_bases,
    held_by_turn,
    list_captures,
)
from korthus.kernels.mulle.packing import ASK, CARDS, LIST, SETS
from korthus.kernels.mulle.play import actor, scores
from korthus.kernels.mulle.table import joined, takes_builds_only, takes_twin_only

Numbers = npt.NDArray[Any]

#: See ``envs.brings.Compiled``.
ANY_SEAT: Final = True

#: Where the fields begin; there is one layout for all rules that the kernel knows.
_STARTS: Final = starts_of(fields_of(MulleRules()))
_HAND, _SINGLES, _TAKEN, _UNSEEN, _BUILT, _SINGLE_PLACES, _BUILD_PLACES, _BUILD_SIZES = _STARTS[:8]
_BUILDS, _, _, _HOLDS, _IN_HAND, _TABBAR, _INTAKE, _ROND_INTAKE = _STARTS[8:16]
_MULLE_POINTS, _ROND_BONUS, _TOTALS, _ALL_INTAKE, _STOCK, _ROND, _RONDER_LEFT = _STARTS[16:23]
_OMGANG, _OMGANGAR_LEFT, _STARTER, _LAST_CAPTURER, _TURN, _END = _STARTS[23:]

#: Bits of the values from 1 to 16, once those of 0 are gone.
_VALUES: Final = 0xFFFF
#: An intake as the sheet has it.
_INTAKE_AT: Final = 32
_SIXTEEN: Final = 0xFFFF


def words(packed: Packed) -> int:
    """How many words a game needs: its state, and room for the points."""
    return at.SIZE + 2


# -- what is seen ------------------------------------------------------------------------------------


@compiled
def observe(s: Packed, seat: int, row: Numbers) -> None:
    """See ``envs.brings.Compiled``; ``s`` has two words more than the kernel's state."""
    other = 1 - seat
    undealt = at.UNDEALT if s[at.OMGANG] else at.DECK
    unseen = joined(s[undealt], s[undealt + 1], s[at.HANDS + 2 * other], s[at.HANDS + 2 * other + 1])
    _write_set(row, _HAND, s[at.HANDS + 2 * seat], s[at.HANDS + 2 * seat + 1])
    _write_set(row, _SINGLES, s[at.SINGLES], s[at.SINGLES + 1])
    _write_set(row, _TAKEN, s[at.TAKEN + 2 * seat], s[at.TAKEN + 2 * seat + 1])
    _write_set(row, _TAKEN + 2 * FACES, s[at.TAKEN + 2 * other], s[at.TAKEN + 2 * other + 1])
    _write_set(row, _UNSEEN, unseen[0], unseen[1])
    _write_table(s, row)
    flags = s[at.OWNED + seat] >> 1 & _VALUES | (s[at.OWNED + other] >> 1 & _VALUES) << 16
    flags |= (s[at.LOCKED] >> 1 & _VALUES) << 32 | s[at.TROTTAD] >> 1 << 48
    spread(row, _BUILDS, flags, 64)
    spread(row, _HOLDS, s[at.HOLDS + seat] >> 1 & _VALUES | (s[at.HOLDS + other] >> 1 & _VALUES) << 16, 32)
    scores(s, s[at.SIZE : at.SIZE + 2])
    _write_side(s, seat, row, plain(0))
    _write_side(s, other, row, plain(1))
    put(row, _STOCK, count(s[undealt]) + count(s[undealt + 1]))
    put(row, _ROND, s[at.ROND])
    put(row, _RONDER_LEFT, s[at.RONDER] - s[at.ROND])
    put(row, _OMGANG, s[at.OMGANG])
    put(row, _OMGANGAR_LEFT, s[at.OMGANGAR] - s[at.OMGANG])
    put(row, _STARTER, int(s[at.STARTER] == seat))
    put(row, _LAST_CAPTURER, int(s[at.LAST] == seat))
    put(row, _LAST_CAPTURER + 1, int(s[at.LAST] == other))
    put(row, _TURN, int(actor(s) == seat))


@compiled
def _write_set(row: Numbers, start: int, first: int, second: int) -> None:
    """Write a multiset of cards, and zeros after it."""
    spread(row, start, first, 64)
    spread(row, start + FACES, second, 64)


@compiled
def _write_table(s: Packed, row: Numbers) -> None:
    """Write what is in builds, and where everything lies."""
    for start in range(_BUILT, _BUILDS, 64):
        spread(row, start, 0, 64)
    for index in range(s[at.PILES] - 1, -1, -1):  # the older of two copies comes last and stays
        name = s[at.TABLE + index]
        here = _BUILD_PLACES - at.BUILD - 1 + name if name >= at.BUILD else _SINGLE_PLACES + name
        put(row, here, index + 1)
    builds = s[at.OWNED] | s[at.OWNED + 1]
    before = 0
    while builds:
        value = lowest(builds)
        builds &= builds - 1
        first, second = s[at.BUILDS + 2 * value], s[at.BUILDS + 2 * value + 1]
        put(row, _BUILD_SIZES - 1 + value, count(first) + count(second))
        _write_all(row, _BUILT, first & ~before, value)
        _write_all(row, _BUILT + FACES, first & before | second, value)
        before |= first


@compiled
def _write_all(row: Numbers, start: int, cards: int, number: int) -> None:
    """Write one number for each of some cards."""
    while cards:
        put(row, start + lowest(cards), number)
        cards &= cards - 1


@compiled
def _write_side(s: Packed, seat: int, row: Numbers, index: int) -> None:
    """Write the numbers of a seat; its points are counted already."""
    intake = s[at.INTAKE + seat]
    put(row, _IN_HAND + index, count(s[at.HANDS + 2 * seat]) + count(s[at.HANDS + 2 * seat + 1]))
    put(row, _TABBAR + index, s[at.TABBE + seat])
    put(row, _INTAKE + index, intake)
    put(row, _ROND_INTAKE + index, intake - s[at.BEFORE + seat])
    _write_large(row, _MULLE_POINTS + 2 * index, s[at.MULLE_POINTS + seat])
    _write_large(row, _ROND_BONUS + 2 * index, s[at.BONUS + seat])
    _write_large(row, _TOTALS + 2 * index, s[at.SIZE + seat])
    total = intake if s[at.WRITTEN] < s[at.OMGANG] else 0
    for line in range(s[at.WRITTEN]):
        total += s[at.SHEET + 2 * line + seat] >> _INTAKE_AT & _SIXTEEN
    _write_large(row, _ALL_INTAKE + 2 * index, total)


@compiled
def _write_large(row: Numbers, start: int, number: int) -> None:
    """Write hundreds and the rest; the number is not below 0."""
    hundreds = np.uint64(number) // np.uint64(HUNDRED)
    put(row, start, np.int64(hundreds))
    put(row, start + 1, number - HUNDRED * np.int64(hundreds))


# -- what may be done --------------------------------------------------------------------------------


@compiled
def mask(s: Packed, work: Packed, row: npt.NDArray[np.int8]) -> None:
    """See ``envs.brings.Compiled``."""
    ids = first_word(work, row.size)
    for word in range(ids, work.size):
        put(work, word, 0)
    any_sum = int(s[at.FLAGS] & at.ANY_SUM != 0)
    count_plays(s, work, plain(1))
    hand = held_by_turn(s)
    discards = trottas = 0
    start = CARDS
    while work[start + FACE_OF] >= 0:
        face = work[start + FACE_OF]
        if work[start + TAKES]:
            captures = _how_many(s, work, face, ROOMS[any_sum, face])
            mark(work, ids, FIRST_CAPTURES[any_sum, face], (1 << captures) - 1)
        if work[start + BUILT]:
            _mark_builds(work, ids, FIRST_BUILDS[any_sum], face, counted_bases(s, work, start, hand))
        trottas |= work[start + GATHERS] << face
        discards |= int(work[start + ALL] > but_discard(work, start)) << face
        start += STRIDE
    mark(work, ids, plain(DISCARDS), discards)
    mark(work, ids, plain(TROTTAS), trottas)
    write_mask(row, work, ids)


@compiled
def _mark_builds(work: Packed, ids: int, first: int, face: int, bases: tuple[int, int, int, int]) -> None:
    """Mark the builds of a card on what it may be built on; there is none of a value below 2."""
    up, down, builds_up, builds_down = bases
    card = (face >> 2) + 1
    _mark_run(work, ids, first, face, plain(0), up)
    if builds_up | builds_down:
        _mark_run(work, ids, first, face, plain(at.BUILD + 1), builds_up >> 1)
        less = builds_down & (1 << card) - 1
        _mark_run(work, ids, first, face | GOES_DOWN, plain(at.BUILD + 1), less >> 1)
        _mark_run(work, ids, first, face | GOES_DOWN, at.BUILD + card + 2, builds_down >> card + 2)
    if down:
        less = down & (1 << 4 * card) - 1
        _mark_run(work, ids, first, face | GOES_DOWN, plain(0), less)
        _mark_run(work, ids, first, face | GOES_DOWN, 4 * card + 4, down >> 4 * card + 4)


@compiled
def _mark_run(work: Packed, ids: int, first: int, name: int, base: int, bases: int) -> None:
    """Mark the builds on ``base`` and those after it whose bits are set; their ids follow one another."""
    if bases:
        mark(work, ids, first + BUILD_INDEX[name + (base << BASE_AT)], bases)


@compiled
def _has_one_capture(s: Packed, face: int) -> bool:
    """Whether a card that can capture has one thing only that it may take."""
    return takes_twin_only(s, face) or takes_builds_only(s, at.HAND_VALUES[face])


@compiled
def _how_many(s: Packed, work: Packed, face: int, room: int) -> int:
    """How many captures of a card that can capture have ids; ``work`` has its sets."""
    value = at.HAND_VALUES[face]
    if _has_one_capture(s, face):
        return 1
    sets = max(1, work[SETS + value])
    return sets if sets <= room else min(room, crowded(KINDS, s.ctypes, value, 0, work.ctypes))


@compiled
def code_of(s: Packed, action_id: int, work: Packed) -> int:
    """See ``envs.brings.Compiled``."""
    if action_id < TROTTAS:
        return at.DISCARD | action_id - DISCARDS << at.CARD_AT
    if action_id < CAPTURES:
        return at.TROTTA | action_id - TROTTAS << at.CARD_AT
    any_sum = int(s[at.FLAGS] & at.ANY_SUM != 0)
    build = action_id - FIRST_BUILDS[any_sum]
    if build >= 0:
        return int(BUILD_CODES[build])
    face = int(FACES_OF_CAPTURES[any_sum, action_id - CAPTURES])
    return _capture_code(s, work, face, action_id - FIRST_CAPTURES[any_sum, face], ROOMS[any_sum, face])


@compiled
def _capture_code(s: Packed, work: Packed, face: int, index: int, room: int) -> int:
    """The capture of a card by its index among those of the card that have ids."""
    code = at.CAPTURE | face << at.CARD_AT
    if _has_one_capture(s, face):
        return code
    sets = count_sums_of(s, work, face)
    if sets == 0:
        return code
    if sets > room:
        if index == room - 1:  # the best of all that are left stands for them
            work[ASK] = face
            index = crowded(BEST_FROM, s.ctypes, at.HAND_VALUES[face], index, work.ctypes)
        return code | at.ALIKE | index << at.SLOTS_AT
    list_captures(s, work, face, sets, work, plain(LIST))
    return int(work[LIST + index])
