"""How a moment of Eight Cards lies in an array of ``int64``.

A card is its place in the canonical deck, a set of cards has one bit per card. A *row* of cards keeps their
order: six bits each, the first card highest, a card written as its place plus 1.

=========== ==== =================================================================================
PHASE          0 ``DEAL``, ``PLACE``, ``RUNOUT`` or ``OVER``
NUMBER         1 the number of the hand, from 1
DEALER         2 a seat
TURN           3 the seat that places, ``NOBODY`` without
PLO            4 the Omaha board, 0 to 2, once its kind is public; ``UNKNOWN`` before
ANTE           5 what each seat has put into the pot of this hand
OUT            6 the set of all cards that are not in the deck
BURNT          7 the row of burnt cards
----------- ---- ---------------------------------------------------------------------------------
BANKROLLS      8 by seat: what it has beside the pot,
BONUS         10 net chips from sweep bonuses in this session,
HANDS         12 the set of cards not placed,
LOCKED        14 1 if its placement is final, else 0,
PLACED        16 and three sets: what it has placed on A, B and C
----------- ---- ---------------------------------------------------------------------------------
BOARDS        22 by board: the row of its cards,
WINNERS       25 and who won it: the sum of 1 for seat 0 and 2 for seat 1, 0 until it is run out
----------- ---- ---------------------------------------------------------------------------------
BURNS         28 cards burnt before each flop, turn and river: 0 or 1
ORDER         29 the three boards in the order in which they are run out
ODD_CHIPS     32 ``NEAREST_TO_BUTTON``, ``P1_DEFAULT`` or ``BUTTON``
THIRDS        33 1 if chips that cannot be cut in three go to the first boards run out, else 0
SWEEP         34 how many pots a sweep is worth; 0 without a bonus
HOUSE         35 1 if the house pays that bonus, else 0
STAKE         36 the ante of the rules
LONGEST       37 after how many hands the session ends at the latest
AT_ONCE       38 1 if both place at once, else 0
=========== ==== =================================================================================

An action is the place of a split among the 1,260 in the order of the rules: 420 with four cards on A, then
420 with four on B, then 420 with four on C.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Packed = npt.NDArray[np.int64]

PHASE, NUMBER, DEALER, TURN, PLO, ANTE, OUT, BURNT = range(8)
BANKROLLS, BONUS, HANDS, LOCKED, PLACED = range(8, 18, 2)
BOARDS, WINNERS = range(22, 28, 3)
BURNS, ORDER = range(28, 30)
ODD_CHIPS, THIRDS, SWEEP, HOUSE, STAKE, LONGEST, AT_ONCE, SIZE = range(32, 40)

#: Values of ``PHASE``.
DEAL, PLACE, RUNOUT, OVER = range(4)

NOBODY: Final = -1
UNKNOWN: Final = -1

#: Values of ``ODD_CHIPS``.
NEAREST_TO_BUTTON, P1_DEFAULT, BUTTON = range(3)

#: Splits of eight cards, in all and for one Omaha board.
SPLITS: Final = 1260
SPLITS_OF_BOARD: Final = 420
MAX_LEGAL: Final = SPLITS

ALL_CARDS: Final = (1 << 52) - 1
