"""Random play: every legal action equally likely, to the end of an omgång or of the session."""

from __future__ import annotations

import numpy as np

from korthus.kernels.bits import count
from korthus.kernels.compiled import allocating, compiled
from korthus.kernels.mulle.crowded import (
    PACKING,
    PACKINGS,
    SET,
    crowded,
)
from korthus.kernels.mulle.layout import (
    DEALING,
    DOWN,
    HAND_VALUES,
    HANDS,
    MOST_VALUE,
    OVER,
    REST_AT,
    WRITTEN,
    Packed,
    plain,
)
from korthus.kernels.mulle.legal import (
    ALL,
    BUILT,
    FACE_OF,
    STRIDE,
    TAKES,
    but_discard,
    count_plays,
    list_builds,
)
from korthus.kernels.mulle.packing import (
    ASK,
    CARDS,
    CROWDED,
    FIRST_SET,
    LIST,
    SETS,
    WORK,
)
from korthus.kernels.mulle.play import (
    actor,
    build,
    capture,
    copy,
    deal,
    discard,
    next_turn,
    scores,
    trotta,
)
from korthus.kernels.mulle.table import (
    Piles,
    direct,
    joined,
    of_value,
    piles_of,
    smaller,
    takes_builds_only,
    takes_twin_only,
)
from korthus.kernels.rng import Stream, below


@compiled
def play_random(s: Packed, w: Packed, rng: Stream) -> None:
    """Play one action for the seat to act, every legal one equally likely.

    Where the captures are too many to list, each card has one of its largest captures in the draw.
    """
    total = count_plays(s, w, plain(0))
    listed = total >= 0
    if not listed:
        total = count_plays(s, w, plain(1))
    number = int(below(rng, total))
    at = CARDS
    while number >= w[at + ALL]:
        number -= w[at + ALL]
        at += STRIDE
    face = w[at + FACE_OF]
    if number < w[at + TAKES]:
        capture(s, face, _numbered(s, w, face, number) if listed else _some_capture(s, w, face, rng))
    elif number < w[at + TAKES] + w[at + BUILT]:
        list_builds(s, w, face, w, plain(LIST))
        action = w[LIST + number - w[at + TAKES]]
        build(s, w, face, action >> REST_AT & 127, action & DOWN != 0)
    elif number < but_discard(w, at):
        trotta(s, face)
    else:
        discard(s, face)
    next_turn(s)


@compiled
def _numbered(s: Packed, w: Packed, face: int, number: int) -> Piles:
    """One of the captures of a card that have been counted."""
    value = HAND_VALUES[face]
    if takes_twin_only(s, face):
        return 1 << face, 0, 0
    whole = direct(s, value)
    if takes_builds_only(s, value) or w[SETS + value] == 0:
        return whole
    if w[FIRST_SET + value] == CROWDED:
        crowded(SET, s.ctypes, value, number, w.ctypes)
        piles = (w[ASK], w[ASK + 1], w[ASK + 2])
    else:
        piles = piles_of(w, w[w[FIRST_SET + value] + number])
    return whole[0] | piles[0], whole[1] | piles[1], whole[2] | piles[2]


@compiled
def _some_capture(s: Packed, w: Packed, face: int, rng: Stream) -> Piles:
    """One of the largest captures of a card where they are too many: any packing, then any piles for it."""
    value = HAND_VALUES[face]
    if takes_twin_only(s, face) or takes_builds_only(s, value) or w[SETS + value] == 0:
        return _numbered(s, w, face, plain(0))
    among = smaller(s, value)
    packings = crowded(PACKINGS, s.ctypes, value, 0, w.ctypes)
    packing = crowded(PACKING, s.ctypes, value, int(below(rng, packings)), w.ctypes)
    once, twice, builds = direct(s, value)
    for each in range(1, MOST_VALUE):
        wanted = packing >> 4 * each & 15
        faces = of_value(each)
        rest, copies, build = among[0] & faces, among[1] & faces, among[2] >> each & 1
        left = count(rest) + count(copies) + build
        if build:
            if below(rng, left) < wanted:
                builds |= 1 << each
                wanted -= 1
            left -= 1
        while rest:
            bit = rest & -rest
            rest ^= bit
            for _ in range(1 + (copies & bit != 0)):
                if below(rng, left) < wanted:
                    once, twice = joined(once, twice, bit, 0)
                    wanted -= 1
                left -= 1
    return once, twice, builds


@allocating
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


@allocating
def playout_omgang(s: Packed, rng: Stream) -> None:
    """Play at random until one more omgång is finished."""
    w = np.empty(WORK, np.int64)
    written = s[WRITTEN]
    while s[WRITTEN] == written:
        if s[HANDS] | s[HANDS + 2]:
            play_random(s, w, rng)
        else:
            deal(s, rng)


@allocating
def rollouts(s: Packed, work: Packed, number: int, rng: Stream, sums: Packed) -> None:
    """Play from ``s`` to the end of the omgång ``number`` times; add the points of each seat to ``sums``.

    ``s`` stays as it is; ``work`` is an array of the same size to play in.
    """
    points = np.empty(2, np.int64)
    for _ in range(number):
        copy(work, s)
        playout_omgang(work, rng)
        scores(work, points)
        sums[0] += points[0]
        sums[1] += points[1]
