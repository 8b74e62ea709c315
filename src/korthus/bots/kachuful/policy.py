"""What a search of Kachuful asks: a sensible action, the rest of a round, and what it came to.

A state says who speaks for each seat (``STYLES``): the sensible one of ``odds``, which now and then
plays anything, so that no line is never seen, or the learnt one of ``learnt``.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.learnt import learnt_bid, learnt_card
from korthus.bots.kachuful.odds import AIM, LEARNT, STYLES, best_bid, best_card, put, scale_of
from korthus.kernels.bits import count, lowest, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import (
    BEST,
    BID,
    BIDS,
    DEALING,
    HANDS,
    LED,
    LEFT,
    ON_TABLE,
    OVER,
    POINTS,
    SCORING,
    SEATS,
    TO_BID,
    TURN,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import open_to_turn
from korthus.kernels.kachuful.play import make_bid, points_for
from korthus.kernels.rng import Stream, below, next_word

# Where the chance to win is what counts.

#: The spread of what one round brings, in utility; that of several grows with the square root of their
#: number (``bench/constants.py``: kachuful.width).
_WIDTH: Final = 0.16
#: How close totals are, in utility, that share the first place in the last round: in a round of seven cards a
#: point is 0.033 of utility, so a lead of one counts as 97 % of the win.
_NARROW: Final = 0.01
#: The weight of points beside the chance to win, 0 to 1: for points as many as a round spreads by (_WIDTH) a
#: chance of 0.018 is given away, no more.
_FOR_POINTS: Final = 0.1

#: One card in two to the power of this is played at random: at most one play-out in 79 (52 cards) has any.
_WHIM: Final = 12


@compiled
def policy(s: Packed, rng: Stream) -> int:
    """A sensible action of the seat to act."""
    return BID + _suggest_bid(s, rng) if s[TO_BID] else lowest(_suggest_card(s, rng))


@compiled
def _suggest_bid(s: Packed, rng: Stream) -> int:
    return learnt_bid(s, rng) if s[STYLES + s[TURN]] == LEARNT else best_bid(s)


@compiled
def _suggest_card(s: Packed, rng: Stream) -> int:
    if s[STYLES + s[TURN]] == LEARNT:
        return learnt_card(s, rng)
    cards = open_to_turn(s)
    if cards & cards - 1 == 0:
        return cards
    if np.int64(next_word(rng) >> np.uint64(64 - _WHIM)) == 0:
        return nth(cards, below(rng, count(cards)))
    return best_card(s)


@compiled
def rollout(s: Packed, rng: Stream) -> None:
    """Play a dealt round to its end by the policy. It is not scored: ``utilities`` reads bids and tricks."""
    go_on(s, OVER, rng)


@compiled
def go_on(s: Packed, seat: int, rng: Stream) -> None:
    """Let the others bid and play by the policy until it is the turn of a seat or the round is over."""
    while s[TO_BID]:
        if s[TURN] == seat:
            return
        make_bid(s, _suggest_bid(s, rng))
    while s[LEFT]:
        if s[TURN] == seat:
            return
        put(s, _suggest_card(s, rng))
    s[TURN] = DEALING


@compiled
def actor(s: Packed) -> int:
    """The seat to act, -2 when the round is over: a search looks no further."""
    return s[TURN] if s[TURN] >= 0 else OVER


@compiled
def seen(s: Packed) -> int:
    """What the seat to act goes by when it plans ahead, as a number: its hand, its tricks, the trick so far.

    It knows more, but moments that are alike in this are worth learning from together.
    """
    seat = s[TURN]
    mixed = _mixed(uint64(s[HANDS + seat]), s[BIDS + seat] << 8 | s[WON + seat])
    if s[ON_TABLE]:
        wants = s[WON + s[WINNER]] < s[BIDS + s[WINNER]]
        mixed = _mixed(mixed, s[BEST])
        mixed = _mixed(mixed, s[LED])
        mixed = _mixed(mixed, s[ON_TABLE] << 1 | wants)
    return int(mixed >> uint64(1))


@compiled
def _mixed(mixed: np.uint64, word: int) -> np.uint64:
    mixed = (mixed ^ uint64(word)) * uint64(0x9E3779B97F4A7C15)
    return np.uint64((mixed ^ mixed >> uint64(32)) * uint64(0xBF58476D1CE4E5B9))


@compiled
def utilities(s: Packed, out: npt.NDArray[np.float64]) -> None:
    """How each seat did in the round, about 0 to 1: points less the mean of the others', or chances to win.

    A chance to win is that of a softmax over the totals: as if the rounds to come brought each seat a sum
    with a Gumbel distribution as wide as the rounds that are left. Points count a little there, too, for a
    game that is won or lost already. The round must not have been scored: it is not among the totals yet.
    """
    seats = s[SEATS]
    scoring = s[SCORING]
    total = 0
    for seat in range(seats):
        gained = points_for(scoring, s[BIDS + seat], s[WON + seat])
        out[seat] = gained
        total += gained
    scale = scale_of(s)
    if s[AIM] == 0:
        for seat in range(seats):
            out[seat] = 0.5 + scale * (out[seat] - (total - out[seat]) / (seats - 1))
        return
    width = max(_NARROW, _WIDTH * np.sqrt(s[AIM] - 1)) / scale
    top = -1e300
    for seat in range(seats):
        top = max(top, s[POINTS + seat] + out[seat])
    chances = 0.0
    for seat in range(seats):
        chances += np.exp((s[POINTS + seat] + out[seat] - top) / width)
    for seat in range(seats):
        chance = np.exp((s[POINTS + seat] + out[seat] - top) / width) / chances
        ahead = 0.5 + scale * (out[seat] - (total - out[seat]) / (seats - 1))
        out[seat] = (1.0 - _FOR_POINTS) * chance + _FOR_POINTS * ahead


def chance_of(utility: float, ahead: float) -> float:
    """The chance to win in a utility that counts it, given the utility that points alone would have."""
    return min(1.0, max(0.0, (utility - _FOR_POINTS * ahead) / (1.0 - _FOR_POINTS)))


def error_of_chance(error: float) -> float:
    """The standard error of that chance, given that of the utility."""
    return error / (1.0 - _FOR_POINTS)


@compiled
def utility_of_points(s: Packed, ahead: float) -> float:
    """The utility of a lead, in points, over the mean of the others in this round."""
    return 0.5 + scale_of(s) * ahead
