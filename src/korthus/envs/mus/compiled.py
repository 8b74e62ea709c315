"""What a seat of Mus sees, as numbers, from packed states: ``encoding`` says what they are."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.envs.mus.encoding import (
    DISCARD_INDEX,
    ENVIDO,
    KINDS,
    MOST_REDEALS,
    MOST_STONES,
    TALK,
    fields_of,
)
from korthus.envs.vector_code import compiled, inlined
from korthus.envs.vector_masks import first_word, mark, write_mask
from korthus.envs.vector_rows import put, put_bytes, spread, starts_of, take
from korthus.games.mus.legal import discards
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import strength
from korthus.kernels.mus import layout as at
from korthus.kernels.mus.hands import (
    ALL,
    DISCARD_LENGTHS,
    EACH,
    LANE,
    MOST_DISCARDS,
    RANKING,
    WIDTH,
    every_hand,
    hand_number,
)
from korthus.kernels.mus.layout import Packed

#: Where the fields begin: flags before the hand, numbers after it, those about changed cards last.
_STARTS: Final = starts_of(fields_of(MusRules()))
_PHASE, _LANCE, _MANO, _BETTOR, _ORDAGO, _PARES, _JUEGO, _HOW, _BY, _KIND, _ = _STARTS[:11]
_HAND, _SETTLED, _BET, _STONES, _NEEDS, _POINTS, _CHANGES = _STARTS[11:18]

#: The id of mus is this and the most that a stake may reach; and how many words belong to it.
_TALK: Final = ENVIDO + 1
_TALKS: Final = len(TALK)

#: Half of the ranks of a word, a quarter of them, and each second one.
_HALF: Final = (1 << 4 * WIDTH) - 1
_QUARTERS: Final = 0x00003FFF00003FFF
_SINGLES: Final = 0x007F007F007F007F


def _list_ids() -> npt.NDArray[np.int64]:
    """By the number of a hand: the indices of its discards among all, in the order of the rules."""
    found = np.full((len(every_hand()), MOST_DISCARDS), -1, dtype=np.int64)
    for number, hand in enumerate(every_hand()):
        indices = [DISCARD_INDEX[each.cards] for each in discards(hand)]
        found[number, : len(indices)] = indices
    return found


def _list_holdings() -> npt.NDArray[np.int64]:
    """By the number of a hand: the flags of its pares and of juego, and from bit 8 on what it adds up to."""
    found = []
    for hand in every_hand():
        known = strength(hand)
        kind = 1 << known.pares_value >> 1
        found.append(kind | int(known.juego > 0) << len(KINDS) | known.punto << 8)
    return np.array(found, dtype=np.int64)


_DISCARD_IDS: Final = _list_ids()
_HOLDINGS: Final = _list_holdings()


@inlined
def observe(s: Packed, seat: int, row: npt.NDArray[Any]) -> None:
    """See ``envs.brings.Compiled``."""
    hand = take(s, at.HANDS + seat)
    holding = _HOLDINGS[hand_number(hand)]
    betting = int(s[at.PHASE] == at.IN_BET)
    is_bet = betting * int(s[at.STAKE] > 0)
    spread(row, _PHASE, _flags(s, seat, betting, is_bet) | (holding & 15) << _KIND, 64)
    put_bytes(row, _HAND, _in_bytes(hand))
    for lance in range(5):
        put(row, _SETTLED + lance, betting * (s[at.SETTLED + lance] >> at.FOR))
    put(row, _BET, is_bet * s[at.STAKE])
    put(row, _BET + 1, is_bet * s[at.BEFORE])
    put(row, _BET + 2, is_bet * s[at.RAISED])
    mine, theirs = take(s, at.STONES + seat), take(s, at.STONES + 1 - seat)
    target = s[at.TARGET] if s[at.TARGET] != at.NO_TARGET else 0
    put(row, _STONES, min(mine, MOST_STONES))
    put(row, _STONES + 1, min(theirs, MOST_STONES))
    put(row, _NEEDS, max(target - mine, 0))
    put(row, _NEEDS + 1, max(target - theirs, 0))
    put(row, _POINTS, holding >> 8)
    if s[at.WITH_MUS]:
        _write_changes(s, seat, row)


@inlined
def mask(s: Packed, work: Packed, row: npt.NDArray[np.int8]) -> None:
    """See ``envs.brings.Compiled``."""
    cap = s[at.CAP]
    menu = s[at.MENU]
    words = menu & 7 | (menu >> at.ORDAGO & 1) << 3
    words |= (menu >> at.ENVIDO + 1 & (1 << cap) - 1) << ENVIDO + 1
    first = first_word(work, row.size)
    if not s[at.WITH_MUS]:
        spread(row, 0, words, 32)
        spread(row, row.size - 32, words >> row.size - 32, 32)
        put(work, first, words)
        return
    for word in range(first + 1, work.size):
        put(work, word, 0)
    put(work, first, words | (menu >> at.MUS & 3) << _TALK + cap)
    if s[at.PHASE] == at.IN_DISCARD:
        number = hand_number(s[at.HANDS + s[at.TURN]])
        for index in range(DISCARD_LENGTHS[number]):
            mark(work, first, _first_discard(s) + _DISCARD_IDS[number, index], np.int64(1))
    write_mask(row, work, first)


@inlined
def code_of(s: Packed, action_id: int, work: Packed) -> int:
    """See ``envs.brings.Compiled``."""
    if action_id <= at.ACCEPT:
        return action_id
    if action_id == ENVIDO:
        return at.ORDAGO
    talk = int(_TALK + s[at.CAP])
    if action_id < talk:
        return at.ENVIDO + action_id - ENVIDO
    chosen = action_id - _first_discard(s)
    if chosen < 0:
        return int(at.MUS + action_id - talk)
    number = hand_number(s[at.HANDS + s[at.TURN]])
    index = 0
    while _DISCARD_IDS[number, index] != chosen:
        index += 1
    return int(at.DISCARD + index)


@compiled
def _first_discard(s: Packed) -> int:
    """The id of the first discard."""
    return int(_TALK + s[at.CAP] + _TALKS)


@inlined
def _flags(s: Packed, seat: int, betting: int, is_bet: int) -> int:
    """The fields before the own pares."""
    found: int = 1 << s[at.PHASE] - at.IN_MUS if not betting else 4 | 1 << _LANCE + s[at.LANCE]
    found |= int(s[at.MANO] == seat) << _MANO
    found |= is_bet << _BETTOR + int(s[at.TURN] == seat) | (is_bet & s[at.IS_ORDAGO]) << _ORDAGO
    if betting:
        found |= _declared(s, seat, at.PARES) << _PARES if s[at.LANCE] >= at.PARES else 0
        found |= _declared(s, seat, at.JUEGO) << _JUEGO if s[at.LANCE] >= at.JUEGO else 0
        for lance in range(s[at.LANCE]):
            result = s[at.SETTLED + lance]
            by = result >> at.BY & 3
            found |= (1 << (result & at.HOW) >> 1) << _HOW + 5 * lance
            found |= int(by > 0) << _BY + 2 * lance + int(by != seat + 1)
    return found


@compiled
def _declared(s: Packed, seat: int, lance: int) -> int:
    """Yes and no of the own seat, then of the other."""
    having = RANKING << LANE * lance
    mine = int(s[at.POWER + seat] & having != 0)
    theirs = int(s[at.POWER + 1 - seat] & having != 0)
    return int((2 - mine) | (2 - theirs) << 2)


@inlined
def _write_changes(s: Packed, seat: int, row: npt.NDArray[Any]) -> None:
    """What is there to see of changed cards."""
    discarded = s[at.DISCARDS + seat]
    theirs = s[at.DISCARDS + 1 - seat]
    held = s[at.HANDS + 1 - seat]
    put_bytes(row, _CHANGES, _in_bytes(discarded))
    put(row, _CHANGES + 8, _how_many(s[at.HANDS + seat]))
    put(row, _CHANGES + 9, _how_many(held))
    put(row, _CHANGES + 10, _how_many(discarded))
    put(row, _CHANGES + 11, _how_many(theirs))
    put(row, _CHANGES + 12, min(s[at.REDEALS], MOST_REDEALS))
    put(row, _CHANGES + 13, _how_many(s[at.DECK] - s[at.HANDS + seat] - held - discarded - theirs))


@compiled
def _in_bytes(cards: int) -> int:
    """Counts of seven bits each as counts of eight bits each."""
    cards = cards & _HALF | (cards & ~_HALF) << 4
    cards = cards & _QUARTERS | (cards & ~_QUARTERS) << 2
    return cards & _SINGLES | (cards & ~_SINGLES) << 1


@compiled
def _how_many(cards: int) -> int:
    """The number of cards that a word counts: the sum of all ranks ends up in the topmost."""
    return ((cards * EACH) & ALL) >> 7 * WIDTH
