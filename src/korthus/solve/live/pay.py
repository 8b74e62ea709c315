"""What every end of a lance is worth to every pair of hands, with the later lances played by the blueprint.

The rest of the hand is drawn once for each pair of hands, and the same draw serves all ends of the lance: so
what one end is worth more than another has hardly any noise in it, and the draws of hundreds of pairs average
out in the value of a hand. Stones are counted as the rules do: dejes at once, the lances in order at the end,
until somebody has reached the target (UI-6).
"""

from __future__ import annotations

from typing import Any, Final

import numba as nb
import numpy as np
import numpy.typing as npt

from korthus.kernels.compiled import compiled

Numbers = npt.NDArray[Any]

#: How a lance ended, for the kernel.
NOT_BET, PASSED, ACCEPTED, REFUSED, ENDED = range(5)
#: Two hands that are both rarer than this, next to the likeliest ones, are not reckoned with together.
RARE: Final = 0.01
#: The columns of a result: how, who bet last (0 is the mano), stones.
HOW, SEAT, STONES = range(3)
#: The lances of a hand in the order of counting; the last is juego or punto.
LANCES: Final = 4


@compiled
def count_lance(how: int, seat: int, stones: int, wins: bool, mine: int, theirs: int) -> int:
    """What a lance is worth at the end, to the mano; the deje of a refusal was taken before."""
    if how == REFUSED:
        return mine if seat == 0 else -theirs
    if how == PASSED:
        if wins:
            return max(mine, 1)
        return -max(theirs, 1)
    if how == ACCEPTED:
        return stones + mine if wins else -(stones + theirs)
    return 0


@compiled
def _kind(lance: int, no_juego: bool) -> int:
    """The order of hands that decides a lance: punto takes the place of juego."""
    return 4 if lance == 3 and no_juego else lance


@compiled
def draw_result(
    parts: Numbers,
    whole: int,
    offsets: Numbers,
    widths: Numbers,
    columns: Numbers,
    nodes: Numbers,
    results: Numbers,
    stage: int,
    instance: int,
    instances: int,
    hands: tuple[int, int],
    word: np.uint64,
) -> tuple[int, np.uint64]:
    """The leaf that a lance of the blueprint ends in for two hands, and the next random word."""
    place = 0
    while place >= 0:
        seat = nodes[place, 0]
        actions = nodes[place, 1]
        column = columns[stage, seat, hands[seat]]
        size = widths[stage, seat] * instances
        at = offsets[stage, place] + column * instances + instance
        word = word * nb.uint64(6364136223846793005) + nb.uint64(1442695040888963407)
        mark = np.int64(word >> nb.uint64(33)) % whole
        chosen = actions - 1
        for action in range(actions - 1):
            mark -= parts[at + action * size]
            if mark < 0:
                chosen = action
                break
        place = nodes[place, 2 + chosen]
    return ~place, word


@compiled
def pay_leaves(
    first: Numbers,
    second: Numbers,
    chance: Numbers,
    shares: Numbers,
    wins: Numbers,
    pares: Numbers,
    juego: Numbers,
    done: Numbers,
    lance: int,
    leaves: Numbers,
    stones: Numbers,
    target: int,
    ordago: int,
    equity: Numbers,
    parts: Numbers,
    whole: int,
    offsets: Numbers,
    widths: Numbers,
    columns: Numbers,
    nodes: Numbers,
    results: Numbers,
    ways: int,
    stage_of_last: Numbers,
    start: int,
    later: Numbers,
    total: Numbers,
    out: Numbers,
) -> None:
    """Fill ``out[leaf, hand, hand]`` with what the mano gets, times the chance of the deal.

    ``shares`` are both ranges, the likeliest hand 1. ``target`` 0 plays for the difference in stones, else
    it is the chance to win the match less a half. ``start`` is the instance of the present lance in the
    blueprint. ``later`` and ``total`` are scratch.
    """
    for row in range(len(first)):
        for column in range(len(second)):
            one, two = first[row], second[column]
            likely = chance[one, two]
            if likely == 0.0 or (shares[0, row] < RARE and shares[1, column] < RARE):
                for leaf in range(len(leaves)):
                    out[leaf, row, column] = 0.0
                continue
            # The lances after this one.
            word = nb.uint64(one * 330 + two + 1) * nb.uint64(0x9E3779B97F4A7C15)
            instance, instances = start, 1
            for _ in range(lance):
                instances *= ways
            has_both_pares = pares[one] > 0 and pares[two] > 0
            has_both_juego = juego[one] > 0 and juego[two] > 0
            no_juego = juego[one] == 0 and juego[two] == 0
            ended = -1
            instance, instances = start * ways, instances * ways
            for each in range(lance + 1, LANCES):
                later[each, HOW] = NOT_BET
                if ended >= 0:
                    continue
                stage = each
                if each == 2 and not has_both_pares:
                    continue
                if each == 3:
                    if not (has_both_juego or no_juego):
                        continue
                    stage = stage_of_last[int(pares[one] > 0), int(pares[two] > 0), int(has_both_juego)]
                leaf, word = draw_result(
                    parts,
                    whole,
                    offsets,
                    widths,
                    columns,
                    nodes,
                    results,
                    stage,
                    instance,
                    instances,
                    (one, two),
                    word,
                )
                for part in range(3):
                    later[each, part] = results[leaf, part]
                if results[leaf, HOW] == ENDED:
                    ended = each
                    continue
                instance = instance * ways + results[leaf, 3]
                instances *= ways
            for leaf in range(len(leaves)):
                value = 0.0
                won = 0
                total[0], total[1] = stones[0], stones[1]
                if leaves[leaf, HOW] == ENDED:
                    sign = 1 if wins[_kind(lance, no_juego), one, two] else -1
                    out[leaf, row, column] = likely * (sign * ordago if target == 0 else 0.5 * sign)
                    continue
                for each in range(lance, LANCES):
                    how = leaves[leaf, HOW] if each == lance else later[each, HOW]
                    if how == REFUSED:
                        seat = leaves[leaf, SEAT] if each == lance else later[each, SEAT]
                        total[seat] += leaves[leaf, STONES] if each == lance else later[each, STONES]
                        if target and won == 0 and total[seat] >= target:
                            won = 1 - 2 * seat
                if ended >= 0:
                    sign = 1 if wins[_kind(ended, no_juego), one, two] else -1
                    if target == 0:
                        # Stones already taken in this hand stay; nothing else is counted.
                        value = total[0] - stones[0] - total[1] + stones[1] + sign * ordago
                    else:
                        value = 0.5 * (won if won != 0 else sign)
                    out[leaf, row, column] = likely * value
                    continue
                for each in range(LANCES):
                    if won != 0:
                        break
                    if each == lance:
                        how, seat, stake = leaves[leaf, HOW], leaves[leaf, SEAT], leaves[leaf, STONES]
                    elif each < lance:
                        how, seat, stake = done[each, HOW], done[each, SEAT], done[each, STONES]
                    else:
                        how, seat, stake = later[each, HOW], later[each, SEAT], later[each, STONES]
                    mine, theirs = 0, 0
                    if each == 2:
                        mine, theirs = pares[one], pares[two]
                    elif each == 3:
                        mine, theirs = (1, 1) if no_juego else (juego[one], juego[two])
                    if how == NOT_BET:
                        # Only one seat has it, or nobody.
                        gain = mine - theirs if (mine == 0) != (theirs == 0) else 0
                    else:
                        gain = count_lance(
                            how, seat, stake, wins[_kind(each, no_juego), one, two], mine, theirs
                        )
                    if gain > 0:
                        total[0] += gain
                        if target and total[0] >= target:
                            won = 1
                    elif gain < 0:
                        total[1] -= gain
                        if target and total[1] >= target:
                            won = -1
                if target == 0:
                    value = total[0] - stones[0] - total[1] + stones[1]
                elif won != 0:
                    value = 0.5 * won
                else:
                    value = 0.5 - equity[total[1], total[0]]
                out[leaf, row, column] = likely * value
