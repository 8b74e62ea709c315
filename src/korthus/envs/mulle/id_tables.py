"""The ids of ``ids`` as tables for compiled code.

Where a table has two rows, the second is for ``special_capture`` any sum, under which cards of hand value 14
to 16 have more ids. Builds have the same order under all rules, those that go down from a single at the
end, so that their tables count from the first build.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.core.cards import Card
from korthus.envs.mulle.ids import CAPTURES, FACES, Ids, Laid
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle.layout import BUILD, BUILDING, CARD_AT, DOWN, FACE, REST_AT

_IDS: Final = tuple(
    Ids(MulleRules.make(special_capture=which, down_from_single=True)) for which in ("builds_only", "any_sum")
)

#: By face: how many captures have ids, and the first of these.
ROOMS: Final = np.array([ids.rooms for ids in _IDS], dtype=np.int64)
FIRST_CAPTURES: Final = np.array([ids.captures for ids in _IDS], dtype=np.int64)
FIRST_BUILDS: Final = np.array([ids.first_build for ids in _IDS], dtype=np.int64)


def _faces(ids: Ids) -> list[int]:
    """By capture, counted from the first: its card; the table of the usual rules is filled up."""
    found = [face for face in range(FACES) for _ in range(ids.rooms[face])]
    return found + [-1] * (_IDS[1].first_build - CAPTURES - len(found))


#: By capture, counted from the first: the face of its card.
FACES_OF_CAPTURES: Final = np.array([_faces(ids) for ids in _IDS], dtype=np.int8)


def _code(laid: Laid) -> int:
    """A build as the kernel writes it."""
    base = FACE[laid.base] if isinstance(laid.base, Card) else BUILD + _value(laid.base)
    return BUILDING | laid.face << CARD_AT | base << REST_AT | DOWN * laid.down


def _value(base: object) -> int:
    assert isinstance(base, int)
    return base


#: By build, counted from the first: the action of the kernel. And back: by that action without its kind,
#: which has the face of the card, from bit ``BASE_AT`` on the base, and ``GOES_DOWN``.
BASE_AT: Final = REST_AT - CARD_AT
GOES_DOWN: Final = DOWN >> CARD_AT
BUILD_CODES: Final = np.array([_code(laid) for laid in _IDS[0].builds], dtype=np.int64)
BUILD_INDEX: Final = np.full((DOWN << 1) >> CARD_AT, -1, dtype=np.int16)
BUILD_INDEX[BUILD_CODES >> CARD_AT] = np.arange(len(BUILD_CODES))
