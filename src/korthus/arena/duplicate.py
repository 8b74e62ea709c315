"""The luck of a duplicate match: the same cards for the same seats, however the players before played.

A deck is put into one order when it is fresh, and later deals take the cards that are still there in that
order, as from a pack lying face down on the table. A redraw in one game therefore changes neither the next
hand nor any later one. Only when cards come back that were dealt before (the discards of Mus) are they
shuffled anew, and then only until the next fresh deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from korthus.core.chance import FairChance

T = TypeVar("T")

#: Shuffles of returned cards are numbered within their deck; no deck sees as many.
_WITHIN_DECK: Final = 1 << 32


class DuplicateChance:
    """A ``Chance`` whose fresh deck number *n* always lies in the same order.

    >>> from korthus.core.chance import seed_bytes
    >>> def deals(redraw: int) -> tuple[str, ...]:
    ...     chance = DuplicateChance(seed_bytes(7))
    ...     first = chance.draw("ABCDEFGH", 3)
    ...     rest = [card for card in "ABCDEFGH" if card not in first]
    ...     return (*first, "".join(chance.draw(rest, redraw)), *chance.draw("ABCDEFGH", 3))
    >>> deals(1)[:3] == deals(2)[:3], deals(2)[3].startswith(deals(1)[3]), deals(1)[4:] == deals(2)[4:]
    (True, True, True)
    """

    def __init__(self, server_seed: bytes) -> None:
        """Raises ValueError unless the seed has 32 bytes."""
        self._fair = FairChance(server_seed)
        self._order: list[Any] = []
        self._decks = 0
        self._returns = 0
        self._whole = 0

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        """See ``Chance.draw``. A pool as large as any before it is a fresh deck.

        Raises:
            ValueError: ``count`` is negative or larger than the pool.
        """
        if not 0 <= count <= len(pool):
            raise ValueError(f"cannot draw {count} of {len(pool)}")
        order = None
        if len(pool) >= self._whole:
            self._whole = len(pool)
            self._decks += 1
            self._returns = 0
        else:
            order = self._still_there(pool)
            self._returns += order is None
        if order is None:
            order = self._shuffled(pool)
        self._order = [*order[count:]]
        return tuple(order[:count])

    def _shuffled(self, pool: Sequence[T]) -> list[T]:
        """The order of a fresh deck, or of cards that came back."""
        self._fair.draws = self._decks * _WITHIN_DECK + self._returns
        return list(self._fair.draw(pool, len(pool)))

    def _still_there(self, pool: Sequence[T]) -> list[T] | None:
        """The pool in the order of the deck, or None if it has cards that the deck has not."""
        wanted = Counter(pool)
        order: list[T] = []
        for card in self._order:
            if wanted[card] > 0:
                wanted[card] -= 1
                order.append(card)
        return order if len(order) == len(pool) else None
