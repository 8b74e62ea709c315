"""What a seat knows in a hand of Mus besides its cards, as numbers: what a policy network reads.

Everything is seen from one seat, *me*. Three things are told: what the hand is played for, how each lance
before went, and what was said in this one. They are public, and the same however the score or the words came
about: amounts are numbers, so an amount that was never met lies between its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.games.mus.actions import Accept, Envido, MusAction, Ordago, Pass
from korthus.games.mus.betting import Ending, Turn, deje, speak
from korthus.games.mus.counting import ordago_stones
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Bet
from korthus.games.mus.text import parse_action
from korthus.solve.mus.match.stakes import Stakes

Row = npt.NDArray[np.float32]

# ``python -m bench.mus_exploit`` judges what the network learnt from what it is told.

#: Gains whose worth is told, in stones (``bench/constants.py``: mus.gains).
_GAINS: Final = (1, 2, 3, 5, 8, 12, 20)
#: A score so far from the end is told like any further one, in stones that are missing: a stone is worth
#: 0.024 of a chance to win at most there (``bench/constants.py``: mus.gains).
_FAR: Final = 25
#: The rules by which words are told: those of the hands that the network was taught by. Where a refusal gives
#: anything else, nobody asks it (``SolvedBot.note``).
_TAUGHT: Final = MusRules(target_stones=None)
#: What an órdago is worth in a single hand, in stones; the unit of what is told there.
_SINGLE: Final = ordago_stones(_TAUGHT, 0)
#: Seats count from the mano here.
_MANO: Final = 0

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
    return _lance_row(tuple(words), me)


@lru_cache(maxsize=4096)
def _lance_row(words: tuple[str, ...], me: int) -> Row:
    row = np.zeros(LANCE, dtype=np.float32)
    now: Turn | Ending = Turn(_MANO)
    bet: Bet | None = None
    for word in map(parse_action, words):
        assert isinstance(now, Turn)
        _say(row, now, word, me)
        now = speak(_TAUGHT, _MANO, now, word)
        bet = bet if isinstance(now, Ending) else now.bet
    if bet is not None:
        # Órdago is told by its own number: the stake stays what it was before it.
        stake, given = (bet.before if bet.ordago else bet.stake), deje(_TAUGHT, bet)
        row[15:19] = (stake / 20, np.log2(1 + stake) / 4, given / 10, np.log2(1 + given) / 4)
    row.flags.writeable = False  # it is kept
    return row


def _say(row: Row, turn: Turn, word: MusAction, me: int) -> None:
    """Tell one word of a lance, said at a turn."""
    side = int(turn.seat != me)
    match word:
        case Pass():
            row[side] = 1
        case Ordago():
            row[2 + side] = 1
        case Envido(amount=amount):
            at = (4 if turn.bet is None else 8) + 2 * side
            row[at : at + 2] += (1 + np.log2(amount) / 4, amount / 20)
        case Accept():
            row[12] = 1
        case _:
            row[13 + side] = 1


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
