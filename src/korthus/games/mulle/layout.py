"""The table as one seat meets it: which piles it may take, build on and gather.

Made once per position and shared by all questions about it. Piles are keyed by small numbers that sort well:
a single by the index of its card in the canonical order, a build by 100 plus its value, a plain pile by 200
plus its index among the different plain piles. Identical piles have the same key.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

from korthus.core.cards import DECK, ORDER, Card
from korthus.games.mulle.actions import Base, Capture
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.packing import MOST, Counts, unit, values_of
from korthus.games.mulle.state import NOBODY, Pile

_BUILD: Final = 100
_PLAIN: Final = 200

Key = int
Keys = tuple[Key, ...]


def build_key(value: int) -> Key:
    """The key of the build of a value."""
    return _BUILD + value


class Layout:
    """Lookups over a table for the seat that is to play."""

    __slots__ = (
        "_plains",
        "builds",
        "in_sums",
        "keys_by_value",
        "own_values",
        "rules",
        "seat",
        "singles",
        "table",
        "their_values",
        "whole_builds",
    )

    def __init__(self, rules: MulleRules, seat: int, table: tuple[Pile, ...]) -> None:
        self.rules = rules
        self.seat = seat
        self.table = table
        #: How many singles there are of each card.
        self.singles: dict[Card, int] = {}
        #: Builds by value (there is at most one of each).
        self.builds: dict[int, Pile] = {}
        self.own_values: set[int] = set()
        self.their_values: set[int] = set()
        #: Values of builds that this seat may take with a card of exactly that value.
        self.whole_builds: set[int] = set()
        #: What may be part of a sum, as counts and as keys by value.
        self.in_sums: Counts = 0
        self.keys_by_value: dict[int, list[Key]] = {}
        self._plains: list[tuple[Card, ...]] = []
        owner_only = rules.open_build_capture_by == "owner"
        for pile in table:
            value = pile.value
            if pile.owner != NOBODY:
                self.builds[value] = pile
                (self.own_values if pile.owner == seat else self.their_values).add(value)
                if pile.locked or not owner_only or pile.owner == seat:
                    self.whole_builds.add(value)
                    if rules.builds_in_sums == "all" or (rules.builds_in_sums == "open" and not pile.locked):
                        self._add(_BUILD + value, value)
            elif len(pile.cards) == 1:
                card = pile.cards[0]
                self.singles[card] = self.singles.get(card, 0) + 1
                self._add(ORDER[card], value)
            else:
                self._add(self.key(pile), value)

    def _add(self, key: Key, value: int) -> None:
        if value > MOST:  # a plain pile of court cards: no card takes that much
            return
        self.in_sums += unit(value)
        self.keys_by_value.setdefault(value, []).append(key)

    def key(self, pile: Pile) -> Key:
        """The key of a pile."""
        if pile.owner != NOBODY:
            return _BUILD + pile.value
        if len(pile.cards) == 1:
            return ORDER[pile.cards[0]]
        if pile.cards not in self._plains:
            self._plains.append(pile.cards)
        return _PLAIN + self._plains.index(pile.cards)

    def cards_of(self, key: Key) -> tuple[Card, ...]:
        """The cards of a pile with this key."""
        if key < _BUILD:
            return (DECK[key],)
        return self.builds[key - _BUILD].cards if key < _PLAIN else self._plains[key - _PLAIN]

    def key_of(self, base: object) -> Key | None:
        """The key of a pile named in an action, or None if there is no such pile."""
        if isinstance(base, Card):
            return ORDER[base] if base in self.singles else None
        if type(base) is int:
            return _BUILD + base if base in self.builds else None
        if isinstance(base, tuple) and base in self._plains:
            return _PLAIN + self._plains.index(base)
        return None

    def index_of(self, base: Base) -> int:
        """The index of the pile that an action names, which lies on the table: of equal ones, the oldest."""
        key = self.key_of(base)
        return next(index for index, pile in enumerate(self.table) if self.key(pile) == key)

    def direct(self, value: int) -> list[Key]:
        """Everything that a card of this hand value takes on its own."""
        keys = [key for key in self.keys_by_value.get(value, ()) if not _BUILD <= key < _PLAIN]
        if value in self.whole_builds:
            keys.append(_BUILD + value)
        return keys

    def choices(self, counts: Counts) -> list[Keys]:
        """The different sets of piles with these counts by value, as sorted keys."""
        sets: list[Keys] = [()]
        for value, number in values_of(counts):
            keys = sorted(self.keys_by_value[value])
            if number == len(keys):
                sets = [(*chosen, *keys) for chosen in sets]
            else:
                options = tuple(dict.fromkeys(combinations(keys, number)))
                sets = [(*chosen, *option) for chosen in sets for option in options]
        return sets

    def ways(self, counts: Counts) -> int:
        """How many different sets of piles have these counts by value: the length of ``choices``."""
        ways = 1
        for value, number in values_of(counts):
            of_size = [1] + [0] * number  # how many multisets of each size
            for copies in Counter(self.keys_by_value[value]).values():
                of_size = [
                    sum(of_size[size - many] for many in range(min(copies, size) + 1))
                    for size in range(number + 1)
                ]
            ways *= of_size[number]
        return ways

    def capture(self, card: Card, keys: Keys) -> Capture:
        """The capture of the piles with these sorted keys."""
        if keys[-1] < _BUILD:
            return Capture(card, tuple([DECK[key] for key in keys]))
        return Capture(
            card,
            tuple([DECK[key] for key in keys if key < _BUILD]),
            tuple([key - _BUILD for key in keys if _BUILD <= key < _PLAIN]),
            tuple([self._plains[key - _PLAIN] for key in keys if key >= _PLAIN]),
        )

    def take(self, keys: Keys) -> tuple[list[Pile], list[Pile]]:
        """The piles with these keys, oldest first among identical ones, and the rest of the table."""
        wanted = list(keys)
        taken = []
        rest = []
        for pile in self.table:
            key = self.key(pile)
            if key in wanted:
                wanted.remove(key)
                taken.append(pile)
            else:
                rest.append(pile)
        return taken, rest


def base_of(pile: Pile) -> Base:
    """How an action names a pile."""
    if pile.owner != NOBODY:
        return pile.value
    return pile.cards[0] if len(pile.cards) == 1 else pile.cards
