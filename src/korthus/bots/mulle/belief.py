"""What a seat of Mulle believes about the other's hand: worlds that explain what the other did in the rond.

Hands are drawn evenly from those that the view allows. Each is weighed by how likely a good player would have
played as the other did with it (``learnt``). Who had a twin of a card on the table would have taken it, most
likely.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.bots.mulle.learnt import SPACE, Values, score
from korthus.bots.mulle.memory import Heard
from korthus.bots.mulle.policy import MENU, ROOM, WIDE, chance_unseen, legal
from korthus.bots.mulle.worlds import VIEW_SIZE, WORLDS, determinise
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.kernel import MAX_LEGAL, WORK, copy
from korthus.kernels.mulle.layout import Packed
from korthus.kernels.mulle.table import joined
from korthus.kernels.rng import Stream, next_word, stream

#: The share of plays, 0 to 1, that follow no habit: none is impossible (``bench/constants.py``: mulle.stray).
STRAY: Final = 0.05
#: The logarithm of the chance of a play that a hand does not have.
_NEVER: Final = -30.0


def imagine(view: Packed, seat: int, past: list[Heard], worlds: int, seed: int) -> Packed:
    """The view with ``worlds`` hands of the other behind it; likely ones are there repeatedly."""
    if not past:
        return view
    full = np.zeros(VIEW_SIZE + 2 * worlds, dtype=np.int64)
    full[:VIEW_SIZE] = view
    before = np.concatenate([heard.before for heard in past])
    codes = np.array([heard.code for heard in past], dtype=np.int64)
    logs = np.zeros(worlds)
    luck = stream(seed)
    space = np.zeros(WIDE, dtype=np.int64)
    _weigh(full, seat, before, codes, STRAY, luck, space, np.zeros(SPACE), full[VIEW_SIZE:], logs)
    weights = np.exp(logs - logs.max())
    places = (np.arange(worlds) + float(next_word(luck) >> np.uint64(11)) * 2.0**-53) / worlds
    chosen = np.searchsorted(np.cumsum(weights) / weights.sum(), places).clip(0, worlds - 1)
    full[VIEW_SIZE:] = full[VIEW_SIZE:].reshape(-1, 2)[chosen].ravel()
    full[WORLDS] = worlds
    return full


@compiled
def _weigh(
    view: Packed,
    seat: int,
    before: Packed,
    codes: Packed,
    stray: float,
    rng: Stream,
    s: Packed,
    room: Values,
    hands: Packed,
    logs: Values,
) -> None:
    """Draw a hand for each of ``logs`` and write how likely it makes the plays."""
    index = at.HANDS + 2 * (1 - seat)
    for number in range(len(logs)):
        determinise(view, seat, rng, s)
        first, second = s[index], s[index + 1]
        hands[2 * number], hands[2 * number + 1] = first, second
        rest, twice = s[at.UNDEALT], s[at.UNDEALT + 1]
        logs[number] = 0.0
        for play in range(len(codes) - 1, -1, -1):
            first, second = joined(first, second, 1 << (codes[play] >> at.CARD_AT & 63), 0)
            copy(s, before[play * at.SIZE : (play + 1) * at.SIZE])
            s[index], s[index + 1] = first, second
            s[at.UNDEALT], s[at.UNDEALT + 1] = rest, twice
            logs[number] += likelihood(s, codes[play], stray, room)


@compiled
def likelihood(s: Packed, action: int, stray: float, room: Values) -> float:
    """The logarithm of how likely the seat to act plays an action."""
    menu = s[MENU : MENU + MAX_LEGAL]
    number = legal(s, menu)
    w = s[ROOM : ROOM + WORK]
    unseen = chance_unseen(s)
    own = score(s, w, action, unseen, room)
    total = 0.0
    found = False
    for index in range(number):
        found |= menu[index] == action
        total += np.exp(score(s, w, menu[index], unseen, room) - own)
    if not found:  # not with this hand; or of too many captures, with any hand, this one is not listed
        return _NEVER
    return float(np.log((1.0 - stray) / total + stray / number))
