"""How a moment of Mus lies in an array of ``int64``.

An action is a number below 64, in the order of the legal list, so that all legal actions are the bits of one
word, the menu. Cards are counts: 7 bits for each rank, the king's lowest (``hands`` says more).

============== ==== ==============================================================================
TARGET            0 stones that win the match; ``NO_TARGET`` where a single hand is played
CAP               1 what the stake of a lance may reach
OPENING           2 the menu of who speaks first
RAISES            3 the raises there are, as bits of a menu
ORDAGOS           4 órdago as a bit of a menu, 0 where it is not played
MOST_RAISES       5 raises in one lance
DEJE_ONE          6 1 if a refused raise gives one stone, 0 if the stake before it
PUNTO_BONUS       7 1 if punto adds its stone to an accepted bet, else 0
WITH_MUS          8 1 if cards can be changed, else 0
MOST_MUS          9 how often, in one hand
FIRST_MANO       10 the mano of the first hand
DECK             11 all cards
-------------- ---- ------------------------------------------------------------------------------
TURN             12 a seat, ``DEALING`` or ``OVER``
PHASE            13 index in ``Phase``
NUMBER           14 as in the rules
MANO             15 as in the rules
STONES           16 by seat
TALLY            18 by seat, five words each, in the order of the lances
SHOWN            28 1 if the hands of the hand that is over were shown, else 0
HANDS            29 the cards of each seat; between two hands those of the last one
DISCARDS         31 by seat, as in the rules
REDEALS          33 as in the rules
MENU             34 the legal actions
-------------- ---- ------------------------------------------------------------------------------
LANCE            35 the index of the lance that is bet on, -1 for none
STAKE            36 of the bet that waits for an answer, 0 for none; it is by the seat not to act
BEFORE           37 what had been bet when it was raised, else 0
RAISED           38 how often it was raised
IS_ORDAGO        39 1 if the bet is órdago, else 0
SETTLED          40 a word for each lance: how (``PASSED`` and so on, 0 for not settled), from bit
                    ``BY`` the seat plus one or 0, from bit ``FOR`` the stones
POWER            45 the strengths of each seat's hand, set when the betting begins
BETTER           47 a guard bit for each lance in which the mano has the better cards
============== ==== ==============================================================================

What belongs to the betting says nothing, and may be anything, before it begins.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Packed = npt.NDArray[np.int64]

TARGET, CAP, OPENING, RAISES, ORDAGOS, MOST_RAISES, DEJE_ONE, PUNTO_BONUS = range(8)
WITH_MUS, MOST_MUS, FIRST_MANO, DECK = range(8, 12)

TURN, PHASE, NUMBER, MANO, STONES = range(12, 17)
TALLY: Final = 18
SHOWN, HANDS = range(28, 30)
DISCARDS: Final = 31
REDEALS, MENU = range(33, 35)

LANCE, STAKE, BEFORE, RAISED, IS_ORDAGO, SETTLED = range(35, 41)
POWER: Final = 45
BETTER, SIZE = range(47, 49)

#: The longest legal list: pass, 39 envidos, órdago.
MAX_LEGAL: Final = 41

DEALING: Final = -1
OVER: Final = -2

IN_DEAL, IN_MUS, IN_DISCARD, IN_REDRAW, IN_BET, AT_END = range(6)
GRANDE, CHICA, PARES, JUEGO, PUNTO = range(5)
PASSED, ACCEPTED, REFUSED, ALONE, NOBODY = range(1, 6)

HOW: Final = 7
BY: Final = 3
FOR: Final = 5

#: More than anybody can have; where it stands for "no limit" nothing comes up to it.
NO_TARGET: Final = 1 << 40
NO_LIMIT: Final = 1 << 40

#: Actions. Envido 2 is ``ENVIDO`` + 2; discards go by their index in the list of the hand.
PASS, REFUSE, ACCEPT = range(3)
ENVIDO: Final = 2
ORDAGO, MUS, NO_MUS, DISCARD = range(43, 47)

#: What may be said to any bet.
ANSWERS: Final = 1 << REFUSE | 1 << ACCEPT
#: Whether to change cards.
TALK: Final = 1 << MUS | 1 << NO_MUS
