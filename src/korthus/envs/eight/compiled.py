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
    first, number = split_range(s)
    _fill(row, 0, row.size, 0)
    _fill(row, first, first + number, -1)


@compiled
def _fill(row: npt.NDArray[np.int8], begin: int, end: int, bits: int) -> None:
    """Write 0 or 1, as all of ``bits`` are, at the places from ``begin`` on, before ``end``: 64 at least."""
    for start in range(begin, end - 64, 64):
        spread(row, start, bits, 64)
    spread(row, end - 64, bits, 64)


@compiled
def code_of(s: Packed, action_id: int, work: Packed) -> int:
    """See ``envs.brings.Compiled``: the kernel numbers the splits as the ids do."""
    return action_id
