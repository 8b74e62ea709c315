"""Eight Cards as numbers from packed states: what they are is in ``encoding``.

A row has room for the other's cards only where placed cards lie open, so its length tells whether they do.
From ``counts`` on fields are written exactly (``vector_rows``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.envs.eight.encoding import FIELDS, HUNDRED
from korthus.envs.vector_code import compiled
from korthus.envs.vector_masks import first_word, words_for, write_mask
from korthus.envs.vector_rows import put, spread, starts_of
from korthus.kernels.bits import count
from korthus.kernels.eight.layout import (
    ANTE,
    AT_ONCE,
    BANKROLLS,
    BOARDS,
    DEALER,
    HANDS,
    LOCKED,
    LONGEST,
    NUMBER,
    OVER,
    PHASE,
    PLACED,
    PLO,
    SPLITS,
    SPLITS_OF_BOARD,
    UNKNOWN,
    WINNERS,
    Packed,
)
from korthus.kernels.eight.legal import split_range
from korthus.kernels.eight.play import actor, set_of, subpot_of

Numbers = npt.NDArray[Any]

#: See ``envs.brings.Compiled``.
ANY_SEAT: Final = True

_CARDS: Final = 52
_STARTS: Final = starts_of(FIELDS)
_HAND, _BOARDS, _PLACED, _COUNTS, _LOCKED, _PLO, _WON, _CHIPS = _STARTS[:8]
_NUMBER, _HANDS_LEFT, _DEALER, _TURN, _PHASE, _THEIRS = _STARTS[8:]


def _list_legal() -> npt.NDArray[np.int64]:
    """The legal ids as bits (``vector_masks``): all of them, and those of each Omaha board."""
    ranges = [range(SPLITS)]
    ranges += [range(first, first + SPLITS_OF_BOARD) for first in range(0, SPLITS, SPLITS_OF_BOARD)]
    return np.array(
        [
            [
                np.uint64(sum(1 << bit for bit in range(64) if word * 64 + bit in each)).astype(np.int64)
                for word in range(words_for(SPLITS))
            ]
            for each in ranges
        ]
    )


_LEGAL: Final = _list_legal()


@compiled
def observe(s: Packed, seat: int, row: Numbers) -> None:
    """See ``envs.brings.Compiled``."""
    other = 1 - seat
    spread(row, _HAND, s[HANDS + seat], 64)
    for board in range(3):
        spread(row, _BOARDS + _CARDS * board, set_of(s[BOARDS + board]), 64)
    for board in range(3):
        spread(row, _PLACED + _CARDS * board, s[PLACED + 3 * seat + board], 64)
    both_locked = s[LOCKED] & s[LOCKED + 1] != 0
    unseen = s[AT_ONCE] != 0 and s[PLO] == UNKNOWN and not both_locked
    is_counted = not (unseen and s[LOCKED + other])
    for board in range(3):
        put(row, _COUNTS + board, count(s[PLACED + 3 * seat + board]))
        put(row, _COUNTS + 3 + board, count(s[PLACED + 3 * other + board]) if is_counted else 0)
    flags = s[LOCKED + seat] | s[LOCKED + other] << 1
    if s[PLO] != UNKNOWN:
        flags |= 1 << _PLO - _LOCKED + s[PLO]
    for board in range(3):
        flags |= (s[WINNERS + board] >> seat & 1) << _WON - _LOCKED + board
        flags |= (s[WINNERS + board] >> other & 1) << _WON - _LOCKED + 3 + board
    spread(row, _LOCKED, flags, 11)
    _write_chips(s, seat, row)
    _write_parts(row, _NUMBER, s[NUMBER])
    _write_parts(row, _HANDS_LEFT, s[LONGEST] - s[NUMBER])
    moment = int(s[DEALER] == seat) | int(actor(s) == seat) << 1 | 4 << s[PHASE]
    spread(row, _DEALER, moment, 6)
    if row.size > _THEIRS:
        for board in range(3):
            cards = 0 if unseen else s[PLACED + 3 * other + board]
            spread(row, _THEIRS + _CARDS * board, cards, 52)


@compiled
def _write_chips(s: Packed, seat: int, row: Numbers) -> None:
    """Write who has which part of all chips."""
    pot = _pot(s)
    total = s[BANKROLLS] + s[BANKROLLS + 1] + pot
    _write_parts(row, _CHIPS, HUNDRED**2 * s[BANKROLLS + seat] // total)
    _write_parts(row, _CHIPS + 2, HUNDRED**2 * s[BANKROLLS + 1 - seat] // total)
    _write_parts(row, _CHIPS + 4, HUNDRED**2 * pot // total)


@compiled
def _pot(s: Packed) -> int:
    """What still lies in the pot: less what was played for on each board that is paid."""
    if s[PHASE] == OVER:
        return 0
    left = 2 * int(s[ANTE])
    for board in range(3):
        if s[WINNERS + board]:
            left -= subpot_of(s, board)
    return left


@compiled
def _write_parts(row: Numbers, at: int, number: int) -> None:
    """Write hundreds and the rest."""
    put(row, at, number // HUNDRED)
    put(row, at + 1, number % HUNDRED)


@compiled
def mask(s: Packed, work: Packed, row: npt.NDArray[np.int8]) -> None:
    """See ``envs.brings.Compiled``."""
    start, number = split_range(s)
    index = 0 if number == SPLITS else 1 + start // SPLITS_OF_BOARD
    first = first_word(work, row.size)
    for word in range(_LEGAL.shape[1]):
        put(work, first + word, _LEGAL[index, word])
    write_mask(row, work, first)


@compiled
def code_of(s: Packed, action_id: int, work: Packed) -> int:
    """See ``envs.brings.Compiled``: the kernel numbers the splits as the ids do."""
    return action_id
