"""The ids of what can be played in Mulle.

A *face* is four times the table value less one, plus the suit (clubs, diamonds, hearts, spades): aces are 0
to 3, twos 4 to 7, kings 48 to 51. The ids, in this order:

- a discard for each face, then a trotta for each face: 104;
- captures: for each face as many ids as ``room`` says, 750 in all. Which capture has which id is in
  ``captures``;
- builds: one for each face and each base that it can make a build of 2 to 16 on: singles by face, going up
  (1,824), builds by value, going up (468), builds by value, going down (680).

With ``special_capture`` any sum, cards of hand value 14 to 16 have as many ids as a king (186 ids more, so
that builds begin later), and with ``down_from_single`` there are 2,112 more at the end: singles, going down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from korthus.games.mulle.actions import Base, Build, Capture, Discard, Play, Trotta
from korthus.games.mulle.cards import HAND_VALUE, LEAST_BUILD, MOST_BUILD, SPECIAL_VALUES, TEXT
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle.layout import CARD, FACE

FACES: Final = len(CARD)
DISCARDS: Final = 0
TROTTAS: Final = FACES
CAPTURES: Final = 2 * FACES

#: Ids for the captures of a card, by its hand value: the first that is not smaller than the value. On
#: ordinary tables they are more than there are captures, and on any more than there are sets of values.
_ROOMS: Final = ((7, 8), (10, 16), (16, 32))
#: The values that a build can have; nobody can take one of value 1, but it can lie there (MI-37).
BUILD_VALUES: Final = range(1, MOST_BUILD + 1)


class Laid(NamedTuple):
    """What tells one build from another: the card, the pile under it, and whether it goes down."""

    face: int
    base: Base
    down: bool


def room(value: int, *, any_sum: bool) -> int:
    """How many captures of one card of a hand value have ids."""
    if value in SPECIAL_VALUES and not any_sum:
        return 1
    return next(number for most, number in _ROOMS if value <= most)


def builds(*, down_from_single: bool) -> Iterator[Laid]:
    """Every build there can be, in the order of the ids."""
    ways: list[tuple[tuple[Base, ...], bool]] = [(CARD, False), (tuple(BUILD_VALUES), False)]
    ways.append((tuple(BUILD_VALUES), True))
    if down_from_single:
        ways.append((CARD, True))
    for bases, down in ways:
        for face, card in enumerate(CARD):
            for base in bases:
                if LEAST_BUILD <= Build(card, base, down).value <= MOST_BUILD:
                    yield Laid(face, base, down)


class Ids:
    """The ids under certain rules."""

    def __init__(self, rules: MulleRules) -> None:
        any_sum = rules.special_capture == "any_sum"
        #: By face: how many captures have ids, and the first of these.
        self.rooms: Final = tuple(room(HAND_VALUE[card], any_sum=any_sum) for card in CARD)
        self.captures: Final = tuple(CAPTURES + sum(self.rooms[:face]) for face in range(FACES))
        #: Where builds begin.
        self.first_build: Final = CAPTURES + sum(self.rooms)
        self.builds: Final = tuple(builds(down_from_single=rules.down_from_single))
        #: How many ids there are.
        self.number: Final = self.first_build + len(self.builds)

    @cached_property
    def _build_ids(self) -> dict[Laid, int]:
        return {laid: self.first_build + index for index, laid in enumerate(self.builds)}

    def of(self, action: Play, index: int = 0) -> int:
        """The id of a play; ``index`` is that of a capture among those of its card that have ids."""
        face = FACE[action.card]
        match action:
            case Discard():
                return DISCARDS + face
            case Trotta():
                return TROTTAS + face
            case Capture():
                return self.captures[face] + index
            case Build():
                return self._build_ids[Laid(face, action.base, action.down)]

    def text(self, action_id: int) -> str:
        """What an id means."""
        if action_id >= self.first_build:
            face, base, down = self.builds[action_id - self.first_build]
            return str(Build(CARD[face], base, down))
        if action_id >= CAPTURES:
            face = max(face for face in range(FACES) if self.captures[face] <= action_id)
            return f"capture {TEXT[CARD[face]]}: number {action_id - self.captures[face] + 1}"
        if action_id >= TROTTAS:
            return str(Trotta(CARD[action_id - TROTTAS]))
        return str(Discard(CARD[action_id - DISCARDS]))
