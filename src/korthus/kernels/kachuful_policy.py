"""What a search of Kachuful asks: a sensible action, the rest of a round, and what it came to.

The sensible seat is the one of ``kachuful_odds``. Now and then it plays anything, so that no line is never
seen.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.kernels.bits import count, lowest, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful_layout import (
    BID,
    BIDS,
    CARDS,
    DEALING,
    LEFT,
    OVER,
    SCORING,
    SEATS,
    TO_BID,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful_odds import best_bid, best_card, put
from korthus.kernels.kachuful_play import _bid, _open_to_turn, _points
from korthus.kernels.rng import Stream, below, next_word

#: One card in two to the power of this is played at random.
_WHIM: Final = 12


@compiled
def policy(s: Packed, rng: Stream) -> int:
    """A sensible action of the seat to act."""
    return BID + best_bid(s) if s[TO_BID] else lowest(_suggest_card(s, rng))


@compiled
def _suggest_card(s: Packed, rng: Stream) -> int:
    cards = _open_to_turn(s)
    if cards & cards - 1 == 0:
        return cards
    if np.int64(next_word(rng) >> np.uint64(64 - _WHIM)) == 0:
        return nth(cards, below(rng, count(cards)))
    return best_card(s)


@compiled
def rollout(s: Packed, rng: Stream) -> None:
    """Play a dealt round to its end by the policy. It is not scored: ``utilities`` reads bids and tricks."""
    while s[TO_BID]:
        _bid(s, best_bid(s))
    while s[LEFT]:
        put(s, _suggest_card(s, rng))
    s[TURN] = DEALING


@compiled
def actor(s: Packed) -> int:
    """The seat to act, -2 when the round is over: a search looks no further."""
    return s[TURN] if s[TURN] >= 0 else OVER


@compiled
def utilities(s: Packed, out: npt.NDArray[np.float64]) -> None:
    """How each seat did in the round: its points less the mean of the others', about 0 to 1."""
    seats = s[SEATS]
    scoring = s[SCORING]
    total = 0
    for seat in range(seats):
        gained = _points(scoring, s[BIDS + seat], s[WON + seat])
        out[seat] = gained
        total += gained
    scale = scale_of(s)
    for seat in range(seats):
        out[seat] = 0.5 + scale * (out[seat] - (total - out[seat]) / (seats - 1))


@compiled
def utility_of_points(s: Packed, ahead: float) -> float:
    """The utility of being so many points ahead of the mean of the others in this round."""
    return 0.5 + scale_of(s) * ahead


@compiled
def scale_of(s: Packed) -> float:
    """One point: a good bid that is made, and nothing for the others, is worth half."""
    good = (s[CARDS] + 3) // 2
    return 0.5 / _points(s[SCORING], good, good)
