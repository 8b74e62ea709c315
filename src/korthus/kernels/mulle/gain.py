"""What captured cards bring: points of mulles, and intake."""

from __future__ import annotations

from typing import Final

from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.layout import (
    FLAGS,
    HAND_VALUES,
    MULLE_HAND,
    MULLE_NO_INTAKE,
    MULLE_RANK,
    TEN_OF_DIAMONDS,
    TWO_OF_SPADES,
    Packed,
    plain,
)
from korthus.kernels.mulle.table import fewer, intake_of, joined, of_value, sort_key

#: Above the intake in what a group brings.
_POINTS_AT: Final = 20


@compiled
def _points_of(s: Packed, face: int) -> int:
    """What a mulle of a face scores (M-15, MI-25)."""
    if face < 4:
        return 14
    if s[FLAGS] & MULLE_HAND:
        return HAND_VALUES[face]
    return (face >> 2) + 1


@compiled
def mulle_points(s: Packed, faces: int) -> int:
    """What one mulle of each of some faces scores."""
    points = 0
    while faces:
        points += _points_of(s, lowest(faces))
        faces &= faces - 1
    return points


@compiled
def mulles_of(s: Packed, first: int, second: int) -> tuple[int, int]:
    """One card for each mulle in a captured group, the played card included (M-14, MI-21, MI-23)."""
    if s[FLAGS] & MULLE_RANK:
        return _pairs_of_rank(s, first, second)
    return second, 0


@compiled
def _pairs_of_rank(s: Packed, first: int, second: int) -> tuple[int, int]:
    """The mulles where ranks make a pair: half the cards of each, those that score most first (MI-23)."""
    once = twice = 0
    for value in range(1, 14):
        faces = of_value(value)
        number = (count(first & faces) + count(second & faces)) // 2
        special = 0
        if s[FLAGS] & MULLE_HAND:
            special = (1 << TWO_OF_SPADES | 1 << TEN_OF_DIAMONDS) & faces
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


@compiled
def points_and_intake(s: Packed, first: int, second: int) -> tuple[int, int]:
    """What a captured group brings: points of mulles, and intake (M-14, M-16)."""
    mulles = mulles_of(s, first, second)
    intake = intake_of(s, first, second)
    if s[FLAGS] & MULLE_NO_INTAKE:
        intake -= intake_of(s, mulles[0], mulles[1])
    return mulle_points(s, mulles[0]) + mulle_points(s, mulles[1]), intake


@compiled
def gained(s: Packed, first: int, second: int) -> int:
    """What a captured group brings, as one number: points of mulles before intake."""
    points, intake = points_and_intake(s, first, second)
    return points << _POINTS_AT | intake


@compiled
def most_gained(s: Packed, once: int, twice: int, number: int, first: int, second: int) -> tuple[int, int]:
    """The ``number`` of some singles of one value that bring most with the given cards of that value.

    That is most points of mulles, then most intake; among equals the first in the order of the rules.
    """
    if number >= count(once) + count(twice):
        return once, twice
    best_once = best_twice = plain(0)
    most = -1
    best_key = (plain(0), plain(0), plain(0))
    singles, both = once, twice & once
    while singles:
        if count(singles) + count(both) == number:
            group = joined(first, second, singles, both)
            gain = gained(s, group[0], group[1])
            key = sort_key((singles, both, plain(0)))
            if gain > most or (gain == most and key > best_key):
                most, best_key = gain, key
                best_once, best_twice = singles, both
        singles, both = fewer(once, twice, singles, both)
    return best_once, best_twice
