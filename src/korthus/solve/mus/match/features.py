"""What a seat knows in a hand of Mus besides its cards, as numbers: what a policy network reads.

Everything is seen from one seat, *me*. Three things are told: what the hand is played for, how each lance
before went, and what was said in this one. They are public, and the same however the score or the words came
about: amounts are numbers, so an amount that was never met lies between its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.games.mus.scoring import Lance
from korthus.solve.mus.match.payoff import Stakes

Row = npt.NDArray[np.float32]

#: Gains whose worth is told, in stones.
_GAINS: Final = (1, 2, 3, 5, 8, 12, 20)
#: A score so far from the end is told like any further one, in stones that are missing.
_FAR: Final = 25
#: What an órdago is worth in a single hand, in stones; the unit of what is told there.
_SINGLE: Final = 40

#: How many numbers tell the stakes, one lance, and where we are.
STAKES: Final = 2 * len(_GAINS) + 5
LANCE: Final = 19
PLACE: Final = 10
SIZE: Final = STAKES + 4 * LANCE + PLACE


def stakes_row(stakes: Stakes, me: int) -> Row:
    """What the hand is played for: what gains of either side change in my chance to win."""
    if stakes.equity is None:
        unit = 0.5 / _SINGLE
        gains = [unit * gain for gain in _GAINS]
        return np.array([0.5, *gains, *gains, 1.0, 1.0, 0.0, 0.0], dtype=np.float32)
    target = len(stakes.equity)
    mine, theirs = stakes.score[me], stakes.score[1 - me]

    def chance(own: int, other: int) -> float:
        assert stakes.equity is not None
        if own >= target:
            return 1.0
        if other >= target:
            return 0.0
        # The mano of the next hand is the other one.
        return float(1 - stakes.equity[other, own] if me == 0 else stakes.equity[own, other])

    now = chance(mine, theirs)
    missing = (target - mine, target - theirs)
    return np.array(
        [
            now,
            *(chance(mine + gain, theirs) - now for gain in _GAINS),
            *(now - chance(mine, theirs + gain) for gain in _GAINS),
            *(min(each, _FAR) / _FAR for each in missing),
            *(2.0 ** (-each / 4) for each in missing),
        ],
        dtype=np.float32,
    )


def lance_row(words: Sequence[str], me: int) -> Row:
    """What was said in a lance, the mano (seat 0) first; an unfinished one tells what is open."""
    row = np.zeros(LANCE, dtype=np.float32)
    stake, before, last = 0, 0, -1
    for turn, word in enumerate(words):
        side = 0 if turn % 2 == me else 1
        if word == "pass":
            row[side] = 1
        elif word == "ordago":
            row[2 + side] = 1
            before, last = stake, side
        elif word.startswith("envido"):
            amount = int(word.split()[1])
            at = (4 if stake == 0 else 8) + 2 * side
            row[at : at + 2] += (1 + np.log2(amount) / 4, amount / 20)
            before, stake, last = stake, stake + amount, side
        elif word == "quiero":
            row[12] = 1
        else:
            row[13 + side] = 1
    deje = max(before, 1) if last >= 0 else 0
    row[15:19] = (stake / 20, np.log2(1 + stake) / 4, deje / 10, np.log2(1 + deje) / 4)
    return row


def place_row(lance: Lance, me: int, pares: tuple[bool, bool] | None, juego: tuple[bool, bool] | None) -> Row:
    """Which lance it is, who is the mano, and what was declared."""
    row = np.zeros(PLACE, dtype=np.float32)
    row[lance.number] = 1
    row[5] = float(me == 0)
    if pares is not None:
        row[6:8] = (pares[me], pares[1 - me])
    if juego is not None:
        row[8:10] = (juego[me], juego[1 - me])
    return row


def knowledge(
    stakes: Row,
    said: Sequence[tuple[Lance, Sequence[str]]],
    me: int,
    pares: tuple[bool, bool] | None,
    juego: tuple[bool, bool] | None,
) -> Row:
    """Everything together. ``said``: the lances that were bet on with their words, the present one last."""
    row = np.zeros(SIZE, dtype=np.float32)
    row[:STAKES] = stakes
    lance, words = said[-1]
    for earlier, its in said[:-1]:
        at = STAKES + LANCE * earlier.number
        row[at : at + LANCE] = lance_row(its, me)
    row[STAKES + 3 * LANCE : STAKES + 4 * LANCE] = lance_row(words, me)
    row[STAKES + 4 * LANCE :] = place_row(lance, me, pares, juego)
    return row
