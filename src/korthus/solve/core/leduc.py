"""Leduc hold'em: six cards, two rounds of betting, a public card between them.

Raises are 2 in the first round and 4 in the second, two at most in each; the ante is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from korthus.solve.core.staged import Betting, Floats, Node, Stage, StagedGame

# Leduc hold'em as published: three ranks twice, an ante of 1, bets of 2, then of 4, at most two a round.
_RANKS: Final = 3
_ANTE: Final = 1
_RAISES: Final = (2, 4)
_MOST_RAISES: Final = 2


class _End(NamedTuple):
    """A leaf: what each seat has put in during this round, and who has folded."""

    folded: int | None
    stakes: tuple[int, int]


def leduc() -> StagedGame:
    """The game. Cards of the same rank are one hand: they cannot be told apart by what they win."""
    cards = np.arange(_RANKS)
    deals = [(a // 2, b // 2, c // 2) for a, b, c in permutations(range(2 * _RANKS), 3)]
    chance = np.zeros((_RANKS,) * 3)
    for deal in deals:
        chance[deal] += 1 / len(deals)
    first, ends = _round(_RAISES[0], last=False)
    pays = _Pays(chance.sum(axis=2), None)
    paid = [[pays.number(end, _ANTE)] for end in ends]
    stages = [Stage("first", first, (cards, cards), None, 1, pays.matrices(), np.array(paid))]
    pots = [_ANTE + end.stakes[0] for end in ends if end.folded is None]
    betting, ends = _round(_RAISES[1], last=True)
    for card in cards:
        pays = _Pays(chance[:, :, card], int(card))
        paid = [[pays.number(end, pot) for pot in pots] for end in ends]
        stages.append(
            Stage(f"card {card}", betting, (cards, cards), 0, len(pots), pays.matrices(), np.array(paid))
        )
    return StagedGame("leduc", ("J", "Q", "K"), tuple(stages))


def _round(amount: int, *, last: bool) -> tuple[Betting, list[_End]]:
    """One round of betting and its leaves."""
    nodes: list[Node] = []
    ends: list[_End] = []

    def end(folded: int | None, stakes: Sequence[int]) -> int:
        ends.append(_End(folded, (stakes[0], stakes[1])))
        return ~(len(ends) - 1)

    def grow(seat: int, stakes: tuple[int, int], raises: int, spoken: bool) -> int:
        index = len(nodes)
        nodes.append(Node(seat, (), ()))
        owed = stakes[1 - seat] - stakes[seat]
        level = (max(stakes),) * 2
        actions, children = [], []
        if owed:
            actions.append("fold")
            children.append(end(seat, stakes))
        actions.append("call")
        children.append(end(None, level) if spoken else grow(1 - seat, level, raises, True))
        if raises < _MOST_RAISES:
            raised = (level[0] + amount, level[1]) if seat == 0 else (level[0], level[1] + amount)
            actions.append("raise")
            children.append(grow(1 - seat, raised, raises + 1, True))
        nodes[index] = Node(seat, tuple(actions), tuple(children))
        return index

    grow(0, (0, 0), 0, False)
    goes_on = tuple(not last and each.folded is None for each in ends)
    return Betting(tuple(nodes), goes_on), ends


class _Pays:
    """The payoff matrices of a stage; ``card`` is the public one, None before it is there."""

    def __init__(self, chance: Floats, card: int | None) -> None:
        self._chance = chance
        self._made: list[Floats] = []
        self._goes_on = card is None
        strength = np.array([rank + (_RANKS if rank == card else 0) for rank in range(_RANKS)])
        self._wins = np.sign(strength[:, None] - strength[None, :])

    def number(self, end: _End, pot: int) -> int:
        """The number of the matrix that a leaf pays, each seat having put ``pot`` in before; -1 for none."""
        if end.folded is not None:
            lost = pot + end.stakes[end.folded]
            self._made.append((lost if end.folded == 1 else -lost) * self._chance)
        elif self._goes_on:
            return -1
        else:
            self._made.append((pot + end.stakes[0]) * self._wins * self._chance)
        return len(self._made) - 1

    def matrices(self) -> Floats:
        """All of them."""
        return np.array(self._made)
