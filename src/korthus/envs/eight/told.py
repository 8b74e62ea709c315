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
    return 4 * _most_steps(rules) + 2 + 1


def _most_steps(rules: EightRules) -> int:
    """How many cards a seat can place and take back in a hand, one by one."""
    taken = MOST_TAKEN if rules.take_backs is None else rules.take_backs
    return HAND_SIZE + 1 + 2 * taken


def most_placed(rules: EightRules) -> int:
    """How many actions of both seats there can be in a hand."""
    match rules.assignment:
        case "sequential":
            return 2
        case "simultaneous":  # each may have to place again
            return 4
        case "alternating":  # and each locks
            return 2 * (_most_steps(rules) + 1)
