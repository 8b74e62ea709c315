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
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.odds import (
    _LATER,
    _MERIT,
    _TRICKS,
    _WINS,
    FOR_LEARNT,
    JUDGED,
    ROOM,
    VOIDS,
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
    BEST,
    BIDS,
    CARDS,
    HANDS,
    HIGH_INCENTIVE,
    LANE,
    LEADER,
    LED,
    LEFT,
    LIFT,
    MEDIUM_INCENTIVE,
    ON_TABLE,
    POINT_PER_TRICK,
    SCORING,
    SEATS,
    TO_BID,
    TRUMP,
    TURN,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn
from korthus.kernels.kachuful.play import lane_of, next_seat, turned_by
from korthus.kernels.learnt_files import read_numbers
from korthus.kernels.rng import Stream, next_word

Floats = npt.NDArray[np.float32]

#: How many numbers tell about the moment and about a choice, and how many are hidden: for cards and bids.
#: Those of a moment come in threes, the others in fours (``_look_at``, ``_score``).
CARD_MOMENT, CARD_CHOICE, CARD_HIDDEN = 36, 24, 128
BID_MOMENT, BID_CHOICE, BID_HIDDEN = 30, 12, 64

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
_numbers = {
    name: values.astype(np.float32)
    for name, values in read_numbers(NUMBERS, "kachuful", "seat", SHAPES).items()
}
_OF_CARD_MOMENT, _OF_CARD, _CARD_BIAS, _CARD_OUT, _CARD_DIRECT = (_numbers[f"card_{name}"] for name in NAMES)
_OF_BID_MOMENT, _OF_BID, _BID_BIAS, _BID_OUT, _BID_DIRECT = (_numbers[f"bid_{name}"] for name in NAMES)

#: In the room: the scores of the choices, and behind them ``FLOATS``.
SCORES: Final = FOR_LEARNT
#: From this word of a state on lie numbers of half the size: about the moment, about a choice, the hidden
#: layer before the choice, and with it.
FLOATS: Final = ROOM + FOR_LEARNT + 28
MOMENT: Final = 0
CHOICE: Final = MOMENT + CARD_MOMENT
_BEFORE: Final = CHOICE + CARD_CHOICE + 4
_HIDDEN: Final = _BEFORE + CARD_HIDDEN
# There is room for all of them; two lie in a word. The networks of bids are smaller.
assert _HIDDEN + CARD_HIDDEN <= 2 * (WIDE - FLOATS)
assert BID_MOMENT <= CARD_MOMENT
assert BID_CHOICE <= CARD_CHOICE
assert BID_HIDDEN <= CARD_HIDDEN

#: The share of acts, 0 to 1, that are thought to follow no chances, so that none is impossible where worlds
#: are weighed by them (``bench/constants.py``: kachuful.whim).
_WHIM: Final = 0.1


# -- networks --------------------------------------------------------------------------------------

# Both networks are one code, compiled for the sizes of each. Three numbers of a moment or four of a choice
# are taken at a time, so that what is hidden is read and written less often than there are numbers.


@inlined
def _look_at(live: Floats, of_moment: Floats, bias: Floats) -> None:
    """Begin with what the moment says."""
    units = len(bias)
    for unit in range(units):
        live[_BEFORE + unit] = bias[unit]
    for index in range(0, len(of_moment), 3):
        one = live[MOMENT + index]
        two = live[MOMENT + index + 1]
        three = live[MOMENT + index + 2]
        for unit in range(units):
            live[_BEFORE + unit] = (
                (live[_BEFORE + unit] + one * of_moment[index, unit]) + two * of_moment[index + 1, unit]
            ) + three * of_moment[index + 2, unit]


@inlined
def _score(live: Floats, of_choice: Floats, out: Floats, direct: Floats) -> float:
    """What a choice scores."""
    units = len(out)
    for unit in range(units):
        live[_HIDDEN + unit] = live[_BEFORE + unit]
    total = np.float32(0.0)
    for index in range(0, len(direct), 4):
        one = live[CHOICE + index]
        two = live[CHOICE + index + 1]
        three = live[CHOICE + index + 2]
        four = live[CHOICE + index + 3]
        total += one * direct[index] + two * direct[index + 1]
        total += three * direct[index + 2] + four * direct[index + 3]
        for unit in range(units):
            live[_HIDDEN + unit] = (
                ((live[_HIDDEN + unit] + one * of_choice[index, unit]) + two * of_choice[index + 1, unit])
                + three * of_choice[index + 2, unit]
            ) + four * of_choice[index + 3, unit]
    for unit in range(units):
        live[_HIDDEN + unit] = max(live[_HIDDEN + unit], np.float32(0.0)) * out[unit]
    # Halves are added to halves: many sums at a time, in an order that no machine changes.
    while units > 1:
        units >>= 1
        for unit in range(units):
            live[_HIDDEN + unit] += live[_HIDDEN + units + unit]
    return float(total + live[_HIDDEN])


@compiled
def _look_at_cards(live: Floats) -> None:
    _look_at(live, _OF_CARD_MOMENT, _CARD_BIAS)


@compiled
def _look_at_bids(live: Floats) -> None:
    _look_at(live, _OF_BID_MOMENT, _BID_BIAS)


@compiled
def _score_card(live: Floats) -> float:
    return _score(live, _OF_CARD, _CARD_OUT, _CARD_DIRECT)


@compiled
def _score_bid(live: Floats) -> float:
    return _score(live, _OF_BID, _BID_OUT, _BID_DIRECT)


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
    """One of the choices, by the squares of their chances.

    It learnt while it tried things; played more surely, it is a little stronger, and play-outs differ less.
    """
    total = 0.0
    for index in range(number):
        total += room[SCORES + index] * room[SCORES + index]
    luck = (next_word(rng) >> uint64(11)) * 2.0**-53 * total
    for index in range(number - 1):
        luck -= room[SCORES + index] * room[SCORES + index]
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
    live = s[FLOATS:WIDE].view(np.float32)
    unseen = _unseen(s)
    seat = s[TURN]
    left = s[LEFT]
    missing = s[BIDS + seat] - s[WON + seat]
    dead = missing < 0 or missing > left
    live[MOMENT] = max(-1.0, min(1.0, missing / left))
    live[MOMENT + 1] = dead
    live[MOMENT + 2] = missing == 0
    live[MOMENT + 3] = missing == left
    live[MOMENT + 9] = left / 8.0
    live[MOMENT + 18] = s[SCORING] == HIGH_INCENTIVE
    live[MOMENT + 19] = s[SCORING] == MEDIUM_INCENTIVE
    live[MOMENT + 20] = s[SCORING] == POINT_PER_TRICK
    live[MOMENT + 22] = s[BIDS + seat] / 8.0
    live[MOMENT + 23] = s[CARDS] / 8.0
    room = s[ROOM:WIDE].view(np.float64)
    number = count(open_to_turn(s) & (best - 1))
    live[MOMENT + 35] = room[_MERIT + number] * scale_of(s)
    _tell_others(s, live, missing)
    _tell_hand(s, live, unseen, missing, dead)
    _tell_trick(s, live, unseen)
    return best


@compiled
def _tell_others(s: Packed, live: Floats, missing: int) -> None:
    """What the other seats still want."""
    seats = s[SEATS]
    left = s[LEFT]
    to_come = seats - 1 - s[ON_TABLE]
    wanted = hungry = hungry_later = wanted_later = over = content = 0
    other = s[TURN]
    for index in range(seats - 1):
        other = next_seat(other, seats)
        need = s[BIDS + other] - s[WON + other]
        if need > 0:
            wanted += need
            hungry += 1
            if index < to_come:
                hungry_later += 1
                wanted_later += need
        over += int(need < 0 or need > left)
        content += int(need == 0)
    after = next_seat(s[TURN], seats)
    live[MOMENT + 4] = min(2.0, (wanted + max(0, missing)) / left) - 1.0
    live[MOMENT + 5] = hungry / (seats - 1)
    live[MOMENT + 15] = hungry_later / (seats - 1)
    live[MOMENT + 16] = to_come / (seats - 1)
    live[MOMENT + 17] = 4.0 / seats
    live[MOMENT + 24] = min(2.0, wanted_later / left)
    live[MOMENT + 25] = max(-1.0, min(1.0, (s[BIDS + after] - s[WON + after]) / left))
    live[MOMENT + 26] = over / (seats - 1)
    live[MOMENT + 27] = content / (seats - 1)


@compiled
def _tell_hand(s: Packed, live: Floats, unseen: int, missing: int, dead: bool) -> None:
    """What the seat holds, and how much of what it has not seen the others hold."""
    room = s[ROOM:WIDE].view(np.float64)
    hand = s[HANDS + s[TURN]]
    left = s[LEFT]
    expected = spread = 0.0
    if s[JUDGED] == hand:
        for index in range(left):
            chance = room[_LATER + 2 * index]
            expected += chance
            spread += chance * (1.0 - chance)
    masters = 0
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        hidden = unseen & lane_of(card)
        masters += int(hidden != 0 and hidden & -(card << 1) == 0)
    bare = 0
    for suit in range(4):
        bare += int(hand & LANE << 16 * suit == 0)
    live[MOMENT + 8] = 0.0 if dead else max(-2.0, min(2.0, expected - missing))
    live[MOMENT + 11] = s[TRUMP] == 0
    live[MOMENT + 12] = count(hand & s[TRUMP]) / left
    live[MOMENT + 13] = count(unseen & s[TRUMP]) / 8.0
    live[MOMENT + 14] = masters / left
    live[MOMENT + 21] = ((s[SEATS] - 1) * left - s[ON_TABLE]) / max(1, count(unseen))
    live[MOMENT + 31] = bare / 3.0
    live[MOMENT + 34] = spread


@compiled
def _tell_trick(s: Packed, live: Floats, unseen: int) -> None:
    """What lies on the table, and who may still beat it."""
    live[MOMENT + 6] = s[ON_TABLE] == 0
    live[MOMENT + 7] = s[ON_TABLE] == s[SEATS] - 1
    live[MOMENT + 10] = 0.0
    for index in range(28, 34):
        if index != 31:
            live[MOMENT + index] = 0.0
    if s[ON_TABLE] == 0:
        return
    able = s[LED] | s[TRUMP]
    need = s[BIDS + s[WINNER]] - s[WON + s[WINNER]]
    live[MOMENT + 10] = 1.0 if need > 0 else -1.0
    live[MOMENT + 28] = max(-1.0, min(1.0, need / s[LEFT]))
    live[MOMENT + 29] = count(turned_by(unseen & able, s[LIFT]) & -(s[BEST] << 1)) / 8.0
    live[MOMENT + 30] = s[BEST] & turned_by(s[TRUMP], s[LIFT]) != 0
    live[MOMENT + 32] = count(unseen & s[LED]) / 8.0
    live[MOMENT + 33] = _bare_to_come(s, s[LED])


@compiled
def tell_card(s: Packed, cards: int, rest: int, best: int) -> int:
    """Write what is known about the lowest of ``rest``, some of the open cards; returns the others of these.

    ``best`` is the sensible one of the open cards.
    """
    card = rest & -rest
    room = s[ROOM:WIDE].view(np.float64)
    live = s[FLOATS:WIDE].view(np.float32)
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
    merit = room[_MERIT + number] * scale_of(s)
    worse = merit - room[_MERIT + count(cards & (best - 1))] * scale_of(s)
    live[CHOICE] = max(-2.0, worse * 20.0)
    live[CHOICE + 1] = card == best
    live[CHOICE + 2] = now
    live[CHOICE + 3] = later
    live[CHOICE + 4] = (lowest(card) & 15) / 12.0
    live[CHOICE + 5] = card & s[TRUMP] != 0
    live[CHOICE + 6] = count(hand & lane) / left
    live[CHOICE + 7] = cards & lane & (card - 1) == 0
    live[CHOICE + 8] = cards & lane & -(card << 1) == 0
    live[CHOICE + 9] = count(above) / 6.0
    live[CHOICE + 10] = count(hidden & (card - 1)) / 6.0
    live[CHOICE + 11] = now > 0.0
    live[CHOICE + 12] = hand & lane == card
    live[CHOICE + 13] = now - later
    live[CHOICE + 14] = above == 0
    live[CHOICE + 15] = -0.5
    if lower:
        between = (card - 1) & -(2 << highest(lower))
        live[CHOICE + 15] = count(hidden & between) / 4.0
    live[CHOICE + 16] = max(-2.0, min(2.0, live[MOMENT + 8] - later))
    live[CHOICE + 17] = _bare_to_come(s, lane)
    live[CHOICE + 18] = count(lower) / 4.0
    live[CHOICE + 19] = count(hand & lane & -(card << 1)) / 4.0
    live[CHOICE + 20] = hidden == 0
    live[CHOICE + 21] = merit
    live[CHOICE + 22] = now >= 1.0
    live[CHOICE + 23] = hand & lane == card and hand & s[TRUMP] & ~card != 0
    return rest ^ card


@compiled
def _bare_to_come(s: Packed, lane: int) -> float:
    """The share of the other seats that are to play in this trick and have shown that they lack a suit."""
    seats = s[SEATS]
    bare = 0
    other = s[TURN]
    for _ in range(seats - 1 - s[ON_TABLE]):
        other = next_seat(other, seats)
        bare += int(s[VOIDS + other] & lane != 0)
    return bare / (seats - 1)


@compiled
def weigh_cards(s: Packed, cards: int) -> int:
    """Write the chances of two or more open cards, the lowest card first; returns how many they are."""
    best = tell_moment_of_cards(s)
    room = s[ROOM:WIDE].view(np.float64)
    live = s[FLOATS:WIDE].view(np.float32)
    _look_at_cards(live)
    number = 0
    rest = cards
    while rest:
        rest = tell_card(s, cards, rest, best)
        room[SCORES + number] = _score_card(live)
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
    live = s[FLOATS:WIDE].view(np.float32)
    cards = s[CARDS]
    mean = squares = 0.0
    for tricks in range(cards + 1):
        mean += tricks * room[_TRICKS + tricks]
        squares += tricks * tricks * room[_TRICKS + tricks]
    live[MOMENT + 3] = cards / 8.0
    live[MOMENT + 4] = mean / cards
    live[MOMENT + 5] = squares - mean * mean
    live[MOMENT + 18] = s[SCORING] == HIGH_INCENTIVE
    live[MOMENT + 19] = s[SCORING] == MEDIUM_INCENTIVE
    live[MOMENT + 20] = s[SCORING] == POINT_PER_TRICK
    _tell_bids_of_others(s, live)
    _tell_dealt(s, live, _unseen(s))
    return best


@compiled
def _tell_bids_of_others(s: Packed, live: Floats) -> None:
    """What has been bid; a seat that has not bid yet is to win its share."""
    cards = s[CARDS]
    seats = s[SEATS]
    seat = s[TURN]
    wanted = 0.0
    most = none = 0
    for other in range(seats):
        bid = s[BIDS + other]
        wanted += cards / seats if bid < 0 else bid
        most = max(most, bid)
        none += int(bid == 0)
    before = s[BIDS + (seat if seat else seats) - 1]
    after = s[BIDS + next_seat(seat, seats)]
    barred = bid_barred(s)
    live[MOMENT] = wanted / cards - 1.0
    live[MOMENT + 1] = s[TO_BID] / seats
    live[MOMENT + 2] = s[LEADER] == seat
    live[MOMENT + 8] = 4.0 / seats
    live[MOMENT + 22] = most / cards
    live[MOMENT + 23] = none / (seats - 1)
    live[MOMENT + 24] = -0.25 if before < 0 else before / cards
    live[MOMENT + 25] = -0.25 if after < 0 else after / cards
    live[MOMENT + 26] = -0.25 if barred < 0 else barred / cards


@compiled
def _tell_dealt(s: Packed, live: Floats, unseen: int) -> None:
    """What the seat was dealt, and how much of the rest of the deck the others hold."""
    cards = s[CARDS]
    trump = s[TRUMP]
    hand = s[HANDS + s[TURN]]
    for index in range(9, 18):
        live[MOMENT + index] = 0.0
    low = longest = 0
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        lane = lane_of(card)
        above = count(unseen & lane & -(card << 1))
        low += int(lowest(card) & 15 < 5)
        if above < 3:
            live[MOMENT + (9 if lane == trump else 12) + above] += 1.0 / 3.0
    for suit in range(4):
        held = count(hand & LANE << 16 * suit)
        longest = max(longest, held)
        if LANE << 16 * suit != trump:
            live[MOMENT + 15] += 0.5 * (held == 0)
            live[MOMENT + 16] += 0.5 * (held == 1)
            live[MOMENT + 17] += 0.25 * max(0, held - 3)
    missed = unseen & trump
    if hand & trump:
        missed &= -(2 << highest(hand & trump))
    live[MOMENT + 6] = count(hand & trump) / cards
    live[MOMENT + 7] = trump == 0
    live[MOMENT + 21] = (s[SEATS] - 1) * cards / max(1, count(unseen))
    live[MOMENT + 27] = longest / cards
    live[MOMENT + 28] = count(missed) / 8.0
    live[MOMENT + 29] = low / cards


@compiled
def tell_bid(s: Packed, bid: int, best: int) -> None:
    """Write what is known about a bid; ``best`` is the sensible one."""
    room = s[ROOM:WIDE].view(np.float64)
    live = s[FLOATS:WIDE].view(np.float32)
    cards = s[CARDS]
    off = bid - live[MOMENT + 4] * cards
    merit = room[_MERIT + bid] * scale_of(s)
    live[CHOICE] = max(-2.0, (merit - room[_MERIT + best] * scale_of(s)) * 10.0)
    live[CHOICE + 1] = bid == best
    live[CHOICE + 2] = off
    live[CHOICE + 3] = min(4.0, off * off)
    live[CHOICE + 4] = room[_TRICKS + bid]
    live[CHOICE + 5] = bid == 0
    live[CHOICE + 6] = bid / cards
    live[CHOICE + 7] = abs(off)
    live[CHOICE + 8] = live[MOMENT] + bid / cards - 1.0 / s[SEATS]
    live[CHOICE + 9] = room[_TRICKS + bid - 1] if bid else 0.0
    live[CHOICE + 10] = room[_TRICKS + bid + 1] if bid < cards else 0.0
    live[CHOICE + 11] = merit


@compiled
def weigh_bids(s: Packed) -> int:
    """Write the chances of the bids that may be made, the lowest first; returns how many they are."""
    best = tell_moment_of_bids(s)
    room = s[ROOM:WIDE].view(np.float64)
    live = s[FLOATS:WIDE].view(np.float32)
    _look_at_bids(live)
    barred = bid_barred(s)
    number = 0
    for bid in range(s[CARDS] + 1):
        if bid != barred:
            tell_bid(s, bid, best)
            room[SCORES + number] = _score_bid(live)
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
