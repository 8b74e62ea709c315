"""Random play of Eight Cards: every placement equally likely, to the end of a session."""

from __future__ import annotations

from korthus.kernels.compiled import compiled
from korthus.kernels.eight.layout import BANKROLLS, NUMBER, OVER, PHASE, PLACE, SIZE, Packed
from korthus.kernels.eight.legal import split_range
from korthus.kernels.eight.play import apply, deal
from korthus.kernels.rng import Stream, below


@compiled
def playout(s: Packed, rng: Stream) -> None:
    """Play to the end of the session, every placement equally likely."""
    while s[PHASE] != OVER:
        if s[PHASE] == PLACE:
            first, number = split_range(s)
            apply(s, first + int(below(rng, number)))
        else:
            deal(s, rng)


@compiled
def playouts(s: Packed, work: Packed, sessions: int, rng: Stream, sums: Packed) -> int:
    """Play ``s`` to its end ``sessions`` times; add both bankrolls to ``sums``; returns how many hands.

    ``s`` stays as it is; ``work`` is an array of the same size to play in.
    """
    hands = 0
    for _ in range(sessions):
        for index in range(SIZE):
            work[index] = s[index]
        playout(work, rng)
        sums[0] += work[BANKROLLS]
        sums[1] += work[BANKROLLS + 1]
        hands += work[NUMBER] - s[NUMBER] + 1
    return hands
