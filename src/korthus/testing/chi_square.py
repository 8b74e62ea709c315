"""Pearson's chi-square test, to see whether sampled worlds come as often as they should."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from korthus.core.protocol import AnyGame
from korthus.testing.tree import World


class ChiSquare(msgspec.Struct, frozen=True, kw_only=True):
    """How far counts are from what was expected."""

    statistic: float
    degrees: int
    #: How often chance alone would be as far off or farther. Tiny means: not the right distribution.
    p_value: float


def chi_square(observed: Iterable[int], expected: Iterable[float]) -> ChiSquare:
    """The test for counts against expected counts of the same sum.

    >>> chi_square([10, 10, 10], [10.0, 10.0, 10.0]).p_value
    1.0

    Raises:
        ValueError: something is expected never.
    """
    pairs = list(zip(observed, expected, strict=True))
    if any(share <= 0 for _, share in pairs):
        raise ValueError("every cell must be expected at least sometimes")
    statistic = sum((count - share) ** 2 / share for count, share in pairs)
    degrees = len(pairs) - 1
    return ChiSquare(statistic=statistic, degrees=degrees, p_value=upper_tail(statistic, degrees))


def upper_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable is at least ``statistic``: the upper incomplete gamma function.

    >>> round(upper_tail(3.841, 1), 4), round(upper_tail(18.307, 10), 4)
    (0.05, 0.05)
    """
    if degrees == 0 or statistic <= 0:
        return 1.0
    shape, x = degrees / 2, statistic / 2
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        # The lower function as a power series.
        term = total = 1 / shape
        index = shape
        while term > total * 1e-15:
            index += 1
            term *= x / index
            total += term
        return 1 - front * total
    # The upper function as a continued fraction, from the front (Lentz).
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / b
    fraction = d
    for step in range(1, 100_000):
        a = -step * (step - shape)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def sample_chi_square(
    game: AnyGame,
    view: Any,
    worlds: Iterable[World],
    *,
    samples: int = 2000,
    seed: int = 0,
    key: Callable[[Any], object] = msgspec.json.encode,
) -> ChiSquare:
    """Compare ``game.sample(view)`` with all the worlds there are (see ``possible_worlds``).

    Args:
        key: what tells worlds apart; a coarser one pools worlds, so that each cell is expected a few times.

    Raises:
        AssertionError: a world was sampled that is not one of ``worlds``.
    """
    weights: Counter[object] = Counter()
    for world in worlds:
        weights[key(world.state)] += world.weight
    rng = random.Random(seed)
    counts: Counter[object] = Counter()
    for _ in range(samples):
        state = game.sample(view, rng)
        cell = key(state)
        if cell not in weights:
            raise AssertionError(f"sampled a world that cannot be: {game.format_state(state)}")
        counts[cell] += 1
    scale = samples / weights.total()
    return chi_square([counts[cell] for cell in weights], [weight * scale for weight in weights.values()])
