"""Who meets whom over which cards.

In each round the players sit down in groups of one size; whoever is left over rests. All groups of a round
play the same deals, and each group plays a deal once from every seat: two players exchange seats, more of
them move by one. So every hand is held by everybody in the round, and nobody meets a deal again in another
group. A group plays all its deals before the first of them comes back with the seats moved.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple


class Fixture(NamedTuple):
    """One game of a tournament. All numbers count from 0."""

    number: int
    round: int
    #: Which cards: fixtures with the same deal have the same seed.
    deal: int
    #: How many times this group has played the deal before.
    turn: int
    #: The player in each seat.
    players: tuple[int, ...]


def rounds_of(players: int, seats: int) -> int:
    """How many rounds let everybody meet everybody, and rest equally often.

    >>> [rounds_of(players, 2) for players in (2, 3, 4, 5)], rounds_of(4, 4), rounds_of(8, 4)
    ([1, 3, 3, 5], 1, 3)
    """
    step = players // math.gcd(players, players - players % seats)
    needed = math.ceil((players - 1) / (seats - 1))
    return math.ceil(needed / step) * step


def deals_of(players: int, seats: int, deals: int) -> int:
    """How many deals a tournament needs if each group plays ``deals`` of them in a round."""
    return rounds_of(players, seats) * deals


def schedule(players: int, seats: int, deals: int) -> tuple[Fixture, ...]:
    """All games, in the order in which they are best played.

    >>> [(each.deal, each.turn, each.players) for each in schedule(2, 2, 2)]
    [(0, 0, (0, 1)), (1, 0, (0, 1)), (0, 1, (1, 0)), (1, 1, (1, 0))]
    """
    found: list[Fixture] = []
    for number, groups in enumerate(_groups(players, seats)):
        for turn in range(seats):
            for deal in range(number * deals, (number + 1) * deals):
                for group in groups:
                    seated = (*group[turn:], *group[:turn])
                    found.append(Fixture(len(found), number, deal, turn, seated))
    return tuple(found)


def _groups(players: int, seats: int) -> list[list[tuple[int, ...]]]:
    """The groups of each round."""
    rounds = rounds_of(players, seats)
    if seats == 2:
        return [_pairs(players, each) for each in range(rounds)]
    met: Counter[tuple[int, int]] = Counter()
    rested: Counter[int] = Counter()
    found = []
    for _ in range(rounds):
        # Whoever has rested least rests next; among those the last.
        order = sorted(range(players), key=lambda each: (rested[each], -each))
        resting = order[: players % seats]
        rested.update(resting)
        groups = _strangers(sorted({*range(players)} - {*resting}), seats, met)
        for group in groups:
            met.update(combinations(sorted(group), 2))
        found.append(groups)
    return found


def _pairs(players: int, turn: int) -> list[tuple[int, ...]]:
    """A round of pairs by the circle: one place stands still, the others move on by one each round."""
    circle: list[int | None] = [*range(players)] if players % 2 == 0 else [*range(players), None]
    moving = circle[1:]
    turned = [circle[0], *moving[turn:], *moving[:turn]]
    half = len(turned) // 2
    both = zip(turned[:half], reversed(turned[half:]), strict=True)
    return [(one, other) for one, other in both if one is not None and other is not None]


def _strangers(players: Sequence[int], seats: int, met: Counter[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Groups of players who have met as seldom as possible: each is filled up one by one."""
    left = list(players)
    groups = []
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            seldom = min(left, key=lambda each: (sum(met[_pair(each, other)] for other in group), each))
            left.remove(seldom)
            group.append(seldom)
        groups.append(tuple(group))
    return groups


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
