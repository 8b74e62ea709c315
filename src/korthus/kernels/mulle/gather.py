"""What a play takes from the table: a capture by its code, what a build draws in, what trotta gathers."""

from __future__ import annotations

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.crowded import (
    BEST_ALIKE,
    DRAW,
    RANK,
    crowded,
)
from korthus.kernels.mulle.layout import (
    ALIKE,
    BUILD,
    BUILDS,
    CARD_AT,
    DRAW_EQUAL,
    DRAW_NO_BUILDS,
    DRAW_NONE,
    DRAW_OWN_LOCKED,
    DRAW_PAIRS,
    FLAGS,
    HAND_VALUES,
    LOCKED,
    OWNED,
    PAIRS,
    RANK_BITS,
    RANKED,
    REST_AT,
    SINGLES,
    SLOTS_AT,
    TURN,
    Packed,
    plain,
)
from korthus.kernels.mulle.packing import (
    ASK,
    CROWDED,
    DRAWN,
    SUMS_OF,
    fill_slots,
    largest_sets,
)
from korthus.kernels.mulle.table import (
    Piles,
    best_singles,
    cards_in,
    direct,
    joined,
    less,
    merit,
    of_value,
    older,
    piles_of,
    smaller,
    takes_twin_only,
    under,
)


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
    sets = largest_sets(w, slots, copies, value, plain(DRAWN))
    if sets == CROWDED:
        w[ASK], w[ASK + 1], w[ASK + 2] = among
        w[ASK + 3] = base
        w[ASK + 4], w[ASK + 5] = core
        crowded(DRAW, s.ctypes, value, 0, w.ctypes)
        best = (w[ASK], w[ASK + 1], w[ASK + 2])
    else:
        best = piles_of(w, w[DRAWN])
        if sets > 1:
            most = merit(s, best, core[0], core[1])
            for index in range(1, sets):
                piles = piles_of(w, w[DRAWN + index])
                good = merit(s, piles, core[0], core[1])
                if good > most or (good == most and older(s, base, piles, best)):
                    most = good
                    best = piles
    return best[0] | whole[0], best[1] | whole[1], best[2]


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
            some = best_singles(
                s, plain(-1), s[SINGLES] & large, s[SINGLES + 1] & large, number, core[0], core[1]
            )
            once |= some[0]
            twice |= some[1]
        if number:
            some = best_singles(
                s, plain(-1), s[SINGLES] & small, s[SINGLES + 1] & small, number, core[0], core[1]
            )
            once |= some[0]
            twice |= some[1]
    return once, twice, builds


@compiled
def build_core(s: Packed, face: int, base: int, value: int) -> tuple[int, int]:
    """The cards of a build before it draws anything in: base, card, and the build it merges with."""
    first, second = 1 << face, 0
    if base < BUILD:
        first, second = joined(first, second, 1 << base, 0)
    else:
        index = BUILDS + 2 * (base - BUILD)
        first, second = joined(first, second, s[index], s[index + 1])
    if base != BUILD + value:
        index = BUILDS + 2 * value
        first, second = joined(first, second, s[index], s[index + 1])
    return first, second


@compiled
def taken_by(s: Packed, w: Packed, action: int) -> Piles:
    """The piles that a capture takes; the work space is used only where its code is an index."""
    face = action >> CARD_AT & 63
    value = HAND_VALUES[face]
    if takes_twin_only(s, face):
        return 1 << face, 0, 0
    whole = direct(s, value)
    if action >> REST_AT == 0:
        return whole
    if action & RANKED:
        question = BEST_ALIKE if action & ALIKE == ALIKE else RANK
        w[ASK] = face
        crowded(question, s.ctypes, value, action >> SLOTS_AT & RANK_BITS, w.ctypes)
        return whole[0] | w[ASK], whole[1] | w[ASK + 1], whole[2] | w[ASK + 2]
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
