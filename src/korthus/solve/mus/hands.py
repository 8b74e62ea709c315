"""Every hand of a pack, how likely two of them meet, and who wins which lance. All exact."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import numpy.typing as npt

from korthus.games.mus.cards import HAND_SIZE, PACK, RANKS, Hand, counts
from korthus.games.mus.scoring import Lance, strength, value
from korthus.solve.core.staged import Floats, Ints

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Hands:
    """The different hands of four that a pack has. Seat 0 of every matrix is the mano."""

    deck: tuple[int, ...]

    @cached_property
    def all(self) -> tuple[Hand, ...]:
        """The hands, in canonical order."""
        return tuple(
            hand
            for hand in combinations_with_replacement(RANKS, HAND_SIZE)
            if all(held <= there for held, there in zip(counts(hand), self.deck, strict=True))
        )

    @cached_property
    def number(self) -> dict[Hand, int]:
        """The index of each hand in ``all``."""
        return {hand: index for index, hand in enumerate(self.all)}

    @cached_property
    def ways(self) -> Ints:
        """How many deals give one hand to the mano and another to the other."""
        held = [counts(hand) for hand in self.all]
        ways = np.zeros((len(held), len(held)), dtype=np.int64)
        for row, mine in enumerate(held):
            rest = [there - taken for there, taken in zip(self.deck, mine, strict=True)]
            first = _picks(self.deck, mine)
            ways[row] = [first * _picks(rest, theirs) for theirs in held]
        return ways

    @cached_property
    def deals(self) -> int:
        """How many deals there are."""
        cards = sum(self.deck)
        return comb(cards, HAND_SIZE) * comb(cards - HAND_SIZE, HAND_SIZE)

    @cached_property
    def chance(self) -> Floats:
        """``ways`` as probabilities."""
        return self.ways / self.deals

    def wins(self, lance: Lance) -> Ints:
        """1 where the mano has the better cards in a lance, or as good ones (UI-3), and -1 elsewhere."""
        keys = np.array([strength(hand)[lance.number] for hand in self.all])
        return np.where(keys[:, None] >= keys[None, :], 1, -1)

    def values(self, lance: Lance) -> Ints:
        """What each hand is worth in itself (U-19)."""
        return np.array([value(lance, hand) for hand in self.all], dtype=np.int64)

    def has(self, lance: Lance) -> Bools:
        """Which hands have pares, or juego."""
        return np.array([strength(hand)[lance.number] > 0 for hand in self.all])


def _picks(there: list[int] | tuple[int, ...], wanted: tuple[int, ...]) -> int:
    return prod(comb(a, b) for a, b in zip(there, wanted, strict=True))


@lru_cache(maxsize=16)
def hands_of(deck: tuple[int, ...] = PACK) -> Hands:
    """The hands of a pack, worked out once."""
    return Hands(deck)
