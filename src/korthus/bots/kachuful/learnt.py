"""A seat of Kachuful that has learnt to bid and play from playing against itself: compiled, for searches.

The sensible seat (``odds``) says for each card how likely it wins a trick and what it is worth. The
learnt seat looks at this and at some more that can be seen, about the moment and about each choice, and gives
every choice a chance: two small networks, one for bids and one for cards, with one hidden layer each. They
know only what their seat sees. ``korthus train kachuful`` has made their numbers
(``korthus.learn.kachuful``).

A choice is scored by ``out . hidden + direct . choice``, where hidden is what is positive of
``bias + moment . of_moment + choice . of_choice``; chances are in proportion to the exponentials of scores.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numba import uint64

from korthus.bots.kachuful.odds import (
    _LATER,
    _MERIT,
    _TRICKS,
    _WINS,
    FOR_LEARNT,
    JUDGED,
    ROOM,
    WIDE,
    Values,
    _keeps_sides,
    _unseen,
    best_bid,
    best_card,
    scale_of,
)
from korthus.kernels.bits import count, highest, lowest
from korthus.kernels.compiled import compiled, inlined
from korthus.kernels.kachuful.layout import (
    BIDS,
    CARDS,
    HANDS,
    LANE,
    LEADER,
    LEFT,
    ON_TABLE,
    SEATS,
    TO_BID,
    TRUMP,
    TURN,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn
from korthus.kernels.kachuful.play import lane_of, next_seat
from korthus.kernels.learnt_files import read_numbers
from korthus.kernels.rng import Stream, next_word

#: How many numbers tell about the moment and about a choice, and how many are hidden: for cards and bids.
#: Those of a moment come in threes, the others in fours (``_look_at``, ``_score``).
CARD_MOMENT, CARD_CHOICE, CARD_HIDDEN = 18, 16, 32
BID_MOMENT, BID_CHOICE, BID_HIDDEN = 18, 8, 24

#: What they have learnt: the shipped file, and the tables in it by network (``card_``, ``bid_``) and name.
NUMBERS: Final = Path(__file__).with_name("learnt.npz")
NAMES: Final = ("of_moment", "of_choice", "bias", "out", "direct")
SHAPES: Final[dict[str, tuple[int, ...]]] = {
    f"{kind}_{name}": shape
    for kind, moment, choice, hidden in (
        ("card", CARD_MOMENT, CARD_CHOICE, CARD_HIDDEN),
        ("bid", BID_MOMENT, BID_CHOICE, BID_HIDDEN),
    )
    for name, shape in zip(
        NAMES, ((moment, hidden), (choice, hidden), (hidden,), (hidden,), (choice,)), strict=True
    )
}
_numbers = read_numbers(NUMBERS, "kachuful", "seat", SHAPES)
_OF_CARD_MOMENT, _OF_CARD, _CARD_BIAS, _CARD_OUT, _CARD_DIRECT = (_numbers[f"card_{name}"] for name in NAMES)
_OF_BID_MOMENT, _OF_BID, _BID_BIAS, _BID_OUT, _BID_DIRECT = (_numbers[f"bid_{name}"] for name in NAMES)

# In the room: about the moment, about a choice, the hidden layer before the choice and with it, the scores.
MOMENT: Final = FOR_LEARNT
CHOICE: Final = MOMENT + 18
_BEFORE: Final = CHOICE + 16
_HIDDEN: Final = _BEFORE + 32
SCORES: Final = _HIDDEN + 32

#: The share of acts, 0 to 1, that are thought to follow no chances, so that none is impossible where worlds
#: are weighed by them (``bench/constants.py``: kachuful.whim).
_WHIM: Final = 0.1


# -- networks --------------------------------------------------------------------------------------

# Both networks are one code, compiled for the sizes of each. Three numbers of a moment or four of a choice
# are taken at a time, so that what is hidden is read and written less often than there are numbers.


@inlined
def _look_at(room: Values, of_moment: Values, bias: Values) -> None:
    """Begin with what the moment says."""
    units = len(bias)
    for unit in range(units):
        room[_BEFORE + unit] = bias[unit]
    for index in range(0, len(of_moment), 3):
        one = room[MOMENT + index]
        two = room[MOMENT + index + 1]
        three = room[MOMENT + index + 2]
        for unit in range(units):
            room[_BEFORE + unit] = (
                (room[_BEFORE + unit] + one * of_moment[index, unit]) + two * of_moment[index + 1, unit]
            ) + three * of_moment[index + 2, unit]


@inlined
def _score(room: Values, of_choice: Values, out: Values, direct: Values) -> float:
    """What a choice scores."""
    units = len(out)
    for unit in range(units):
        room[_HIDDEN + unit] = room[_BEFORE + unit]
    total = 0.0
    for index in range(0, len(direct), 4):
        one = room[CHOICE + index]
        two = room[CHOICE + index + 1]
        three = room[CHOICE + index + 2]
        four = room[CHOICE + index + 3]
        total += one * direct[index] + two * direct[index + 1]
        total += three * direct[index + 2] + four * direct[index + 3]
        for unit in range(units):
            room[_HIDDEN + unit] = (
                ((room[_HIDDEN + unit] + one * of_choice[index, unit]) + two * of_choice[index + 1, unit])
                + three * of_choice[index + 2, unit]
            ) + four * of_choice[index + 3, unit]
    first = second = third = fourth = 0.0
    for unit in range(0, units, 4):
        first += max(room[_HIDDEN + unit], 0.0) * out[unit]
        second += max(room[_HIDDEN + unit + 1], 0.0) * out[unit + 1]
        third += max(room[_HIDDEN + unit + 2], 0.0) * out[unit + 2]
        fourth += max(room[_HIDDEN + unit + 3], 0.0) * out[unit + 3]
    return total + ((first + second) + (third + fourth))


@compiled
def _look_at_cards(room: Values) -> None:
    _look_at(room, _OF_CARD_MOMENT, _CARD_BIAS)


@compiled
def _look_at_bids(room: Values) -> None:
    _look_at(room, _OF_BID_MOMENT, _BID_BIAS)


@compiled
def _score_card(room: Values) -> float:
    return _score(room, _OF_CARD, _CARD_OUT, _CARD_DIRECT)


@compiled
def _score_bid(room: Values) -> float:
    return _score(room, _OF_BID, _BID_OUT, _BID_DIRECT)


@compiled
def _to_chances(room: Values, number: int) -> int:
    """Make chances of scores; how many they are."""
    top = room[SCORES]
    for index in range(1, number):
        top = max(top, room[SCORES + index])
    total = 0.0
    for index in range(number):
        room[SCORES + index] = np.exp(room[SCORES + index] - top)
        total += room[SCORES + index]
    for index in range(number):
        room[SCORES + index] /= total
    return number


@compiled
def _pick(room: Values, number: int, rng: Stream) -> int:
    """One of the choices, by their chances."""
    luck = (next_word(rng) >> uint64(11)) * 2.0**-53
    for index in range(number - 1):
        luck -= room[SCORES + index]
        if luck < 0.0:
            return index
    return number - 1


@compiled
def _likely(chance: float, number: int) -> float:
    return np.log((1.0 - _WHIM) * chance + _WHIM / number)


# -- cards -----------------------------------------------------------------------------------------


@compiled
def tell_moment_of_cards(s: Packed) -> int:
    """Write what a seat with two open cards or more sees of the moment; returns the sensible card."""
    best = best_card(s)
    room = s[ROOM:WIDE].view(np.float64)
    seats = s[SEATS]
    seat = s[TURN]
    hand = s[HANDS + seat]
    left = s[LEFT]
    missing = s[BIDS + seat] - s[WON + seat]
    dead = missing < 0 or missing > left
    wanted = hungry = hungry_later = 0
    other = seat
    for index in range(seats - 1):
        other = next_seat(other, seats)
        need = s[BIDS + other] - s[WON + other]
        if need > 0:
            wanted += need
            hungry += 1
            hungry_later += int(index < seats - 1 - s[ON_TABLE])
    expected = 0.0
    if s[JUDGED] == hand:
        for index in range(left):
            expected += room[_LATER + 2 * index]
    unseen = _unseen(s)
    masters = 0
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        hidden = unseen & lane_of(card)
        masters += int(hidden != 0 and hidden & -(card << 1) == 0)
    room[MOMENT] = max(-1.0, min(1.0, missing / left))
    room[MOMENT + 1] = dead
    room[MOMENT + 2] = missing == 0
    room[MOMENT + 3] = missing == left
    room[MOMENT + 4] = min(2.0, (wanted + max(0, missing)) / left) - 1.0
    room[MOMENT + 5] = hungry / (seats - 1)
    room[MOMENT + 6] = s[ON_TABLE] == 0
    room[MOMENT + 7] = s[ON_TABLE] == seats - 1
    room[MOMENT + 8] = 0.0 if dead else max(-2.0, min(2.0, expected - missing))
    room[MOMENT + 9] = left / 8.0
    room[MOMENT + 10] = 0.0
    if s[ON_TABLE]:
        room[MOMENT + 10] = 1.0 if s[WON + s[WINNER]] < s[BIDS + s[WINNER]] else -1.0
    room[MOMENT + 11] = s[TRUMP] == 0
    room[MOMENT + 12] = count(hand & s[TRUMP]) / left
    room[MOMENT + 13] = count(unseen & s[TRUMP]) / 8.0
    room[MOMENT + 14] = masters / left
    room[MOMENT + 15] = hungry_later / (seats - 1)
    room[MOMENT + 16] = (seats - 1 - s[ON_TABLE]) / (seats - 1)
    room[MOMENT + 17] = 4.0 / seats
    return best


@compiled
def tell_card(s: Packed, cards: int, rest: int, best: int) -> int:
    """Write what is known about the lowest of ``rest``, some of the open cards; returns the others of these.

    ``best`` is the sensible one of the open cards.
    """
    card = rest & -rest
    room = s[ROOM:WIDE].view(np.float64)
    hand = s[HANDS + s[TURN]]
    left = s[LEFT]
    number = count(cards & (card - 1))
    index = count(s[JUDGED] & (card - 1))
    lane = lane_of(card)
    hidden = _unseen(s) & lane
    above = hidden & -(card << 1)
    keeps = _keeps_sides(hand, s[TRUMP]) if hand & s[TRUMP] else 0
    now = room[_WINS + number]
    later = room[_LATER + 2 * index + int(card & keeps != 0)]
    lower = hand & lane & (card - 1)
    worse = room[_MERIT + number] - room[_MERIT + count(cards & (best - 1))]
    room[CHOICE] = max(-2.0, worse * scale_of(s) * 20.0)
    room[CHOICE + 1] = card == best
    room[CHOICE + 2] = now
    room[CHOICE + 3] = later
    room[CHOICE + 4] = (lowest(card) & 15) / 12.0
    room[CHOICE + 5] = card & s[TRUMP] != 0
    room[CHOICE + 6] = count(hand & lane) / left
    room[CHOICE + 7] = cards & lane & (card - 1) == 0
    room[CHOICE + 8] = cards & lane & -(card << 1) == 0
    room[CHOICE + 9] = count(above) / 6.0
    room[CHOICE + 10] = count(hidden & (card - 1)) / 6.0
    room[CHOICE + 11] = now > 0.0
    room[CHOICE + 12] = hand & lane == card
    room[CHOICE + 13] = now - later
    room[CHOICE + 14] = above == 0
    room[CHOICE + 15] = -0.5
    if lower:
        between = (card - 1) & -(2 << highest(lower))
        room[CHOICE + 15] = count(hidden & between) / 4.0
    return rest ^ card


@compiled
def weigh_cards(s: Packed, cards: int) -> int:
    """Write the chances of two or more open cards, the lowest card first; returns how many they are."""
    best = tell_moment_of_cards(s)
    room = s[ROOM:WIDE].view(np.float64)
    _look_at_cards(room)
    number = 0
    rest = cards
    while rest:
        rest = tell_card(s, cards, rest, best)
        room[SCORES + number] = _score_card(room)
        number += 1
    return _to_chances(room, number)


@compiled
def learnt_card(s: Packed, rng: Stream) -> int:
    """A card that the learnt seat plays, by its chances."""
    cards = open_to_turn(s)
    if cards & cards - 1 == 0:
        return cards
    number = weigh_cards(s, cards)
    for _ in range(_pick(s[ROOM:WIDE].view(np.float64), number, rng)):
        cards &= cards - 1
    return cards & -cards


@compiled
def likely_card(s: Packed, card: int) -> float:
    """The logarithm of the chance that the learnt seat plays a card, now and then any."""
    cards = open_to_turn(s)
    if cards & cards - 1 == 0:
        return 0.0
    number = weigh_cards(s, cards)
    return _likely(s[ROOM:WIDE].view(np.float64)[SCORES + count(cards & (card - 1))], number)


# -- bids ------------------------------------------------------------------------------------------


@compiled
def tell_moment_of_bids(s: Packed) -> int:
    """Write what a seat that is to bid sees of the moment; returns the sensible bid."""
    best = best_bid(s)
    room = s[ROOM:WIDE].view(np.float64)
    cards = s[CARDS]
    seats = s[SEATS]
    seat = s[TURN]
    hand = s[HANDS + seat]
    unseen = _unseen(s)
    mean = squares = wanted = 0.0
    for tricks in range(cards + 1):
        mean += tricks * room[_TRICKS + tricks]
        squares += tricks * tricks * room[_TRICKS + tricks]
    for other in range(seats):
        wanted += cards / seats if s[BIDS + other] < 0 else s[BIDS + other]
    room[MOMENT] = wanted / cards - 1.0
    room[MOMENT + 1] = s[TO_BID] / seats
    room[MOMENT + 2] = s[LEADER] == seat
    room[MOMENT + 3] = cards / 8.0
    room[MOMENT + 4] = mean / cards
    room[MOMENT + 5] = squares - mean * mean
    room[MOMENT + 6] = count(hand & s[TRUMP]) / cards
    room[MOMENT + 7] = s[TRUMP] == 0
    room[MOMENT + 8] = 4.0 / seats
    for index in range(9, BID_MOMENT):
        room[MOMENT + index] = 0.0
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        lane = lane_of(card)
        above = count(unseen & lane & -(card << 1))
        if above < 3:
            room[MOMENT + (9 if lane == s[TRUMP] else 12) + above] += 1.0 / 3.0
    for suit in range(4):
        if LANE << 16 * suit != s[TRUMP]:
            held = count(hand & LANE << 16 * suit)
            room[MOMENT + 15] += 0.5 * (held == 0)
            room[MOMENT + 16] += 0.5 * (held == 1)
            room[MOMENT + 17] += 0.25 * max(0, held - 3)
    return best


@compiled
def tell_bid(s: Packed, bid: int, best: int) -> None:
    """Write what is known about a bid; ``best`` is the sensible one."""
    room = s[ROOM:WIDE].view(np.float64)
    off = bid - room[MOMENT + 4] * s[CARDS]
    room[CHOICE] = max(-2.0, (room[_MERIT + bid] - room[_MERIT + best]) * scale_of(s) * 10.0)
    room[CHOICE + 1] = bid == best
    room[CHOICE + 2] = off
    room[CHOICE + 3] = min(4.0, off * off)
    room[CHOICE + 4] = room[_TRICKS + bid]
    room[CHOICE + 5] = bid == 0
    room[CHOICE + 6] = bid / s[CARDS]
    room[CHOICE + 7] = abs(off)


@compiled
def weigh_bids(s: Packed) -> int:
    """Write the chances of the bids that may be made, the lowest first; returns how many they are."""
    best = tell_moment_of_bids(s)
    room = s[ROOM:WIDE].view(np.float64)
    _look_at_bids(room)
    barred = bid_barred(s)
    number = 0
    for bid in range(s[CARDS] + 1):
        if bid != barred:
            tell_bid(s, bid, best)
            room[SCORES + number] = _score_bid(room)
            number += 1
    return _to_chances(room, number)


@compiled
def learnt_bid(s: Packed, rng: Stream) -> int:
    """A bid that the learnt seat makes, by its chances."""
    bid = _pick(s[ROOM:WIDE].view(np.float64), weigh_bids(s), rng)
    barred = bid_barred(s)
    return bid + int(0 <= barred <= bid)


@compiled
def likely_bid(s: Packed, bid: int) -> float:
    """The logarithm of the chance that the learnt seat makes a bid, now and then any."""
    number = weigh_bids(s)
    index = bid - int(0 <= bid_barred(s) < bid)
    return _likely(s[ROOM:WIDE].view(np.float64)[SCORES + index], number)
