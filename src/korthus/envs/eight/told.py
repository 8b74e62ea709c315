"""How much a seat is told in a session of Eight Cards."""

from __future__ import annotations

from typing import Final

from korthus.games.eight.boards import BOARDS, HAND_SIZE
from korthus.games.eight.game import EightCards
from korthus.games.eight.memory import MOST_TAKEN
from korthus.games.eight.options import EightRules

_BOARDS: Final = len(BOARDS)
#: That a hand begins, that both seats have cards, one's own, the flops.
_DEALT: Final = 4 + _BOARDS
#: What is settled: the kinds of the boards, two placements locked, two revealed.
_SETTLED: Final = _BOARDS + 4
#: Turn and river of each board and its result; a sweep; what the hand brought.
_RUN_OUT: Final = 2 * _BOARDS + 2


def most_told(game: EightCards, seats: int) -> int:
    """See ``brings.Tells``."""
    rules = game.rules
    hand = _DEALT + _placing(rules) + _SETTLED + _RUN_OUT
    return rules.longest * hand + 1  # the end


def _placing(rules: EightRules) -> int:
    # Both placements as everybody sees them, and the own one.
    whole = 3 * _BOARDS
    if rules.assignment == "sequential":
        return whole + 1
    if rules.assignment == "simultaneous":
        return whole + 2 + 2  # placed again if the other's choice stands, and told so
    # Card by card: of each step of a seat itself its action and what it and everybody are told, of the
    # other's what everybody is told; a card returned to one of them; the own lock.
    taken = MOST_TAKEN if rules.take_backs is None else rules.take_backs
    steps = HAND_SIZE + 1 + 2 * taken
    return 4 * steps + 2 + 1
