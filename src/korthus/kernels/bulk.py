"""Whole games at random, by the thousand: one compiled loop for every kernel.

A kernel's functions are passed as Numba's first-class functions, so the loop is compiled once for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.kernels.brings import Kernel, kernel_named
from korthus.kernels.compiled import compiled_as
from korthus.kernels.rng import Stream, stream

Packed = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]

_WORDS: Final = types.int64[::1]
_RNG: Final = types.uint64[::1]
_LOOP: Final = types.void(
    types.FunctionType(types.void(_WORDS, _RNG)),
    types.FunctionType(types.void(_WORDS, _WORDS)),
    _WORDS,
    _WORDS,
    _WORDS,
    types.int64,
    _RNG,
    types.float64[::1],
)


@compiled_as(_LOOP)
def _play_many(
    playout: Callable[[Packed, Stream], None],
    scores: Callable[[Packed, Packed], None],
    first: Packed,
    work: Packed,
    points: Packed,
    games: int,
    rng: Stream,
    sums: Values,
) -> None:
    seats = points.size
    for _ in range(games):
        for index in range(first.size):
            work[index] = first[index]
        playout(work, rng)
        scores(work, points)
        best = points[0]
        sharing = 0
        for seat in range(seats):
            if points[seat] > best:
                best = points[seat]
                sharing = 0
            sharing += points[seat] == best
        for seat in range(seats):
            sums[seat] += points[seat]
            sums[seats + seat] += points[seat] * points[seat]
            if points[seat] == best:
                sums[2 * seats + seat] += 1.0 / sharing


class Sums(NamedTuple):
    """What some games add up to, by seat."""

    games: int
    scores: tuple[float, ...]
    squares: tuple[float, ...]
    #: Games with the most points; a game that is shared counts in parts.
    wins: tuple[float, ...]


def together(parts: Iterable[Sums]) -> Sums:
    """The sums of several runs as one."""
    games, scores, squares, wins = zip(*parts, strict=True)

    def added(rows: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
        return tuple(sum(column) for column in zip(*rows, strict=True))

    return Sums(sum(games), added(scores), added(squares), added(wins))


def kernel_of(game: AnyGame) -> Kernel:
    """The kernel of a game under its rules.

    Raises:
        InvalidOptions: there is none, or it does not know one of the options; the sentence says which.
    """
    kernel = kernel_named(game.name)
    if kernel is None:
        raise InvalidOptions("NO_COMPILED_RULES", "{game} has no compiled rules.", game=game.name)
    refusal = kernel.supports(game.rules)
    if refusal is not None:
        raise InvalidOptions("NO_KERNEL", "{why}", why=refusal)
    return kernel


def random_games(kernel: Kernel, first: Packed, seats: int, games: int, seed: int, number: int = 0) -> Sums:
    """Play ``games`` from a packed state to the end at random.

    Every pair of ``seed`` and ``number`` has luck of its own, so the work can be shared out in any way.
    """
    sums = np.zeros(3 * seats)
    points = np.zeros(seats, dtype=np.int64)
    _play_many(kernel.playout, kernel.scores, first, first.copy(), points, games, stream(seed, number), sums)
    rows = sums.reshape(3, seats).tolist()
    return Sums(games, *(tuple(row) for row in rows))
