"""What a seat of Kachuful sees, as numbers, from packed states: ``encoding`` says what they are.

Two words are kept beside a packed state, at its end: the cards seen in this round and the voids shown in it.
Both could be read from the list of plays, but that would take longer than everything else together. Fields
are written from left to right, and a store may run over the end of its field into those that come later; the
last ones are written exactly.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.envs.kachuful.encoding import CARD_PARTS, FIRST_BID, HUNDRED, SUITS
from korthus.envs.vector_code import compiled, inlined
from korthus.envs.vector_rows import put, spread, take
from korthus.kernels.bits import lowest
from korthus.kernels.kachuful.layout import (
    BID,
    BID_SUM,
    BIDS,
    CARDS,
    DEALER,
    FREE,
    HANDS,
    LANE,
    LEADER,
    LED,
    LEFT,
    LISTED,
    ON_TABLE,
    PLAYS,
    POINTS,
    ROUND,
    ROUNDS,
    SEATS,
    SHEET,
    TO_BID,
    TRUMP,
    TURN,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn

#: Words at the end of a state: the cards seen in this round, and four bits for each seat: its voids.
NOTES: Final = 2
_RANKS: Final = 13
#: Where the fields for each seat begin.
_DEALER: Final = 1 + 2 * SUITS


def words(packed: Packed) -> int:
    """How many words a game needs: the sheet has a line for each round, and the notes follow it."""
    return int(SHEET + packed[ROUNDS] + NOTES)


@inlined
def note(s: Packed, action: int) -> None:
    """Keep the notes of a state before one of the kernel's actions is applied to it."""
    if action >= BID:
        return
    seen, voids = s.size - 2, s.size - 1
    card = 1 << action
    if s[LISTED] == 0:
        s[seen] = s[voids] = 0
    s[seen] |= card
    if s[ON_TABLE] and not card & (s[LED] | s[FREE]):
        s[voids] |= 1 << SUITS * s[TURN] + (lowest(s[LED]) >> 4)


@inlined
def observe(s: Packed, seat: int, row: npt.NDArray[Any]) -> None:
    """See ``envs.brings.Compiled``; ``s`` ends with the notes."""
    seats = s[SEATS]
    is_listed = int(s[LISTED] > 0)
    seen = _close_up(take(s, s.size - 2) * is_listed)
    voids = take(s, s.size - 1) * is_listed
    hand = _close_up(take(s, HANDS + seat))
    spread(row, 0, _flags(s, seat, seats), 64)
    at = _DEALER + 3 * seats
    spread(
        row, at, _turned(voids, SUITS * seat, SUITS * seats) | _have_bid(s, seat, seats) << SUITS * seats, 64
    )
    at += (SUITS + 1) * seats
    _write_seats(s, seat, row, at)
    at += 5 * seats
    _write_trick(s, seat, row, at)
    at += CARD_PARTS * seats
    spread(row, at, hand, 64)
    spread(row, at + FIRST_BID, seen, 52)
    at += 2 * FIRST_BID
    put(row, at, s[CARDS])
    put(row, at + 1, s[LEFT])
    put(row, at + 2, s[BID_SUM])
    put(row, at + 3, max(bid_barred(s), -1))
    put(row, at + 4, s[ROUND])
    put(row, at + 5, s[ROUNDS] - s[ROUND])


@inlined
def mask(s: Packed, work: Packed, row: npt.NDArray[np.int8]) -> None:
    """See ``envs.brings.Compiled``."""
    if s[TO_BID]:
        cards = 0
        bids = (2 << s[CARDS]) - 1
        barred = bid_barred(s)
        if barred >= 0:
            bids &= ~(1 << barred)
    else:
        cards = _close_up(open_to_turn(s))
        bids = 0
    spread(row, 0, cards, 52)
    # There are fewer than 32 bids, so the last 32 ids are bids and the cards before them.
    last = row.size - 32
    spread(row, last, cards >> last | bids << FIRST_BID - last, 32)


@inlined
def code_of(s: Packed, action_id: int, work: Packed) -> int:
    """See ``envs.brings.Compiled``."""
    if action_id >= FIRST_BID:
        return BID + action_id - FIRST_BID
    return action_id + 3 * (action_id // _RANKS)


@compiled
def _close_up(cards: int) -> int:
    """A set of cards without the three bits between two suits: a bit for each id."""
    return (
        cards & LANE
        | cards >> 3 & LANE << _RANKS
        | cards >> 6 & LANE << 2 * _RANKS
        | cards >> 9 & LANE << 3 * _RANKS
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
    found = int(s[TO_BID] > 0) | _suits(s[TRUMP]) << 1
    found |= 1 << _DEALER + _seen_from(seat, s[DEALER], seats)
    found |= 1 << _DEALER + seats + _seen_from(seat, s[LEADER], seats)
    on_table = int(s[ON_TABLE] > 0)
    winner = _seen_from(seat, s[WINNER], seats) if on_table else 0
    return found | (_suits(s[LED]) & -on_table) << 1 + SUITS | on_table << _DEALER + 2 * seats + winner


@compiled
def _have_bid(s: Packed, seat: int, seats: int) -> int:
    """Who has bid, a bit for each seat: the first is the one on the dealer's left."""
    first = _seen_from(seat, s[DEALER], seats) + 1
    made = (1 << seats - s[TO_BID]) - 1
    return _turned(made, seats - first, seats)


@inlined
def _write_seats(s: Packed, seat: int, row: npt.NDArray[Any], at: int) -> None:
    """Bids, tricks won, tricks needed and points."""
    seats = s[SEATS]
    other = seat
    for index in range(seats):
        bid = max(take(s, BIDS + other), 0)
        won = take(s, WON + other)
        points = take(s, POINTS + other)
        hundreds = points // HUNDRED
        here = at + index
        put(row, here, bid)
        put(row, here + seats, won)
        put(row, here + 2 * seats, bid - won)
        put(row, here + 3 * seats + index, hundreds)
        put(row, here + 3 * seats + index + 1, points - HUNDRED * hundreds)
        other = other + 1 if other + 1 < seats else 0


@inlined
def _write_trick(s: Packed, seat: int, row: npt.NDArray[Any], at: int) -> None:
    """The cards on the table by who played them."""
    seats = s[SEATS]
    on_table = s[ON_TABLE]
    first = PLAYS + s[LISTED] - on_table
    turn = _seen_from(s[LEADER], seat, seats)
    for index in range(seats):
        card = take(s, first + turn)
        parts = 1 << (card >> 4) | 1 << SUITS + (card & 15)
        spread(row, at + CARD_PARTS * index, parts if turn < on_table else 0, 32)
        turn = turn + 1 if turn + 1 < seats else 0
