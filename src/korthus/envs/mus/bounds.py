"""How long a match of Mus can be, and how many stones it can bring."""

from __future__ import annotations

from typing import Final

from korthus.envs.brings import Bounds
from korthus.envs.mus.told import LANCES, WORDS, most_hands, most_raised
from korthus.games.mus.game import Mus

#: What a seat does where cards are changed once: it wants mus and puts cards away.
_CHANGED: Final = 2
#: What the cards of a hand can be worth beside the stakes: duples, and juego of 31.
_WORTH: Final = 3 + 3


def bounds(game: Mus, seats: int) -> Bounds:
    """See ``brings.Bounded``; of its length nothing is known where cards may be changed without end."""
    rules = game.rules
    hand = LANCES * (rules.cap + 1) + _WORTH  # a stake, and what it brings to refuse or pass
    high = hand if rules.target_stones is None else rules.target_stones + hand
    low = -high if rules.target_stones is None else 0
    if rules.mus_phase and rules.max_mus is None:
        return Bounds(moves=None, low=low, high=high)
    talk = 2 * (_CHANGED * (rules.max_mus or 0) + 1) if rules.mus_phase else 0
    moves = most_hands(rules) * (talk + LANCES * WORDS) + most_raised(rules)
    return Bounds(moves=moves, low=low, high=high)
