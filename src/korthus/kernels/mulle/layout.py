"""How a moment of Mulle lies in an array of ``int64``.

A face is a bit: four times its table value less one, plus its suit (clubs, diamonds, hearts, spades), so that
the cards of a value are four neighbouring bits and bits from low to high go up in value. A multiset of cards
of two decks is two words: the faces of which there is a copy, and those of which there are two.

The table is kept twice: as sets, which is what legality asks for, and as a list from oldest to newest, which
decides between equals. In the list a single is its face and a build is ``BUILD`` plus its value (there is at
most one build of a value).

============== ==== ==============================================================================
TURN              0 the seat that plays next, if it holds cards
OMGANG            1 as in the rules
ROND              2 as in the rules
STARTER           3 as in the rules (-1 until drawn)
LAST              4 who captured last, -1 for nobody
WRITTEN           5 lines on the sheet
-------------- ---- ------------------------------------------------------------------------------
FLAGS             6 the options, one bit each (below); 0 is the preset ``complete``
OMGANGAR          7 omgångar in a session
RONDER            8 ronder in an omgång
HAND_SIZE         9 cards dealt to each seat
TABLE_CARDS      10 cards laid out at the start
SPADE_ACE        11 intake points of the ace of spades
DECK             12 all cards, two words
-------------- ---- ------------------------------------------------------------------------------
HANDS            14 two words for each seat: cards held,
TAKEN            18 cards taken in this omgång,
MULLES           22 and one card of each mulle;
MULLE_POINTS     26 one word for each seat: what the mulles score,
TABBE            28 tabbar,
INTAKE           30 intake,
BEFORE           32 intake when the rond began,
BONUS            34 bonus of finished ronder,
HOLDS            36 hand values that the seat is known to hold, one bit each
LEFT             38 two words: cards that were cleared from the table
UNDEALT          40 two words: cards not dealt in this omgång
SHEET            42 for each finished omgång and seat one word: mulle, tabbe, intake, bonus, 16 bits each
-------------- ---- ------------------------------------------------------------------------------
SINGLES          62 two words: the single cards on the table
OWNED            64 for each seat: the values of its builds, one bit each
LOCKED           66 the values of locked builds,
TROTTAD          67 of those last made by a trotta,
PAIRS            68 and of those with two cards
BUILDS           69 two words for each value up to 16: the cards of its build
PILES           103 how many piles lie on the table
TABLE           104 the piles, oldest first
============== ==== ==============================================================================

Words of the table beyond ``PILES`` say nothing, so the first ``TABLE`` + ``PILES`` words are the state.

The kernel does not keep the order of cards within a pile, nor of what was taken, won as a mulle or left over:
nothing in the rules depends on it.

An action is two bits for its kind, six for the face of the card, and from bit 8 on:

- a build: the base as it is listed on the table (7 bits), then 1 for down;
- a capture: 0, then a bit for each *slot* that it takes. Slots are the piles smaller than the card's hand
  value that may be part of a sum: in order of value, singles by suit before a build, copies side by side, the
  first copy first. What the card takes whole needs no bit. Where there are more than ``MOST_SLOTS`` slots: 1,
  then the index of the capture among all that the card has. On any table, however many captures a card has
  there: 1, and with ``ALIKE`` the index of the capture among those that stand for all which take singles of
  the same values and the same builds; the one that brings most stands for them. No list has such a code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from korthus.core.cards import DECK as FACES
from korthus.core.cards import ORDER, Card
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE

Packed = npt.NDArray[np.int64]

#: A number like any other: for a literal Numba would compile the function that it is passed to once more.
plain: Final = cast("Callable[[int], int]", np.int64)

TURN, OMGANG, ROND, STARTER, LAST, WRITTEN = range(6)

FLAGS, OMGANGAR, RONDER, HAND_SIZE, TABLE_CARDS, SPADE_ACE, DECK = range(6, 13)

HANDS, TAKEN, MULLES = range(14, 26, 4)
MULLE_POINTS, TABBE, INTAKE, BEFORE, BONUS, HOLDS, LEFT, UNDEALT, SHEET = range(26, 44, 2)

SINGLES, OWNED = range(62, 66, 2)
LOCKED, TROTTAD, PAIRS, BUILDS = range(66, 70)
PILES, TABLE = range(103, 105)

#: Cards of two decks: as many piles can lie on the table.
MOST_PILES: Final = 104
SIZE: Final = TABLE + MOST_PILES
#: Lines that the sheet has room for.
MOST_OMGANGAR: Final = 10

NOBODY: Final = -1
DEALING: Final = -1
OVER: Final = -2

# The options, where they differ from the preset ``complete``.
SUMS_NONE: Final = 1 << 0
SUMS_ALL: Final = 1 << 1
TWIN_ALWAYS: Final = 1 << 2
TWIN_OFF: Final = 1 << 3
ANY_SUM: Final = 1 << 4
CAPTURE_OWNER: Final = 1 << 5
MODIFY_OWNER: Final = 1 << 6
MERGE: Final = 1 << 7
DOWN_FROM_SINGLE: Final = 1 << 8
DRAW_EQUAL: Final = 1 << 9
DRAW_PAIRS: Final = 1 << 10
DRAW_NONE: Final = 1 << 11
DRAW_NO_BUILDS: Final = 1 << 12
DRAW_OWN_LOCKED: Final = 1 << 13
LOCK_ALWAYS: Final = 1 << 14
NO_TROTTA: Final = 1 << 15
TROTTA_OWN: Final = 1 << 16
TROTTA_UNBOUND: Final = 1 << 17
DEAD_BUILDS: Final = 1 << 18
NO_FEED: Final = 1 << 19
CAPTURE_FIRST: Final = 1 << 20
TRAIL: Final = 1 << 21
MULLE_RANK: Final = 1 << 22
MULLE_HAND: Final = 1 << 23
MULLE_NO_INTAKE: Final = 1 << 24
BONUS_ROND: Final = 1 << 25
BONUS_SESSION: Final = 1 << 26
INTAKE_TOTAL: Final = 1 << 27
NO_LAST_TABBE: Final = 1 << 28
LEFT_TO_LAST: Final = 1 << 29

# Actions.
CAPTURE, BUILDING, TROTTA, DISCARD = range(4)
CARD_AT: Final = 2
REST_AT: Final = 8
DOWN: Final = 1 << 15
RANKED: Final = 1 << 8
SLOTS_AT: Final = 9
MOST_SLOTS: Final = 54
ALIKE: Final = RANKED | 1 << 40
#: The bits of the index of a ranked capture.
RANK_BITS: Final = (1 << 31) - 1

#: How a build is named among piles.
BUILD: Final = 64
#: The largest value of a pile.
MOST_VALUE: Final = 16

#: A position with more captures is not listed, as in the rules.
MOST_CAPTURES: Final = 10_000
#: Room for every list: the captures, and for each of twenty cards its builds, its trotta and its discard.
MAX_LEGAL: Final = MOST_CAPTURES + 20 * (2 * 52 + 2 * 16 + 2)

#: The face of each card, and the card of each face.
FACE: Final[dict[Card, int]] = {
    card: 4 * (TABLE_VALUE[card] - 1) + "cdhs".index(card.suit.value) for card in FACES
}
CARD: Final[tuple[Card, ...]] = tuple(sorted(FACES, key=FACE.__getitem__))

#: By face: the hand value; the index in the canonical order. And the face at each index of that order.
HAND_VALUES: Final = np.array([HAND_VALUE[card] for card in CARD], dtype=np.int64)
INDEX_IN_ORDER: Final = np.array([ORDER[card] for card in CARD], dtype=np.int64)
IN_ORDER: Final = np.array([FACE[card] for card in FACES], dtype=np.int64)

ALL_FACES: Final = (1 << 52) - 1
#: Faces worth a point of intake, and those worth one more; the ace of spades is an option.
ONE_POINT: Final = sum(
    1 << FACE[card]
    for card in FACES
    if card is not Card.SA and (card.value[1] == "s" or card.value[0] == "A")
) | (1 << FACE[Card.DT])
TWO_POINTS: Final = 1 << FACE[Card.S2] | 1 << FACE[Card.DT]
ACE_OF_SPADES: Final = 1 << FACE[Card.SA]
TWO_OF_SPADES: Final = FACE[Card.S2]
TEN_OF_DIAMONDS: Final = FACE[Card.DT]
