"""What every end of a lance is worth to every pair of hands, with the later lances played by the blueprint.

The rest of the hand is drawn once for each pair of hands, and the same draw serves all ends of the lance: so
what one end is worth more than another has hardly any noise in it, and the draws of hundreds of pairs average
out in the value of a hand. What a lance gives, at once and at the count, stands in tables that the rules have
filled (``counts``); here it is only added up, in order, until somebody has reached the target (UI-6).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numba as nb
import numpy as np
import numpy.typing as npt

from korthus.kernels.compiled import compiled, inlined

Numbers = npt.NDArray[Any]

#: The share of its seat's likeliest hand, 0 to 1, below which two hands are both rare: their meeting counts
#: for nothing. Chosen so that an answer comes within 300 ms (``bench/bench_levels.py`` times answers).
RARE: Final = 0.01
#: The lances of a hand in the order of counting; the last is juego or punto.
LANCES: Final = 4
#: The row of a lance that nobody bet on.
NOT_BET: Final = 0


class Cards(NamedTuple):
    """What the hands of a pack are. Lances count from 0, punto being the fifth."""

    #: ``[mano's hand, other's hand]``: the chance of the deal.
    chance: Numbers
    #: ``[lance, mano's hand, other's hand]``: whether the mano has the better cards.
    wins: Numbers
    #: ``[lance, hand]``: what a hand is worth.
    values: Numbers
    #: ``[hand]``: 1 with pares, plus 2 with juego.
    has: Numbers


class Counts(NamedTuple):
    """What the rules say. A row is a way in which a lance can end; ``NOT_BET`` is a lance without betting."""

    #: ``[mano has, other has, 4]``: the lance bet on at each index, -1 for none.
    played: Numbers
    #: ``[row, lance, seat with the better cards, mano's value, other's value]``: stones to the mano.
    gains: Numbers
    #: ``[row, seat]``: the stones that are taken at once.
    dejes: Numbers
    #: ``[row]``: whether it was an accepted órdago.
    is_ordago: Numbers


class Later(NamedTuple):
    """The blueprint, by which the later lances are played: see ``Blueprint.flat``."""

    parts: Numbers
    whole: int
    offsets: Numbers
    widths: Numbers
    columns: Numbers
    nodes: Numbers
    #: ``[leaf]``: its row of ``Counts``, and its way, by which instances are counted.
    rows: Numbers
    leaf_ways: Numbers
    ways: int
    #: ``[mano has pares, other has pares, both have juego]``: the stage of the last lance.
    stage_of_last: Numbers


class Stakes(NamedTuple):
    """What is played for: the difference in stones if ``target`` is 0, else the chance to win less a half."""

    stones: Numbers
    target: int
    ordago: int
    #: ``[mano's stones, other's stones]``: the chance of the mano of a new hand to win the match.
    equity: Numbers


class Spot(NamedTuple):
    """The lance that is solved."""

    lance: int
    #: The hands that each seat may have, and how likely they are next to the likeliest one.
    first: Numbers
    second: Numbers
    shares: Numbers
    #: The rows of the lances before, and of the ends of this one.
    done: Numbers
    leaves: Numbers
    #: The instance of this lance in the blueprint.
    start: int


@inlined
def _draw_leaf(
    later: Later, stage: int, instance: int, instances: int, hands: tuple[int, int], word: np.uint64
) -> tuple[int, np.uint64]:
    """The leaf that a lance of the blueprint ends in for two hands, and the next random word."""
    index = 0
    while index >= 0:
        seat = later.nodes[index, 0]
        actions = later.nodes[index, 1]
        column = later.columns[stage, seat, hands[seat]]
        size = later.widths[stage, seat] * instances
        at = later.offsets[stage, index] + column * instances + instance
        word = word * nb.uint64(6364136223846793005) + nb.uint64(1442695040888963407)
        mark = np.int64(word >> nb.uint64(33)) % later.whole
        chosen = actions - 1
        for action in range(actions - 1):
            mark -= later.parts[at + action * size]
            if mark < 0:
                chosen = action
                break
        index = later.nodes[index, 2 + chosen]
    return ~index, word


@inlined
def _draw_rest(
    later: Later, cards: Cards, counts: Counts, spot: Spot, hands: tuple[int, int], rows: Numbers
) -> int:
    """Draw the lances after this one into ``rows``; the lance that an accepted órdago ends, or -1."""
    one, two = hands
    has_one, has_two = cards.has[one], cards.has[two]
    instance, instances = spot.start * later.ways, 1
    for _ in range(spot.lance + 1):
        instances *= later.ways
    word = nb.uint64(one * 330 + two + 1) * nb.uint64(0x9E3779B97F4A7C15)
    ended = -1
    for each in range(spot.lance + 1, LANCES):
        rows[each] = NOT_BET
        if ended >= 0 or counts.played[has_one, has_two, each] < 0:
            continue
        stage = each
        if each == LANCES - 1:
            stage = later.stage_of_last[has_one & 1, has_two & 1, has_one >> 1 & has_two >> 1]
        leaf, word = _draw_leaf(later, stage, instance, instances, hands, word)
        rows[each] = later.rows[leaf]
        if counts.is_ordago[rows[each]]:
            ended = each
        else:
            instance = instance * later.ways + later.leaf_ways[leaf]
            instances *= later.ways
    return ended


@inlined
def _add_up(stakes: Stakes, lance: int, ended: int, sign: int, taken: Numbers, gains: Numbers) -> float:
    """What the mano gets for a hand.

    ``taken[lance, seat]`` are the dejes of this lance and those after it, ``gains[lance]`` what each lance
    counts, to the mano. An accepted órdago has ``ended`` the hand in a lance (-1: none has); ``sign`` is 1
    if the mano won it.
    """
    target = stakes.target
    mine, theirs = stakes.stones[0], stakes.stones[1]
    won = 0
    for each in range(lance, LANCES):
        mine += taken[each, 0]
        theirs += taken[each, 1]
        if target and won == 0 and (mine >= target or theirs >= target):
            won = 1 if mine >= target else -1
    if ended >= 0:
        if target:
            return 0.5 * (won if won != 0 else sign)
        # Stones already taken in this hand stay; nothing else is counted.
        return float(mine - stakes.stones[0] - theirs + stakes.stones[1] + sign * stakes.ordago)
    for each in range(LANCES):
        if won != 0:
            break
        mine += max(gains[each], 0)
        theirs -= min(gains[each], 0)
        if target and (mine >= target or theirs >= target):
            won = 1 if mine >= target else -1
    if target == 0:
        return float(mine - stakes.stones[0] - theirs + stakes.stones[1])
    return 0.5 * won if won != 0 else 0.5 - float(stakes.equity[theirs, mine])


@compiled
def pay_leaves(
    cards: Cards,
    counts: Counts,
    later: Later,
    stakes: Stakes,
    spot: Spot,
    rows: Numbers,
    taken: Numbers,
    gains: Numbers,
    out: Numbers,
) -> None:
    """Fill ``out[leaf, hand, hand]`` with what the mano gets, times the chance of the deal.

    ``rows`` and ``gains`` (of ``LANCES`` numbers) and ``taken`` (of twice as many) are scratch.
    """
    lance = spot.lance
    for row in range(len(spot.first)):
        for column in range(len(spot.second)):
            one, two = spot.first[row], spot.second[column]
            likely = cards.chance[one, two]
            if likely == 0.0 or (spot.shares[0, row] < RARE and spot.shares[1, column] < RARE):
                for leaf in range(len(spot.leaves)):
                    out[leaf, row, column] = 0.0
                continue
            for each in range(lance):
                rows[each] = spot.done[each]
            ended = _draw_rest(later, cards, counts, spot, (one, two), rows)
            for each in range(LANCES):
                if each == lance:
                    continue
                kind = counts.played[cards.has[one], cards.has[two], each]
                kind = each if kind < 0 else kind
                better = 0 if cards.wins[kind, one, two] else 1
                gains[each] = counts.gains[
                    rows[each], kind, better, cards.values[kind, one], cards.values[kind, two]
                ]
                taken[each, 0] = counts.dejes[rows[each], 0]
                taken[each, 1] = counts.dejes[rows[each], 1]
            kind = counts.played[cards.has[one], cards.has[two], lance]
            here = counts.gains[:, kind, 0 if cards.wins[kind, one, two] else 1]
            for leaf in range(len(spot.leaves)):
                end = spot.leaves[leaf]
                if counts.is_ordago[end]:
                    sign = 1 if cards.wins[kind, one, two] else -1
                    value = 0.5 * sign if stakes.target else float(sign * stakes.ordago)
                else:
                    gains[lance] = here[end, cards.values[kind, one], cards.values[kind, two]]
                    taken[lance, 0] = counts.dejes[end, 0]
                    taken[lance, 1] = counts.dejes[end, 1]
                    sign = 1
                    if ended >= 0:
                        last = counts.played[cards.has[one], cards.has[two], ended]
                        sign = 1 if cards.wins[last, one, two] else -1
                    value = _add_up(stakes, lance, ended, sign, taken, gains)
                out[leaf, row, column] = likely * value
