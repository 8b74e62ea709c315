"""Worlds that a seat of Mulle can still believe in: its view, packed, and the other's hand drawn to fit it.

A packed view is a packed state (with the words of ``policy``) in which the other's hand is empty and
``UNDEALT`` has every card unseen, and these words after it:

============== ==============================================================================
NEED           cards that the other holds
WORLDS         hands that follow, two words each; 0 if any that fits is equally likely
============== ==============================================================================
"""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.bots.mulle.policy import ONE, START, WIDE, lead
from korthus.core.errors import InvalidState
from korthus.games.mulle.cards import HAND_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.sample import complete
from korthus.games.mulle.view import MulleView
from korthus.kernels.bits import count, lowest, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle.kernel import SIZE, copy, pack
from korthus.kernels.mulle.layout import CARD, HANDS, HOLDS, MOST_VALUE, UNDEALT, Packed
from korthus.kernels.mulle.table import joined, less
from korthus.kernels.rng import Stream, below

NEED, WORLDS = range(WIDE, WIDE + 2)
VIEW_SIZE: Final = WORLDS + 1

#: By hand value: the faces that have it.
_FACES: Final = np.array(
    [
        sum(1 << face for face, card in enumerate(CARD) if HAND_VALUE[card] == value)
        for value in range(MOST_VALUE + 1)
    ],
    dtype=np.int64,
)


def pack_view(game: Mulle, view: MulleView) -> Packed:
    """What a seat knows, as ``determinise`` reads it.

    Raises:
        InvalidState: the other is said to hold what they cannot have.
    """
    assert view.seat is not None  # only a seat has something to hide
    packed = np.zeros(VIEW_SIZE, dtype=np.int64)
    packed[:SIZE] = pack(game, complete(game.rules, view, {}))
    packed[START] = round(lead(packed) * ONE)
    other = view.sides[1 - view.seat]
    packed[NEED] = other.cards_in_hand
    unseen = int(packed[UNDEALT])
    holds = other.holds if other.cards_in_hand else ()
    if len(holds) > other.cards_in_hand or any(not unseen & int(_FACES[value]) for value in holds):
        raise InvalidState("IMPOSSIBLE_VIEW", "No deal fits what this view shows.")
    return packed


def no_secret(packed: Packed) -> bool:
    """Whether counting tells the other's hand: every unseen card is in it."""
    return int(packed[UNDEALT]).bit_count() + int(packed[UNDEALT + 1]).bit_count() == int(packed[NEED])


@compiled
def determinise(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    """Write a world that the view allows to ``out``: one of those behind it, else any, equally likely.

    For any they get a card of each value that they are known to hold, then any others. A hand that can come
    about in n ways by this is kept with chance 1/n.
    """
    copy(out, view)
    out[START] = view[START]
    index = HANDS + 2 * (1 - seat)
    if view[WORLDS]:
        world = VIEW_SIZE + 2 * int(below(rng, view[WORLDS]))
        first, second = view[world], view[world + 1]
        out[index], out[index + 1] = first, second
        # Of a face that is out twice the second copy goes first.
        rest, twice = view[UNDEALT], view[UNDEALT + 1]
        out[UNDEALT] = rest & ~(first & ~twice) & ~second
        out[UNDEALT + 1] = twice & ~first
        return
    need = view[NEED]
    holds = view[HOLDS + 1 - seat] if need else 0
    while True:
        out[UNDEALT], out[UNDEALT + 1] = view[UNDEALT], view[UNDEALT + 1]
        out[index] = out[index + 1] = 0
        known = holds
        while known:
            _draw(out, index, _FACES[lowest(known)], rng)
            known &= known - 1
        for _ in range(need - count(holds)):
            _draw(out, index, -1, rng)
        ways = 1
        known = holds
        while known:
            faces = _FACES[lowest(known)]
            ways *= count(out[index] & faces) + count(out[index + 1] & faces)
            known &= known - 1
        if ways == 1 or below(rng, ways) == 0:
            return


@compiled
def _draw(s: Packed, index: int, faces: int, rng: Stream) -> None:
    """Move any card of some faces that nobody has to a hand."""
    once, twice = s[UNDEALT] & faces, s[UNDEALT + 1] & faces
    number = count(once)
    chosen = int(below(rng, number + count(twice)))
    bit = nth(once, chosen) if chosen < number else nth(twice, chosen - number)
    s[UNDEALT], s[UNDEALT + 1] = less(s[UNDEALT], s[UNDEALT + 1], bit)
    s[index], s[index + 1] = joined(s[index], s[index + 1], bit, 0)
