"""The betting of a lance where one seat may say more amounts than the other, once in a hand.

Both seats say the usual bet, the usual raise and órdago. One of them, the *stranger*, may once say another
amount. A lance in which that is still open has the *open* tree, later ones have the *usual* tree. What a seat
learns against a stranger is an answer to every amount; what it says itself stays with the usual ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from korthus.games.mus.actions import Envido, MusAction
from korthus.games.mus.legal import words
from korthus.games.mus.options import LEAST_BET, MusRules
from korthus.games.mus.state import Bet
from korthus.solve.core.staged import Betting
from korthus.solve.mus.tree import Grower, Result

#: The usual first bet and the usual raise, in stones.
USUAL: Final = LEAST_BET
#: Amounts by which results are told apart: no sum of two things that can be said is another of them.
_DIFFERENT: Final = (5, 10, 15, 20, 25, 30, 35)


@dataclass(frozen=True)
class Sides:
    """Who may say what: ``more`` are the amounts of the seat ``stranger``, in stones, from low to high."""

    more: tuple[int, ...] = ()
    stranger: int = 0

    def __post_init__(self) -> None:
        assert len(self.more) <= len(_DIFFERENT)
        assert all(USUAL < low < high for low, high in zip(self.more, self.more[1:], strict=False))

    @property
    def rules(self) -> MusRules:
        """The rules of a table where all of it can be said in a single hand."""
        return _rules(self.more)

    @property
    def shape(self) -> Sides:
        """The same with other amounts: trees of equal shape have equal results at the same leaves."""
        return Sides(_DIFFERENT[: len(self.more)], self.stranger)


def _rules(more: tuple[int, ...]) -> MusRules:
    amounts = (USUAL, *more)
    return MusRules(target_stones=None, bets=amounts, raises=amounts, max_raises=1)


@dataclass(frozen=True)
class SidedTree:
    """The betting of a lance. ``beyond[leaf]``: whether another amount than the usual one was said."""

    betting: Betting
    results: tuple[Result, ...]
    beyond: tuple[bool, ...]

    @cached_property
    def usual_ways(self) -> tuple[int, ...]:
        """The leaves that the hand goes on from after usual words."""
        return tuple(n for n, on in enumerate(self.betting.goes_on) if on and not self.beyond[n])

    @cached_property
    def beyond_ways(self) -> tuple[int, ...]:
        """The leaves that the hand goes on from after another amount."""
        return tuple(n for n, on in enumerate(self.betting.goes_on) if on and self.beyond[n])


@lru_cache(maxsize=256)
def sided_tree(sides: Sides, is_open: bool) -> SidedTree:
    """Everything that can be said in a lance."""
    return _SidedGrower(sides, is_open).sided()


class _SidedGrower(Grower):
    def __init__(self, sides: Sides, is_open: bool) -> None:
        super().__init__(sides.rules)
        self._sides = sides
        self._is_open = is_open

    def sided(self) -> SidedTree:
        """The tree with the leaves marked."""
        tree = self.tree()
        usual = f"envido {USUAL}"
        beyond = [False] * len(tree.results)
        for path, end in tree.betting.paths.items():
            if end < 0:
                beyond[~end] = any(word.startswith("envido") and word != usual for word in path)
        return SidedTree(tree.betting, tree.results, tuple(beyond))

    def choices(self, bet: Bet | None, said: tuple[str, ...]) -> Sequence[MusAction]:
        """See ``Grower.choices``: seats speak in turn, the mano first."""
        may = self._is_open and len(said) % 2 == self._sides.stranger
        return [
            each
            for each in words(self.rules, bet)
            if not isinstance(each, Envido) or each.amount == USUAL or may
        ]
