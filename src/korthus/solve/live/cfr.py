"""Discounted regret minimisation on one lance, compiled: what ``cfr`` does for whole games, for a single one.

A lance has few nodes, so most of the work is the products of reaches with payoff matrices. Hands that do not
come to a leaf are left out of them, and there are more of those with every iteration.
"""

from __future__ import annotations

from typing import Any, Final

import numpy.typing as npt

from korthus.kernels.compiled import compiled

Numbers = npt.NDArray[Any]

#: Share of the other's choices, 0 to 1, that is made by mistake in an iteration that has mistakes, so that a
#: player learns to answer what nobody should do (``bench/constants.py``: mus.trembles).
TREMBLE: Final = 0.05
#: Iterations from one that has mistakes to the next that has some: one choice in a hundred is a mistake
#: (``bench/constants.py``: mus.trembles_every).
TREMBLES_EVERY: Final = 5


@compiled
def iterate(
    pays: Numbers,
    turned: Numbers,
    matrix_of: Numbers,
    nodes: Numbers,
    shares: Numbers,
    sizes: Numbers,
    iterations: int,
    regrets: Numbers,
    average: Numbers,
    now: Numbers,
    reach: Numbers,
    reach_at_leaves: Numbers,
    values: Numbers,
    values_at_leaves: Numbers,
) -> None:
    """``iterations`` iterations of DCFR (alpha 1.5, beta 0, gamma 2), both seats in turn.

    ``pays[matrix, mano, other]`` and ``turned`` (the same with the other first) are what the mano gets;
    ``nodes[index]`` is seat, number of actions, children (a leaf below zero). The rest is memory: ``now``
    must hold a strategy, ``regrets`` and ``average`` zeros. Now and then the other does something else than
    it wants, so that there is an answer to everything.
    """
    count = len(nodes)
    for iteration in range(1, iterations + 1):
        before = float(iteration - 1)
        above = before * before**0.5 / (before * before**0.5 + 1.0)
        below = 0.5 if iteration > 1 else 0.0
        weight = float(iteration) * float(iteration)
        tremble = TREMBLE if iteration % TREMBLES_EVERY == 0 else 0.0
        for seat in range(2):
            other = 1 - seat
            mine, theirs = sizes[seat], sizes[other]
            for each in range(2):
                for hand in range(sizes[each]):
                    reach[0, each, hand] = shares[each, hand] if each == other else 1.0
            for index in range(count):
                speaks = nodes[index, 0]
                for action in range(nodes[index, 1]):
                    child = nodes[index, 2 + action]
                    for each in range(2):
                        for hand in range(sizes[each]):
                            part = now[index, action, hand] if each == speaks else 1.0
                            if each == speaks and each == other:
                                part += tremble * (1.0 / nodes[index, 1] - part)
                            if child >= 0:
                                reach[child, each, hand] = reach[index, each, hand] * part
                            elif each == other:
                                reach_at_leaves[~child, hand] = reach[index, each, hand] * part
            for leaf in range(len(matrix_of)):
                matrix = matrix_of[leaf]
                for hand in range(mine):
                    values_at_leaves[leaf, hand] = 0.0
                for hand in range(theirs):
                    share = reach_at_leaves[leaf, hand]
                    if share > 1e-7:
                        if seat == 0:
                            for own in range(mine):
                                values_at_leaves[leaf, own] += share * turned[matrix, hand, own]
                        else:
                            for own in range(mine):
                                values_at_leaves[leaf, own] -= share * pays[matrix, hand, own]
            for index in range(count - 1, -1, -1):
                actions = nodes[index, 1]
                for hand in range(mine):
                    value = 0.0
                    for action in range(actions):
                        child = nodes[index, 2 + action]
                        worth = values[child, hand] if child >= 0 else values_at_leaves[~child, hand]
                        value += worth * (now[index, action, hand] if nodes[index, 0] == seat else 1.0)
                    values[index, hand] = value
                if nodes[index, 0] != seat:
                    continue
                for hand in range(mine):
                    total = 0.0
                    for action in range(actions):
                        child = nodes[index, 2 + action]
                        worth = values[child, hand] if child >= 0 else values_at_leaves[~child, hand]
                        old = regrets[index, action, hand]
                        found = old * (above if old > 0 else below) + worth - values[index, hand]
                        regrets[index, action, hand] = found
                        average[index, action, hand] += (
                            weight * reach[index, seat, hand] * now[index, action, hand]
                        )
                        total += max(found, 0.0)
                    for action in range(actions):
                        now[index, action, hand] = (
                            max(regrets[index, action, hand], 0.0) / total if total > 0 else 1.0 / actions
                        )
