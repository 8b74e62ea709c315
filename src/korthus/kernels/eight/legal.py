"""Which placements there are in Eight Cards, compiled."""

from __future__ import annotations

from korthus.kernels.compiled import compiled
from korthus.kernels.eight.layout import PLO, SPLITS, SPLITS_OF_BOARD, UNKNOWN, Packed


@compiled
def legal(s: Packed, out: Packed) -> int:
    """Write the splits there are: all, or those with four cards on the Omaha board."""
    first, number = split_range(s)
    for index in range(number):
        out[index] = first + index
    return number


@compiled
def split_range(s: Packed) -> tuple[int, int]:
    """The first legal split and how many follow one another."""
    if s[PLO] == UNKNOWN:
        return 0, SPLITS
    return s[PLO] * SPLITS_OF_BOARD, SPLITS_OF_BOARD
