"""What may be said and discarded in Mus, compiled."""

from __future__ import annotations

from korthus.kernels.bits import list_indices
from korthus.kernels.compiled import compiled
from korthus.kernels.mus.hands import DISCARD_LENGTHS, hand_number
from korthus.kernels.mus.layout import (
    ANSWERS,
    CAP,
    DISCARD,
    ENVIDO,
    HANDS,
    IS_ORDAGO,
    MENU,
    MOST_RAISES,
    ORDAGOS,
    RAISED,
    RAISES,
    STAKE,
    TURN,
    Packed,
)


@compiled
def legal(s: Packed, out: Packed) -> int:
    """Write the legal actions in the order of the rules; how many there are."""
    if s[TURN] < 0:
        return 0
    return list_indices(s[MENU], out)


@compiled
def menu_of_discards(s: Packed) -> int:
    """Everything that the seat to act can discard."""
    return ((1 << DISCARD_LENGTHS[hand_number(s[HANDS + s[TURN]])]) - 1) << DISCARD


@compiled
def answers(s: Packed) -> int:
    """What may be said to the bet on the table (UI-15)."""
    if s[IS_ORDAGO]:
        return ANSWERS
    menu = ANSWERS | s[ORDAGOS]
    if s[RAISED] < s[MOST_RAISES]:
        menu |= s[RAISES] & ((2 << (ENVIDO + s[CAP] - s[STAKE])) - 1)
    return menu
