"""What a game wants to draw at a chance node, and in how many ways it can come.

A game asks its ``Chance`` once for a node; here are those who answer without a shuffle.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any, NamedTuple, TypeVar

from korthus.core.protocol import AnyGame

T = TypeVar("T")


class Wanted(NamedTuple):
    """``size`` members of ``pool``, which is in canonical order, one after the other without replacement."""

    pool: tuple[Any, ...]
    size: int


class _Asked(Exception):
    """Carries what a game wants to draw out of ``game.draw``."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted


class _Ask:
    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        raise _Asked(Wanted(tuple(pool), count))


class Given:
    """A ``Chance`` that gives what it was told to."""

    def __init__(self, cards: Sequence[Any]) -> None:
        self._cards = tuple(cards)

    def draw(self, pool: Sequence[Any], count: int) -> tuple[Any, ...]:
        """See ``Chance.draw``."""
        return self._cards


class Luck:
    """A ``Chance`` with an ordinary generator: nobody is promised anything about these cards."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """See ``Chance.draw``."""
        return tuple(self.rng.sample(pool, count))


def wanted(game: AnyGame, state: Any) -> Wanted:
    """What is drawn at a chance node.

    Raises:
        IllegalAction: no deal is due.
    """
    try:
        game.draw(state, _Ask())
    except _Asked as asked:
        return asked.wanted
    raise TypeError(f"{game.name} did not ask its chance for what it deals")


def draws(pool: Sequence[T], count: int) -> Iterator[tuple[tuple[T, ...], int]]:
    """Every different ordered draw, with the number of ways in which equal cards give it.

    >>> list(draws("aab", 2))
    [(('a', 'a'), 2), (('a', 'b'), 2), (('b', 'a'), 2)]
    """
    left = Counter(pool)

    def extend(drawn: tuple[T, ...], ways: int) -> Iterator[tuple[tuple[T, ...], int]]:
        if len(drawn) == count:
            yield drawn, ways
            return
        for card in tuple(left):
            copies = left[card]
            if copies:
                left[card] -= 1
                yield from extend((*drawn, card), ways * copies)
                left[card] += 1

    return extend((), 1)


def number_of_draws(pool: Sequence[object], count: int) -> int:
    """How many ``draws`` there are, without making them.

    >>> number_of_draws("aab", 2)
    3
    """
    ways = [1] + [0] * count
    for copies in Counter(pool).values():
        ways = [
            sum(ways[length - more] * comb(length, more) for more in range(min(copies, length) + 1))
            for length in range(count + 1)
        ]
    return ways[count]
