"""How the other seat of Mulle replies inside a search, and what the searching seat then goes by.

A search in which the other plans too lets it plan against the hand of the searching seat, which lies open in
every world: such a rival knows what nobody at the table does, and the search fears it. A good player who goes
by what it sees, as the learnt network has it, is closer to the opponents one meets.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import uint64

from korthus.bots.mulle.learnt import SPACE, Values, score
from korthus.bots.mulle.policy import MENU, ROOM, WIDE, chance_unseen, legal
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.kernel import MAX_LEGAL, WORK, apply_with
from korthus.kernels.mulle.layout import Packed
from korthus.kernels.rng import Stream, next_word

#: Words of a state with room for the network.
ROOMY: Final = WIDE + SPACE


@compiled
def go_on(s: Packed, seat: int, rng: Stream) -> None:
    """Let the other play until it is the turn of a seat or the rond is over."""
    w = s[ROOM : ROOM + WORK]
    room = s[WIDE:ROOMY].view(np.float64)
    while s[at.TURN] != seat and s[at.HANDS] | s[at.HANDS + 2]:
        apply_with(s, likely(s, room, rng), w)


@compiled
def likely(s: Packed, room: Values, rng: Stream) -> int:
    """A play of the seat to act, each as often as the network thinks it likely.

    The largest of scores to which luck with a Gumbel distribution is added is drawn in proportion to the
    exponentials of the scores.
    """
    menu = s[MENU : MENU + MAX_LEGAL]
    number = legal(s, menu)
    if number == 1:
        return menu[0]
    w = s[ROOM : ROOM + WORK]
    unseen = chance_unseen(s)
    best = menu[0]
    record = -1e300
    for index in range(number):
        luck = ((next_word(rng) >> uint64(11)) + 0.5) * 2.0**-53
        found = score(s, w, menu[index], unseen, room) - np.log(-np.log(luck))
        if found > record:
            record = found
            best = menu[index]
    return best


@compiled
def seen(s: Packed) -> int:
    """What the seat to act goes by when it plans ahead, as a number.

    Its hand, the table but for the order of its piles, what each seat has taken, scored and is known to hold,
    and who captured last, who may get what is left: so what a number stands for is worth the same however it
    came about.
    """
    hand = at.HANDS + 2 * s[at.TURN]
    mixed = _mixed(_mixed(uint64(s[at.TURN]), s[hand]), s[hand + 1])
    mixed = _mixed(mixed, s[at.LAST])
    for index in range(at.TAKEN, at.LEFT):
        mixed = _mixed(mixed, s[index])
    for index in range(at.SINGLES, at.TABLE):
        mixed = _mixed(mixed, s[index])
    return int(mixed >> uint64(1))


@compiled
def _mixed(mixed: np.uint64, word: int) -> np.uint64:
    mixed = (mixed ^ uint64(word)) * uint64(0x9E3779B97F4A7C15)
    return np.uint64(mixed ^ mixed >> uint64(32))
