"""How a moment of Kachuful lies in an array of ``int64``.

A card is a bit: 16 times its suit (clubs, diamonds, hearts, spades) plus its rank (0 for two, 12 for ace).
So a suit is a lane of 16 bits, the canonical order goes from low to high, and every set of cards is a
positive number. As an action, playing a card is the index of its bit and bidding n is ``BID`` + n.

============== ==== ==============================================================================
SEATS             0 how many play
SCORING           1 index in ``ScoringVariant``
FIRST_LEADER      2 ``LEFT_OF_DEALER``, ``HIGHEST_BIDDER`` or ``DEALER_LEADS``
RESTRICTED        3 1 if the dealer may not make the bids add up, else 0
FREE              4 the cards that may be played whatever was led: none, or all without must_follow
ACCURACY          5 what decides between equal totals: ``EXACT_HITS`` or ``TOTAL_DEVIATION``
SCHEDULE          6 ``SPEC``, ``ZIGZAG`` or ``DESCENDING``
START             7 cards in the first round
ROUNDS            8 rounds in the game
FIRST_DEALER      9 who deals the first round
DECK             10 all cards
WIDTH            11 bits of one number on a line of the sheet
-------------- ---- ------------------------------------------------------------------------------
TURN             12 a seat, ``DEALING`` or ``OVER``
ROUND            13 as in the rules
CARDS            14 cards for each seat in this round
TRUMP            15 the lane of the trump suit, 0 without
LIFT             16 bits that the deck is turned by to bring trump to the top lane
DEALER           17 who deals this round
TO_BID           18 seats that have not bid yet
BID_SUM          19 what the others have bid together
LEADER           20 as in the rules
ON_TABLE         21 cards of the trick being played
LED              22 the lane of the suit led
BEST             23 the strength of the best card on the table
WINNER           24 who played it
LEFT             25 tricks of this round that are not complete
FIRST            26 who led the first trick in PLAYS
LISTED           27 cards in PLAYS
LINES            28 lines in SHEET
-------------- ---- ------------------------------------------------------------------------------
HANDS            29 by seat, ten words each: the cards held,
BIDS             39 the bid (-1 for none yet),
WON              49 tricks won in this round,
POINTS           59 points of all rounds before it,
HITS             69 how many of these were hit,
OFF              79 and how many tricks the bids were off in all
-------------- ---- ------------------------------------------------------------------------------
PLAYS            89 the cards played in this round, in order: written for the record only
SHEET           141 one word for each line of the score sheet: bids by seat, then tricks won, from the
                    lowest ``WIDTH`` bits up
============== ==== ==============================================================================

What belongs to a round or a trick says nothing, and may be anything, when there is none. No verb reads
``PLAYS`` or ``SHEET``: the first ``HEAD`` words are all that playing on needs.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Packed = npt.NDArray[np.int64]

SEATS, SCORING, FIRST_LEADER, RESTRICTED, FREE, ACCURACY, SCHEDULE, START, ROUNDS = range(9)
FIRST_DEALER, DECK, WIDTH = range(9, 12)

TURN, ROUND, CARDS, TRUMP, LIFT, DEALER, TO_BID, BID_SUM, LEADER = range(12, 21)
ON_TABLE, LED, BEST, WINNER, LEFT, FIRST, LISTED, LINES = range(21, 29)

MAX_SEATS: Final = 10
HANDS, BIDS, WON, POINTS, HITS, OFF, HEAD = range(29, 90, MAX_SEATS)

PLAYS: Final = HEAD
SHEET: Final = PLAYS + 52
#: The most rounds that the rules allow.
MAX_ROUNDS: Final = 500
SIZE: Final = SHEET + MAX_ROUNDS

#: The longest legal list: bids 0 to 26.
MAX_LEGAL: Final = 27

DEALING: Final = -1
OVER: Final = -2

STANDARD, HIGH_INCENTIVE, MEDIUM_INCENTIVE, POINT_PER_TRICK = range(4)
LEFT_OF_DEALER, HIGHEST_BIDDER, DEALER_LEADS = range(3)
EXACT_HITS, TOTAL_DEVIATION = range(2)
SPEC, ZIGZAG, DESCENDING = range(3)

#: The action of bidding 0.
BID: Final = 64

#: The cards of the lowest lane.
LANE: Final = 0x1FFF

#: All 52 cards.
ALL_CARDS: Final = LANE | LANE << 16 | LANE << 32 | LANE << 48
