"""A hand of Mus as a game that can be solved.

The stages are grande, chica, pares where both have them, and then juego or punto for each thing that can have
been declared: declarations are public and true (UI-18), so they part the hands of both seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from msgspec.structs import replace

from korthus.games.mus.betting import declared_before, next_lance
from korthus.games.mus.cards import PACK
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.solve.core.staged import Floats, Ints, Stage, StagedGame
from korthus.solve.mus.hands import Hands, hands_of
from korthus.solve.mus.menu import Menu
from korthus.solve.mus.tree import LanceTree, Result, lance_tree
from korthus.solve.mus.utility import History, Stones, Table, Utility

#: Whether the mano and the other have pares, or juego; None before it is declared.
Declared = tuple[bool, bool] | None


@dataclass(frozen=True)
class Spot:
    """A stage of Mus: its lance, what has been declared, and the lances that were bet on before it."""

    lance: Lance
    pares: Declared = None
    juego: Declared = None
    before: tuple[Lance, ...] = ()

    @property
    def name(self) -> str:
        """A name such as ``punto pares=10``: the mano has pares, the other has none."""
        said = "" if self.pares is None or not self._declared else f" pares={_digits(self.pares)}"
        return f"{self.lance}{said}"

    @property
    def _declared(self) -> bool:
        return self.lance in (Lance.JUEGO, Lance.PUNTO)


def _digits(said: tuple[bool, bool]) -> str:
    return "".join(str(int(each)) for each in said)


class MusHand:
    """A single hand of Mus with a menu, as stages.

    Args:
        lances: how many of the four lances are played, for reference.
        utility: what it is played for; the difference in stones if nothing is said.
    """

    def __init__(
        self,
        menu: Menu,
        *,
        deck: tuple[int, ...] = PACK,
        lances: int = 4,
        utility: Utility | None = None,
    ) -> None:
        assert 1 <= lances <= 4
        self.menu = menu
        self.lances = lances
        self.hands: Hands = hands_of(deck)
        self.table = Table(self.hands, lances, self.rules)
        self.utility = Stones(menu.ordago) if utility is None else utility
        self.spots = tuple(self._spots())

    @property
    def rules(self) -> MusRules:
        """The rules of a table where this hand can be played."""
        return replace(self.menu.rules, deck=self.hands.deck)

    def tree(self, lance: Lance) -> LanceTree:
        """The betting of a lance."""
        return lance_tree(self.menu.lances[min(lance.number, 3)], self.menu.ordago is not None)

    def _spots(self) -> Iterator[Spot]:
        """From lance to lance as the rules lead, for everything that can be declared."""
        pairs = ((True, True), (True, False), (False, True), (False, False))
        met: set[Spot] = set()
        for pares, juego in product(pairs, pairs):
            before: tuple[Lance, ...] = ()
            lance: Lance | None = Lance.GRANDE
            while lance is not None and min(lance.number, 3) < self.lances:
                spot = Spot(lance, *declared_before(lance, pares, juego), before)
                if spot not in met and self._happens(spot):
                    met.add(spot)
                    yield spot
                before = (*before, lance)
                lance = next_lance(lance, pares, juego)

    def _happens(self, spot: Spot) -> bool:
        return all(len(hands) for hands in self.members(spot))

    def members(self, spot: Spot) -> tuple[Ints, Ints]:
        """Which hands each seat can have after what was declared: those that some hand of the other meets."""
        pares, juego = self.hands.has(Lance.PARES), self.hands.has(Lance.JUEGO)
        found = []
        for seat in (0, 1):
            fits = np.ones(len(self.hands.all), dtype=np.bool_)
            if spot.pares is not None:
                fits &= pares == spot.pares[seat]
            if spot.juego is not None:
                fits &= juego == spot.juego[seat]
            found.append(np.flatnonzero(fits))
        meet = self.hands.ways[np.ix_(found[0], found[1])] > 0
        return found[0][meet.any(axis=1)], found[1][meet.any(axis=0)]

    def locate(
        self, said: Sequence[Sequence[str]], pares: Declared = None, juego: Declared = None
    ) -> tuple[int, int, int]:
        """The stage, the instance and the node where a hand has come to.

        Args:
            said: for each lance that was bet on, everything said in it, in order; the present lance last.
            pares: who has pares, the mano first, once it is declared.
            juego: the same for juego.

        Raises:
            KeyError: that cannot have been said with this menu.
        """
        number = self._stage_of(len(said), pares, juego)
        spot = self.spots[number]
        instance = 0
        for lance, words in zip(spot.before, said[:-1], strict=True):
            betting = self.tree(lance).betting
            way = betting.ways[~betting.paths[tuple(words)]]
            instance = instance * betting.ways_on + way
        return number, instance, self.tree(spot.lance).betting.paths[tuple(said[-1])]

    def _stage_of(self, lances: int, pares: Declared, juego: Declared) -> int:
        if lances <= 2:
            return lances - 1
        if juego is None:
            pares = (True, True)
        return next(
            number for number, spot in enumerate(self.spots) if (spot.pares, spot.juego) == (pares, juego)
        )

    def parent(self, spot: Spot) -> int | None:
        """The stage that a stage follows."""
        if not spot.before:
            return None
        return next(n for n, each in enumerate(self.spots) if each.lance is spot.before[-1])

    @cached_property
    def game(self) -> StagedGame:
        """The stages with all their matrices."""
        name = f"mus-{self.menu.name}"
        hands = tuple(" ".join(hand) for hand in self.hands.all)
        return StagedGame(name, hands, tuple(self._stage(spot) for spot in self.spots))

    def _stage(self, spot: Spot) -> Stage:
        tree = self.tree(spot.lance)
        members = self.members(spot)
        ways = [
            tuple(self.utility.essence(lance, way) for way in self.tree(lance).ways) for lance in spot.before
        ]
        kinds, kind_of = _kinds(ways)
        instances = len(kind_of)
        bank = _Bank(self, spot, members)
        paid = np.empty((len(tree.results), instances), dtype=np.int64)
        for leaf, result in enumerate(tree.results):
            if result.ended or self.utility.remembers:
                numbers = [bank.number(tuple(zip(spot.before, kind, strict=True)), result) for kind in kinds]
                paid[leaf] = np.array(numbers)[kind_of]
            else:
                paid[leaf] = bank.number((), result)
        return Stage(spot.name, tree.betting, members, self.parent(spot), instances, bank.matrices(), paid)


def _kinds(ways: list[tuple[Result, ...]]) -> tuple[list[tuple[Result, ...]], Ints]:
    """The different results of the lances before, and which of them each instance has had."""
    kinds: dict[tuple[Result, ...], int] = {}
    kind_of = [kinds.setdefault(results, len(kinds)) for results in product(*ways)]
    return list(kinds), np.array(kind_of, dtype=np.int64)


class _Bank:
    """The matrices of a stage, each made once."""

    def __init__(self, hand: MusHand, spot: Spot, members: tuple[Ints, Ints]) -> None:
        self._hand = hand
        self._spot = spot
        self._pairs = np.ix_(*members)
        self._chance = hand.hands.chance[self._pairs]
        self._numbers: dict[tuple[History, Result], int] = {}
        self._made: list[Floats] = []

    def number(self, before: History, result: Result) -> int:
        """The number of what a leaf pays; -1 for nothing."""
        key = (before, result)
        if key not in self._numbers:
            pay = self._hand.utility.pay(self._hand.table, before, self._spot.lance, result)
            made = pay[self._pairs] * self._chance
            self._numbers[key] = len(self._made) if made.any() else -1
            if made.any():
                self._made.append(made)
        return self._numbers[key]

    def matrices(self) -> Floats:
        """All of them."""
        return np.array(self._made).reshape(len(self._made), *self._chance.shape)
