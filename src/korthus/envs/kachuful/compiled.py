"""What a seat of Kachuful sees, as numbers, from packed states: ``encoding`` says what they are.

Two words are kept beside a packed state, at its end: the cards seen in this round and the voids shown in it.
Both could be read from the list of plays, but that would take longer than everything else together. The last
fields are written exactly (``vector_rows``).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.envs.kachuful.encoding import CARD_PARTS, FIRST_BID, HUNDRED, SUITS
from korthus.envs.vector_code import compiled, inlined
from korthus.envs.vector_masks import first_word
from korthus.envs.vector_rows import put, put_bytes, spread, take
from korthus.kernels.bits import lowest
from korthus.kernels.kachuful import layout as at
from korthus.kernels.kachuful.layout import Packed
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn

#: Words at the end of a state: the cards seen in this round, and four bits for each seat: its voids.
NOTES: Final = 2
_RANKS: Final = 13
#: Where the fields for each seat begin.
_DEALER: Final = 1 + 2 * SUITS
#: Numbers after the cards: the last ones.
_LAST: Final = 6


def words(packed: Packed) -> int:
    """How many words a game needs: the sheet has a line for each round, and the notes follow it."""
    return int(at.SHEET + packed[at.ROUNDS] + NOTES)


@inlined
def note(s: Packed, action: int) -> None:
    """Keep the notes of a state before one of the kernel's actions is applied to it."""
    if action >= at.BID:
        return
    seen, voids = s.size - 2, s.size - 1
    card = 1 << action
    if s[at.LISTED] == 0:
        s[seen] = s[voids] = 0
    s[seen] |= card
    if s[at.ON_TABLE] and not card & (s[at.LED] | s[at.FREE]):
        s[voids] |= 1 << SUITS * s[at.TURN] + (lowest(s[at.LED]) >> 4)


@inlined
def observe(s: Packed, seat: int, row: npt.NDArray[Any]) -> None:
    """See ``envs.brings.Compiled``; ``s`` ends with the notes."""
    seats = s[at.SEATS]
    is_listed = int(s[at.LISTED] > 0)
    seen = _close_up(take(s, s.size - 2) * is_listed)
    voids = take(s, s.size - 1) * is_listed
    hand = _close_up(take(s, at.HANDS + seat))
    spread(row, 0, _flags(s, seat, seats), 64)
    start = _DEALER + 3 * seats
    shown = _turned(voids, SUITS * seat, SUITS * seats)
    spread(row, start, shown | _have_bid(s, seat, seats) << SUITS * seats, 64)
    start += (SUITS + 1) * seats
    _write_seats(s, seat, row, start)
    start += 5 * seats
    _write_trick(s, seat, row, start)
    start += CARD_PARTS * seats
    spread(row, start, hand, 64)
    # The 64 numbers at the end of the row begin with the last cards of the hand.
    before = 64 - FIRST_BID - _LAST
    spread(row, start + FIRST_BID - before, hand >> FIRST_BID - before | seen << before, 64)
    start += 2 * FIRST_BID
    few = s[at.CARDS] | s[at.LEFT] << 8 | s[at.BID_SUM] << 16 | (max(bid_barred(s), -1) & 255) << 24
    put_bytes(row, start + _LAST - 8, seen >> FIRST_BID - 2 & 1 | seen >> FIRST_BID - 1 << 8 | few << 16)
    put(row, start + 4, s[at.ROUND])
    put(row, start + 5, s[at.ROUNDS] - s[at.ROUND])


@inlined
def mask(s: Packed, work: Packed, row: npt.NDArray[np.int8]) -> None:
    """See ``envs.brings.Compiled``."""
    if s[at.TO_BID]:
        cards = 0
        bids = (2 << s[at.CARDS]) - 1
        barred = bid_barred(s)
        if barred >= 0:
            bids &= ~(1 << barred)
    else:
        cards = _close_up(open_to_turn(s))
        bids = 0
    # There are fewer than 32 bids, so the last 32 ids are bids and the cards before them.
    last = row.size - 32
    spread(row, 0, cards, 32)
    if last > 32:
        spread(row, 32, cards >> 32, 32)
    spread(row, last, cards >> last | bids << FIRST_BID - last, 32)
    first = first_word(work, row.size)
    put(work, first, cards | bids << FIRST_BID)
    if row.size > 64:
        put(work, first + 1, bids >> 64 - FIRST_BID)


@inlined
def code_of(s: Packed, action_id: int, work: Packed) -> int:
    """See ``envs.brings.Compiled``."""
    if action_id >= FIRST_BID:
        return at.BID + action_id - FIRST_BID
    return action_id + 3 * (action_id // _RANKS)


@compiled
def _close_up(cards: int) -> int:
    """A set of cards without the three bits between two suits: a bit for each id."""
    return (
        cards & at.LANE
        | cards >> 3 & at.LANE << _RANKS
        | cards >> 6 & at.LANE << 2 * _RANKS
        | cards >> 9 & at.LANE << 3 * _RANKS
    )


@compiled
def _suits(lanes: int) -> int:
    """The suits whose lanes these are, as four bits."""
    return lanes & 1 | lanes >> 15 & 2 | lanes >> 30 & 4 | lanes >> 45 & 8


@compiled
def _turned(bits: int, by: int, size: int) -> int:
    """A ring of ``size`` bits, the one at ``by`` first."""
    return (bits >> by | bits << size - by) & (1 << size) - 1


@compiled
def _seen_from(seat: int, other: int, seats: int) -> int:
    """A seat counted from the one that looks."""
    return other - seat if other >= seat else other - seat + seats


@compiled
def _flags(s: Packed, seat: int, seats: int) -> int:
    """The fields from the first to the one before the voids."""
    found = int(s[at.TO_BID] > 0) | _suits(s[at.TRUMP]) << 1
    found |= 1 << _DEALER + _seen_from(seat, s[at.DEALER], seats)
    found |= 1 << _DEALER + seats + _seen_from(seat, s[at.LEADER], seats)
    on_table = int(s[at.ON_TABLE] > 0)
    winner = _seen_from(seat, s[at.WINNER], seats) if on_table else 0
    return found | (_suits(s[at.LED]) & -on_table) << 1 + SUITS | on_table << _DEALER + 2 * seats + winner


@compiled
def _have_bid(s: Packed, seat: int, seats: int) -> int:
    """Who has bid, a bit for each seat: the first is the one on the dealer's left."""
    first = _seen_from(seat, s[at.DEALER], seats) + 1
    made = (1 << seats - s[at.TO_BID]) - 1
    return _turned(made, seats - first, seats)


@inlined
def _write_seats(s: Packed, seat: int, row: npt.NDArray[Any], start: int) -> None:
    """Bids, tricks won, tricks needed and points."""
    seats = s[at.SEATS]
    other = seat
    for index in range(seats):
        bid = max(take(s, at.BIDS + other), 0)
        won = take(s, at.WON + other)
        points = take(s, at.POINTS + other)
        hundreds = points // HUNDRED
        here = start + index
        put(row, here, bid)
        put(row, here + seats, won)
        put(row, here + 2 * seats, bid - won)
        put(row, here + 3 * seats + index, hundreds)
        put(row, here + 3 * seats + index + 1, points - HUNDRED * hundreds)
        other = other + 1 if other + 1 < seats else 0


@inlined
def _write_trick(s: Packed, seat: int, row: npt.NDArray[Any], start: int) -> None:
    """The cards on the table by who played them; what a store writes beyond its seat is written after it."""
    seats = s[at.SEATS]
    on_table = s[at.ON_TABLE]
    plays = at.PLAYS + s[at.LISTED] - on_table
    turn = _seen_from(s[at.LEADER], seat, seats)
    for index in range(seats):
        card = take(s, plays + turn)
        parts = 1 << (card >> 4) | 1 << SUITS + (card & 15)
        spread(row, start + CARD_PARTS * index, parts if turn < on_table else 0, 32)
        turn = turn + 1 if turn + 1 < seats else 0
