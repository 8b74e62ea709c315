"""How likely a good player of Mulle makes a play: learnt from players who search, compiled for beliefs.

A play is told in numbers: what it takes or prepares, what it gives away, and what it is worth at first sight
(``policy.worth``). A small network with one hidden layer scores them, and chances are in proportion to the
exponentials of the scores. It goes by what the seat to act knows, and by nothing else.
``korthus train mulle`` has made its numbers (``korthus.learn.mulle``).

A play is scored by ``out . hidden + direct . told``, where hidden is what is positive of
``bias + told . of``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.bots.mulle.policy import taker_of, worth
from korthus.games.mulle.cards import LEAST_SPECIAL
from korthus.kernels.bits import count
from korthus.kernels.compiled import compiled
from korthus.kernels.learnt_files import read_numbers
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.gain import mulle_points, points_and_intake
from korthus.kernels.mulle.gather import build_core, taken_by
from korthus.kernels.mulle.layout import Packed
from korthus.kernels.mulle.play import value_built
from korthus.kernels.mulle.table import cards_in, intake_of, joined, of_value, size

Values = npt.NDArray[np.float64]

#: How many numbers tell about a play, and how many are hidden.
TOLD: Final = 34
HIDDEN: Final = 32
#: Room that ``score`` needs: what is told, and the hidden layer.
SPACE: Final = TOLD + HIDDEN

#: What it has learnt: the shipped file, and the tables in it by name.
FILE: Final = Path(__file__).with_name("learnt.npz")
SHAPES: Final = {"of": (TOLD, HIDDEN), "bias": (HIDDEN,), "out": (HIDDEN,), "direct": (TOLD,)}
NAMES: Final = tuple(SHAPES)
_numbers = read_numbers(FILE, "mulle", "belief", SHAPES)
_OF, _BIAS, _OUT, _DIRECT = (_numbers[name] for name in NAMES)

# The indices of what is told: the kind of play (from ``_KIND`` on, feeding last), the moment, what belongs
# to captures, to builds of all kinds and to discards.
_KIND, _FEED, _WORTH, _LEFT, _UNSEEN, _PILES, _ALIKE, _OPEN = 0, 4, 5, 6, 7, 8, 9, 10
_CAPTURE: Final = 11
_BUILD: Final = 19
_DISCARD: Final = 27


@compiled
def score(s: Packed, w: Packed, action: int, unseen: float, room: Values) -> float:
    """How a play scores; ``unseen`` as in ``policy.worth``."""
    told, hidden = room[:TOLD], room[TOLD:]
    tell(s, w, action, unseen, told)
    for unit in range(HIDDEN):
        hidden[unit] = _BIAS[unit]
    total = 0.0
    for index in range(TOLD):
        number = told[index]
        if number != 0.0:
            total += number * _DIRECT[index]
            for unit in range(HIDDEN):
                hidden[unit] += number * _OF[index, unit]
    for unit in range(HIDDEN):
        total += max(0.0, hidden[unit]) * _OUT[unit]
    return total


@compiled
def tell(s: Packed, w: Packed, action: int, unseen: float, told: Values) -> None:
    """Write what there is to say about a play of the seat to act."""
    for index in range(TOLD):
        told[index] = 0.0
    seat = s[at.TURN]
    hand = at.HANDS + 2 * seat
    face = action >> at.CARD_AT & 63
    kind = action & 3
    card = (face >> 2) + 1
    fed = kind == at.DISCARD and s[at.OWNED + seat] >> card & 1 and s[at.FLAGS] & at.NO_FEED == 0
    told[_FEED if fed else _KIND + kind] = 1.0
    told[_WORTH] = worth(s, w, action, unseen) / 10.0
    told[_LEFT] = (count(s[hand]) + count(s[hand + 1])) / 8.0
    told[_UNSEEN] = unseen
    told[_PILES] = s[at.PILES] / 10.0
    faces = of_value(card)
    told[_ALIKE] = (count(s[hand] & faces) + count(s[hand + 1] & faces) - 1) / 3.0
    told[_OPEN] = (count(s[at.SINGLES] & faces) + count(s[at.SINGLES + 1] & faces)) / 3.0
    if kind == at.CAPTURE:
        _tell_capture(s, w, action, told[_CAPTURE:])
    elif kind == at.DISCARD and not fed:
        _tell_discard(s, face, unseen, told[_DISCARD:])
    else:
        _tell_build(s, action, told[_BUILD:])


@compiled
def _tell_group(s: Packed, first: int, second: int, told: Values) -> None:
    """What a group of cards brings to whoever takes it: points of mulles, intake, cards."""
    points, intake = points_and_intake(s, first, second)
    told[0], told[1] = points / 14.0, intake / 4.0
    told[2] = (count(first) + count(second)) / 6.0


@compiled
def _tell_capture(s: Packed, w: Packed, action: int, told: Values) -> None:
    seat = s[at.TURN]
    bit = 1 << (action >> at.CARD_AT & 63)
    piles = taken_by(s, w, action)
    first, second = cards_in(s, piles)
    first, second = joined(first, second, bit, 0)
    _tell_group(s, first, second, told)
    told[3] = 1.0 if size(piles) == s[at.PILES] else 0.0
    told[4] = intake_of(s, bit, 0) / 2.0
    told[5] = 1.0 if piles[2] & s[at.OWNED + seat] else 0.0
    told[6] = 1.0 if piles[2] & s[at.OWNED + 1 - seat] else 0.0
    # The twin of the card may still come: then a mulle is given up.
    if second & bit == 0 and (s[at.UNDEALT] | s[at.HANDS + 2 * (1 - seat)] | s[at.SINGLES]) & bit:
        told[7] = mulle_points(s, bit) / 14.0


@compiled
def _tell_build(s: Packed, action: int, told: Values) -> None:
    """What is told of a build, a trotta or a feed: what the reserved card will take."""
    seat = s[at.TURN]
    face = action >> at.CARD_AT & 63
    bit = 1 << face
    card = (face >> 2) + 1
    value = card
    if action & 3 == at.BUILDING:
        base = action >> at.REST_AT & 127
        value = value_built(face, base, action & at.DOWN != 0)
        first, second = build_core(s, face, base, value)
        told[5] = 1.0 if base >= at.BUILD else 0.0
    else:
        first, second = joined(s[at.BUILDS + 2 * card], s[at.BUILDS + 2 * card + 1], bit, 0)
    if action & 3 != at.DISCARD:
        faces = of_value(value)
        first, second = joined(first, second, s[at.SINGLES] & faces, s[at.SINGLES + 1] & faces)
    hand = at.HANDS + 2 * seat
    taker = taker_of(s[hand], s[hand + 1], face, value)
    if taker >= 0:
        told[3] = 1.0
        first, second = joined(first, second, 1 << taker, 0)
    _tell_group(s, first, second, told)
    told[4] = s[at.HOLDS + 1 - seat] >> value & 1
    told[6] = value / 16.0
    told[7] = intake_of(s, bit, 0) / 2.0


@compiled
def _tell_discard(s: Packed, face: int, unseen: float, told: Values) -> None:
    seat = s[at.TURN]
    bit = 1 << face
    points = mulle_points(s, bit) / 14.0
    told[0] = intake_of(s, bit, 0) / 2.0
    if s[at.HANDS + 2 * seat + 1] & bit:
        told[1] = points
    elif s[at.SINGLES] & bit:
        told[2] = points
    elif (s[at.UNDEALT] | s[at.HANDS + 2 * (1 - seat)]) & bit:
        told[3] = unseen * points
    told[4] = ((face >> 2) + 1) / 13.0
    told[5] = 1.0 if at.HAND_VALUES[face] >= LEAST_SPECIAL else 0.0
    told[6] = s[at.HOLDS + 1 - seat] >> at.HAND_VALUES[face] & 1
