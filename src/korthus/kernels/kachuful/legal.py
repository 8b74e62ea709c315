"""What may be bid and played in Kachuful, compiled."""

from __future__ import annotations

from korthus.kernels.bits import list_indices
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import (
    BID,
    BID_SUM,
    CARDS,
    FREE,
    HANDS,
    LED,
    ON_TABLE,
    RESTRICTED,
    TO_BID,
    TURN,
    Packed,
)


@compiled
def bid_barred(s: Packed) -> int:
    """The bid that the seat to bid may not make, negative for none. Only the dealer has one (rule 2.3)."""
    return s[CARDS] - s[BID_SUM] if s[TO_BID] == 1 and s[RESTRICTED] else -1


@compiled
def open_cards(hand: int, following: int) -> int:
    """The cards of a hand that may be played when ``following`` are those that follow suit."""
    follow = hand & following
    return follow if follow != 0 else hand


@compiled
def legal(s: Packed, out: Packed) -> int:
    """Write the legal actions in the order of the rules; how many there are."""
    if s[TURN] < 0:
        return 0
    number = 0
    if s[TO_BID]:
        barred = bid_barred(s)
        for bid in range(s[CARDS] + 1):
            if bid != barred:
                out[number] = BID + bid
                number += 1
        return number
    return list_indices(open_to_turn(s), out)


@compiled
def open_to_turn(s: Packed) -> int:
    hand = s[HANDS + s[TURN]]
    return open_cards(hand, s[LED] | s[FREE]) if s[ON_TABLE] else hand
