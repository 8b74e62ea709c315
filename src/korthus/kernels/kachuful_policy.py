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
    POINTS,
    ROUND,
    ROUNDS,
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

#: The spread of one round, where 1 is a utility: that of a seat's points. And where none is to come.
_WIDTH: Final = 0.16
_NARROW: Final = 0.02
#: The weight of the chance to win against that of points.
_FOR_WIN: Final = 0.7
#: The least that a chance changes with the points, when it is nearly settled.
_FLAT: Final = 0.05

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
    """How each seat did in the round, about 0 to 1: its points, and what they do for its chance to win.

    Points are those ahead of the mean of the others. With many rounds to come the chance to win goes with
    them; in the last ones it counts who is near. It is that of a softmax over the totals: as if the rounds to
    come brought each seat a sum with a Gumbel distribution, as wide as so many rounds are. The round must not
    have been scored: its points are not among the totals yet.
    """
    seats = s[SEATS]
    scoring = s[SCORING]
    scale = scale_of(s)
    width = max(_NARROW, _WIDTH * np.sqrt(s[ROUNDS] - s[ROUND])) / scale
    top = s[POINTS]
    for seat in range(seats):
        top = max(top, s[POINTS + seat])
    total = 0
    before = after = 0.0
    for seat in range(seats):
        gained = _points(scoring, s[BIDS + seat], s[WON + seat])
        total += gained
        out[seat] = np.exp((s[POINTS + seat] - top) / width)
        before += out[seat]
        after += out[seat] * np.exp(gained / width)
    for seat in range(seats):
        gained = _points(scoring, s[BIDS + seat], s[WON + seat])
        chance = out[seat] / before
        slope = max(_FLAT, chance * (1.0 - chance)) / width
        nearer = (out[seat] * np.exp(gained / width) / after - chance) / slope
        ahead = gained - (total - gained) / (seats - 1)
        out[seat] = 0.5 + scale * (_FOR_WIN * nearer + (1.0 - _FOR_WIN) * ahead)


@compiled
def utility_of_points(s: Packed, ahead: float) -> float:
    """The utility of being so many points ahead of the mean of the others in this round."""
    return 0.5 + scale_of(s) * ahead


@compiled
def scale_of(s: Packed) -> float:
    """One point: a good bid that is made, and nothing for the others, is worth half."""
    good = (s[CARDS] + 3) // 2
    return 0.5 / _points(s[SCORING], good, good)
