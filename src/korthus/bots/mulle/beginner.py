"""What a beginner overlooks in Mulle: ``easy`` does not see these plays, wherever they are.

- a capture that is nothing but sums of three piles or more, or sums with a build in them: it adds two cards
- a build of the other: neither that it can be taken nor that it can be changed
- that a card laid on another can make a build of the difference
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from korthus.games.mulle.actions import Build, Capture, Play
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.view import MulleView


def noticed(view: MulleView, plays: Sequence[Play]) -> tuple[Play, ...]:
    """The plays that a beginner sees; all of them if there is no other."""
    theirs = {pile.value for pile in view.table if pile.is_build and pile.owner != view.seat}
    return tuple(play for play in plays if not _overlooked(play, theirs)) or tuple(plays)


def _overlooked(play: Play, theirs: set[int]) -> bool:
    match play:
        case Capture():
            return not _catches_the_eye(play, theirs)
        case Build():
            return play.down or (isinstance(play.base, int) and play.base in theirs)
        case _:
            return False


def _catches_the_eye(capture: Capture, theirs: set[int]) -> bool:
    """Whether it takes a card or an own build of its value, or two cards that add up to it."""
    value = HAND_VALUE[capture.card]
    singles = [TABLE_VALUE[card] for card in capture.singles]
    own = any(build == value for build in capture.builds if build not in theirs)
    return (
        own or value in singles or any(first + second == value for first, second in combinations(singles, 2))
    )
