"""How well a hidden hand of Kachuful explains what its seat did: the moments in which it chose, asked again.

In each moment the seat saw what everybody saw, and its hand: the hidden one and the cards played since then.
What the sensible seat (``odds``) or the learnt one (``learnt``) would have done there says how likely that
hand is. It is a matter of the seat's own hand alone.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from korthus.bots.kachuful.learnt import likely_bid, likely_card
from korthus.bots.kachuful.odds import (
    LEARNT,
    SEEN,
    STYLES,
    VOIDS,
    WIDE,
    best_bid,
    best_card,
    is_best_card,
    merit_of_bid,
    merit_of_card,
    put,
    scale_of,
)
from korthus.bots.kachuful.worlds import ORDER, OTHERS, PLAYED, READS
from korthus.kernels.bits import count
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import (
    BID,
    BID_SUM,
    BIDS,
    CARDS,
    DEALER,
    HANDS,
    HEAD,
    LEADER,
    LEFT,
    LISTED,
    ON_TABLE,
    PLAYS,
    SEATS,
    TO_BID,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import open_to_turn
from korthus.kernels.kachuful.play import make_bid, next_seat

#: A moment that another seat chose in: a state, what it did, and the cards it has played from then on. And,
#: in the n-th moment of a seat: the card (from 1 on) that is asked about as the n-th.
_WHAT, _LATER, _ASKED, _MOMENT = range(WIDE, WIDE + 4)

# How well a world explains a bid or a card is the logarithm of its chance. An act that is not the sensible
# one costs _OTHER, and _GIVEN_AWAY for each unit of utility below it; one act never costs more than _LEAST.
# Chosen with ``bench/strength_kachuful.py``.
_OTHER: Final = -1.0
_GIVEN_AWAY: Final = 40.0
_LEAST: Final = -4.0

#: The weight of an explanation in each step of a belief that grows sharper (no unit). Few acts can nearly
#: always be explained: for these the first steps are enough, and one more for every two acts.
BELIEFS: Final = (1.0, 2.0, 4.0, 6.0)
A_STEP: Final = 2
#: The least fit (``FIT``, a logarithm) at which the others count as sensible seats; below it the learnt seat
#: speaks for them. ``docs/decisions.md`` 21 has the measurement.
ALIKE: Final = -20
#: A fit below this after the second step is given up: it would not rise to ``ALIKE``.
HOPELESS: Final = -300

#: Moments in which a seat chose (``_MOMENT``): by seat, in order.
Told: TypeAlias = npt.NDArray[np.int64]
Fits: TypeAlias = npt.NDArray[np.float64]


@compiled
def acts_seen(view: Packed) -> int:
    """How many bids and cards of others who still hold cards there are to explain."""
    acts = 0
    for index in range(view[OTHERS]):
        seat = view[ORDER + index]
        acts += int(view[BIDS + seat] >= 0) + count(view[PLAYED + seat])
    return acts


def retell(view: Packed) -> Told:
    """The moments of this round in which another seat chose, as that seat saw them: by seat, in order."""
    told = np.zeros((int(view[SEATS]), int(view[CARDS]) + 1, _MOMENT), dtype=np.int64)
    _tell(view, told)
    return told


@compiled
def _tell(view: Packed, told: Told) -> None:
    seats = view[SEATS]
    s = told[view[TURN], 0]  # the seat itself has nothing to explain
    for index in range(HEAD):
        s[index] = view[index]
    s[TURN] = s[LEADER] = next_seat(view[DEALER], seats)
    s[TO_BID] = seats
    s[BID_SUM] = s[SEEN] = s[ON_TABLE] = 0
    s[LEFT] = view[CARDS]
    for seat in range(seats):
        s[BIDS + seat] = -1
        s[WON + seat] = s[VOIDS + seat] = 0
        s[STYLES + seat] = view[STYLES + seat]
        number = count(view[PLAYED + seat])
        for index in range(number):
            told[seat, index, _ASKED] = number - index  # hands were small at the end: that is told soonest
    for _ in range(seats - view[TO_BID]):
        bid = view[BIDS + s[TURN]]
        _note(view, told, s, 0, bid)
        make_bid(s, bid)
    for index in range(view[LISTED]):
        card = 1 << view[PLAYS + index]
        _note(view, told, s, 1 + view[CARDS] - s[LEFT], card)
        put(s, card)


@compiled
def _note(view: Packed, told: Told, s: Packed, act: int, what: int) -> None:
    """Keep a moment, unless it is the seat's own."""
    seat = s[TURN]
    if seat == view[TURN]:
        return
    moment = told[seat, act]
    for index in range(VOIDS + s[SEATS]):
        moment[index] = s[index]
    moment[_WHAT] = what
    moment[_LATER] = view[PLAYED + seat] & ~s[SEEN]


@compiled
def fit(view: Packed, told: Told, who: int, hand: int, least: float) -> float:
    """How well a hidden hand explains what its seat did in the moments that ``retell`` gives.

    What is below ``least`` need not be known further. A card that shows this moves up among those that are
    asked about, so that mostly one card is enough to see that a hand is wrong.
    """
    total = 0.0
    if view[BIDS + who] < 0:
        return total
    for index in range(count(view[PLAYED + who]) if view[READS] else 0):
        act = told[who, index, _ASKED]
        s = told[who, act]
        s[HANDS + who] = hand | s[_LATER]
        total += _card_fits(s, s[_WHAT], least - total)
        if total < least:
            if index:
                told[who, index, _ASKED] = told[who, index - 1, _ASKED]
                told[who, index - 1, _ASKED] = act
            return total
    s = told[who, 0]
    s[HANDS + who] = hand | s[_LATER]
    total += _bid_fits(s, s[_WHAT])
    return total


@compiled
def ask_again(s: Packed, acts: Told, fits: Fits, asked: Told) -> None:
    """Play a round whose hands are all known, and ask each seat again what it would have done.

    Adds to ``fits``, by seat, how well the bids and cards of the seat are explained by its hand, and to
    ``asked`` how many they were; a card that had to be played explains itself and is not counted.
    """
    for act in acts:
        seat = s[TURN]
        if act >= BID:
            fits[seat] += _bid_fits(s, act - BID)
            asked[seat] += 1
            make_bid(s, act - BID)
        else:
            cards = open_to_turn(s)
            if cards & cards - 1:
                fits[seat] += _card_fits(s, 1 << act, -np.inf)
                asked[seat] += 1
            put(s, 1 << act)


@compiled
def _bid_fits(s: Packed, bid: int) -> float:
    if s[STYLES + s[TURN]] == LEARNT:
        return likely_bid(s, bid)
    best = best_bid(s)
    if best == bid:
        return 0.0
    gap = (merit_of_bid(s, best) - merit_of_bid(s, bid)) * scale_of(s)
    return max(_OTHER - gap * _GIVEN_AWAY, _LEAST)


@compiled
def _card_fits(s: Packed, card: int, least: float) -> float:
    """How well a card fits; below ``least`` only what it cannot be above."""
    if s[STYLES + s[TURN]] == LEARNT:
        return likely_card(s, card)
    cards = open_to_turn(s)
    if cards & cards - 1 == 0:
        return 0.0
    if least > _OTHER:
        return 0.0 if is_best_card(s, card) else _OTHER
    best = best_card(s)
    if best == card:
        return 0.0
    gap = (merit_of_card(s, cards, best) - merit_of_card(s, cards, card)) * scale_of(s)
    return max(_OTHER - gap * _GIVEN_AWAY, _LEAST)
