"""How much a seat is told in a session of Mulle."""

from __future__ import annotations

from typing import Final

from korthus.games.mulle.cards import MOST_BUILD
from korthus.games.mulle.game import Mulle

#: Of an omgång: that it begins, what is left over, and how it ended. Of a rond: that it begins, one's hand,
#: and how it ended.
_OF_OMGANG: Final = 3
_OF_ROND: Final = 3
#: What a play causes but for mulles: a capture and a tabbe, or a build and its lock.
_OF_PLAY: Final = 2


def most_told(game: Mulle, seats: int) -> int:
    """See ``brings.Tells``."""
    rules = game.rules
    plays = rules.ronder * rules.hand_size  # of one seat in an omgång
    mulles = len(game.deck()) // 2
    builds_left = rules.ronder * MOST_BUILD  # one of each value
    omgang = _OF_OMGANG + _OF_ROND * rules.ronder + (1 + 2 * _OF_PLAY) * plays + mulles + builds_left
    return rules.omgangar * omgang + 2  # who starts, if that is drawn, and the end
