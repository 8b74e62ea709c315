"""How a sensible seat bids and plays Kachuful, compiled: the chance of every card to win a trick.

This is the player ``rules`` (in ``players``) in its second form, for searches to play out with and to judge
by what others did. The tests hold the two against each other, choice by choice.

A seat sees its hand, the cards that were played and who could not follow suit. From that comes, for each of
its cards, the chance that nobody beats it; from these the chances to win 0, 1, 2 … tricks; and from those
what each bid and each card is worth under the scoring of the table.

The state has words beyond those of the kernel; ``play`` keeps them, and ``ROOM`` is room to reckon in.

Play-outs and beliefs ask this module millions of times a second, so what ``best_card`` is made of is compiled
into it: handing an array on costs as much as the few numbers that are reckoned there.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.players import (
    LEAST_TIGHT,
    MOST_TIGHT,
    RUFF_LONG,
    RUFF_SHORT,
    SUIT_COMES_UP,
    UNWILLING,
)
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled, inlined
from korthus.kernels.kachuful.layout import (
    BEST,
    BID,
    BIDS,
    CARDS,
    DEALING,
    DECK,
    FREE,
    HANDS,
    HIGH_INCENTIVE,
    LANE,
    LEADER,
    LED,
    LEFT,
    LIFT,
    MAX_SEATS,
    MEDIUM_INCENTIVE,
    ON_TABLE,
    POINT_PER_TRICK,
    SCORING,
    SEATS,
    SIZE,
    STANDARD,
    TRUMP,
    TURN,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn
from korthus.kernels.kachuful.play import lane_of, make_bid, next_seat, play_card, points_for, strength_of

Values = npt.NDArray[np.float64]

#: What the round is played for: 0 for points, n for the chance to win the game that ends with the n-th round
#: from this one, itself counted.
AIM: Final = SIZE
#: By seat: who speaks for it in searches, the sensible seat or the learnt one (``learnt``).
STYLES: Final = AIM + 1
SENSIBLE, LEARNT = 0, 1
#: The cards played in this round.
SEEN: Final = STYLES + MAX_SEATS
#: By seat: the suits that it has shown to lack.
VOIDS: Final = SEEN + 1
#: The cards that ``best_card`` has judged.
JUDGED: Final = VOIDS + MAX_SEATS
#: Room for real numbers.
ROOM: Final = JUDGED + 1

# What lies in the room. By other seat, in turn: how often it takes a trick that it can take, the chance that
# it has a trump, and (as bits) the suits that it lacks. By card of the hand: what it may win later (if
# trump: with a short side suit, and without), and now. Then the chances of 0, 1, 2 … tricks; those of a whole
# hand, with a short side suit and without; by open card, or by bid, its merit; and by open card the chance to
# win this trick. What is left belongs to ``learnt``.
_WILL: Final = 0
_RUFFS: Final = _WILL + MAX_SEATS
_SUITS: Final = _RUFFS + MAX_SEATS
_LATER: Final = _SUITS + MAX_SEATS
_NOW: Final = _LATER + 2 * 26
_TRICKS: Final = _NOW + 26
_COUNTS: Final = 28
_WHOLE: Final = _TRICKS + _COUNTS
_MERIT: Final = _WHOLE + 2 * _COUNTS
_WINS: Final = _MERIT + 28
FOR_LEARNT: Final = _WINS + 28
_ROOM_SIZE: Final = FOR_LEARNT + 188
#: Words of a state with all of these.
WIDE: Final = ROOM + _ROOM_SIZE

#: By tricks to come: the chance that a suit is led.
_COMES_UP: Final = np.array([1 - (1 - SUIT_COMES_UP) ** tricks for tricks in range(27)])

#: The chance that a seat has no card of a kind: by cards that it holds, cards that are hidden, and cards of
#: the kind among these.
_ROW: Final = 16
_TABLE: Final = 53 * _ROW
_LACKS: Final = np.array(
    [
        (1 - min(held, hidden) / max(1, hidden)) ** number
        for held in range(27)
        for hidden in range(53)
        for number in range(_ROW)
    ]
)


# -- moves -----------------------------------------------------------------------------------------


@compiled
def put(s: Packed, card: int) -> None:
    """Play a card and remember what everybody saw."""
    s[SEEN] |= card
    if s[ON_TABLE] and card & (s[LED] | s[FREE]) == 0:
        s[VOIDS + s[TURN]] |= s[LED]
    play_card(s, card)


@compiled
def apply(s: Packed, action: int) -> None:
    """The kernel's verb, remembering what everybody saw. A round that ends is not scored."""
    if action >= BID:
        make_bid(s, action - BID)
        return
    put(s, 1 << action)
    if s[LEFT] == 0:
        s[TURN] = DEALING


# -- chances ---------------------------------------------------------------------------------------


@compiled
def _unseen(s: Packed) -> int:
    """The cards that the seat to act has not seen."""
    return s[DECK] & ~s[SEEN] & ~s[HANDS + s[TURN]]


@inlined
def _will(s: Packed, other: int) -> float:
    """How often a seat takes a trick that it can take."""
    bid = s[BIDS + other]
    return 1.0 if bid < 0 or s[WON + other] < bid else UNWILLING


@inlined
def _look(s: Packed, room: Values, unseen: int) -> None:
    """Write what ``_judge`` goes by: what is known about each other seat."""
    seats = s[SEATS]
    trump = s[TRUMP]
    to_come = seats - 1 - s[ON_TABLE]
    at = s[LEFT] * _TABLE + count(unseen) * _ROW + count(unseen & trump)
    ruffs = 0.0 if trump == 0 else 1.0 - _LACKS[at]
    ruffs_less = 0.0 if trump == 0 else 1.0 - _LACKS[at - _TABLE]
    other = s[TURN]
    for index in range(seats - 1):
        other = next_seat(other, seats)
        voids = s[VOIDS + other]
        room[_WILL + index] = _will(s, other)
        room[_RUFFS + index] = 0.0 if voids & trump else ruffs if index < to_come else ruffs_less
        s[ROOM + _SUITS + index] = voids


@compiled
def _ruff_stands(s: Packed, unseen: int, card: int, seats: int) -> float:
    """The chance that none of ``seats`` seats beats a trump on another suit that was led."""
    above = count(unseen & s[TRUMP] & -(card << 1))
    others = count(unseen & s[LED])
    row = s[LEFT] * _TABLE + count(unseen) * _ROW
    chance = 1.0
    other = s[TURN]
    for _ in range(seats):
        other = next_seat(other, s[SEATS])
        if s[VOIDS + other] & s[TRUMP] == 0:
            void = 1.0 if s[VOIDS + other] & s[LED] else _LACKS[row + others]
            chance *= 1.0 - void * (1.0 - _LACKS[row + above]) * _will(s, other)
    return chance


@inlined
def _judge(s: Packed, room: Values, unseen: int, cards: int, tricks: int, comes_up: float) -> None:
    """Write for each card of a hand the chance to win now, if it is as good as led, and a trick to come."""
    others = s[SEATS] - 1
    to_come = others - s[ON_TABLE]
    trump = s[TRUMP]
    row = s[LEFT] * _TABLE + count(unseen) * _ROW
    ruffed = 1.0 - 1.0 / (1 + tricks)
    index = 0
    while cards:
        card = cards & -cards
        cards ^= card
        lane = lane_of(card)
        hidden = unseen & lane
        all_of = count(hidden)
        higher = count(hidden & -(card << 1))
        side = 0.0 if lane == trump else 1.0
        chance = now = 1.0
        for at in range(others):
            if at == to_come:
                now = chance
            held = uint64(row if at < to_come else row - _TABLE)
            void = s[ROOM + _SUITS + at] & lane != 0  # then it has none of no cards, for certain
            lacks_all = _LACKS[held + uint64(0 if void else all_of)]
            lacks = _LACKS[held + uint64(0 if void else higher)]
            will = room[_WILL + at]
            chance *= 1.0 - will * (1.0 + room[_RUFFS + at] * side * lacks_all) + will * lacks
        room[_NOW + index] = chance if to_come == others else now
        if card & trump:
            more = (1.0 - chance) * ruffed
            room[_LATER + 2 * index] = chance + more * RUFF_SHORT
            room[_LATER + 2 * index + 1] = chance + more * RUFF_LONG
        else:
            room[_LATER + 2 * index] = room[_LATER + 2 * index + 1] = chance * comes_up
        index += 1


@compiled
def _has_long_sides(hand: int, trump: int) -> bool:
    """Whether a hand has two cards or more of every side suit."""
    for suit in range(4):
        held = hand & LANE << 16 * suit
        if LANE << 16 * suit != trump and held & held - 1 == 0:
            return False
    return True


@inlined
def _keeps_sides(hand: int, trump: int) -> int:
    """The cards that a hand can give and still have two of every side suit."""
    can = hand
    for suit in range(4):
        lane = LANE << 16 * suit
        if lane != trump:
            held = hand & lane
            if held & held - 1 == 0:
                return 0
            if count(held) == 2:
                can &= ~lane
    return can


@inlined
def _spread(room: Values, at: int, number: int, chance: float, most: int) -> None:
    """One more trick that comes with a chance, after ``number`` others; only up to ``most`` are counted."""
    top = min(number + 1, most)
    if number + 1 <= most:
        room[at + number + 1] = 0.0
    for tricks in range(top, 0, -1):
        room[at + tricks] = room[at + tricks] * (1.0 - chance) + room[at + tricks - 1] * chance
    room[at] *= 1.0 - chance


@compiled
def _worth(s: Packed, room: Values, bid: int, won: int, number: int) -> float:
    """The points to expect of a bid with ``won`` tricks so far and the chances of up to ``number`` more."""
    scoring = s[SCORING]
    more = bid - won
    if _pays_hits_only(s):
        return room[_TRICKS + more] * points_for(scoring, bid, bid) if 0 <= more <= number else 0.0
    total = 0.0
    for tricks in range(number + 1):
        total += room[_TRICKS + tricks] * points_for(scoring, bid, won + tricks)
    return total


@compiled
def _counted(s: Packed, more: int, number: int) -> int:
    """Up to how many of ``number`` tricks the chances are needed, when ``more`` are missing."""
    return max(0, min(more, number)) if _pays_hits_only(s) else number


# -- bids ------------------------------------------------------------------------------------------


@compiled
def value_bids(s: Packed) -> None:
    """Write what each bid of the seat to bid is worth, to the merits."""
    room = s[ROOM:WIDE].view(np.float64)
    cards = s[CARDS]
    seats = s[SEATS]
    seat = s[TURN]
    unseen = _unseen(s)
    _look(s, room, unseen)
    leads_one = s[LEADER] == seat and cards == 1
    _judge(s, room, unseen, s[HANDS + seat], cards, 1.0 if leads_one else _COMES_UP[cards])
    wanted = 0.0
    for other in range(seats):
        wanted += cards / seats if s[BIDS + other] < 0 else s[BIDS + other]
    tightness = min(MOST_TIGHT, max(LEAST_TIGHT, math.sqrt(wanted / cards)))
    side = int(_has_long_sides(s[HANDS + seat], s[TRUMP]))
    room[_TRICKS] = 1.0
    for index in range(cards):
        _spread(room, _TRICKS, index, room[_LATER + 2 * index + side] ** tightness, cards)
    for bid in range(cards + 1):
        room[_MERIT + bid] = _worth(s, room, bid, 0, cards)


@compiled
def best_bid(s: Packed) -> int:
    """The bid that ``rules`` makes."""
    value_bids(s)
    room = s[ROOM:WIDE].view(np.float64)
    barred = bid_barred(s)
    best = -1
    for bid in range(s[CARDS] + 1):
        if bid != barred and (best < 0 or room[_MERIT + bid] > room[_MERIT + best]):
            best = bid
    return best


@compiled
def merit_of_bid(s: Packed, bid: int) -> float:
    """What ``value_bids`` has found about a bid."""
    return s[ROOM:WIDE].view(np.float64)[_MERIT + bid]


# -- cards -----------------------------------------------------------------------------------------


@inlined
def _wins_now(s: Packed, unseen: int, card: int, alone: float) -> float:
    """The chance that a card wins this trick; ``alone`` is the chance if it is led."""
    if s[ON_TABLE]:
        if strength_of(card, s[LED] | s[TRUMP], s[LIFT]) <= s[BEST]:
            return 0.0
        if card & s[LED] == 0:
            return _ruff_stands(s, unseen, card, s[SEATS] - 1 - s[ON_TABLE])
    return alone


@inlined
def _chance_of_bid(
    room: Values, hand: int, card: int, side: int, missing: int, left: int, now: float, later: float
) -> float:
    """The chance to win exactly the ``missing`` tricks with the rest of the hand after a card."""
    if not 0 <= missing <= left:
        return 0.0
    if later <= 0.5:
        return _exactly(room, side, missing, now, later)
    _spread_but(room, hand, card, side, missing)
    _spread(room, _TRICKS, left - 1, now, missing)
    return room[_TRICKS + missing]


@compiled
def _is_meaner(card: int, harm: float, best: int, most_harm: float) -> bool:
    """Between cards of equal worth: who harms the others more, else the lower one, else the first one."""
    lower = (lowest(card) & 15) - (lowest(best) & 15)
    return harm > most_harm or (harm == most_harm and (lower < 0 or (lower == 0 and card < best)))


@compiled
def best_card(s: Packed) -> int:
    """The card that ``rules`` plays. What each open card is worth stays in the merits, lowest card first."""
    return _best_card(s, 0)


@compiled
def is_best_card(s: Packed, card: int) -> bool:
    """Whether ``rules`` plays one of two or more open cards. Once a better one is found, no more is asked."""
    return _best_card(s, card) == card


@compiled
def _best_card(s: Packed, asked: int) -> int:
    """The best card; if one is asked about and is not, the first one that is found to be better."""
    cards = open_to_turn(s)
    if cards & cards - 1 == 0:
        return cards
    room = s[ROOM:WIDE].view(np.float64)
    seat = s[TURN]
    hand = s[HANDS + seat]
    left = s[LEFT]
    bid = s[BIDS + seat]
    won = s[WON + seat]
    missing = bid - won
    counted = _counted(s, missing, left)
    alive = counted == left or 0 <= missing <= left
    judged = hand if alive else cards
    s[JUDGED] = judged
    unseen = _unseen(s)
    _look(s, room, unseen)
    _judge(s, room, unseen, judged, left - 1, _COMES_UP[left - 1])
    keeps = _keeps_sides(hand, s[TRUMP]) if hand & s[TRUMP] else 0
    # But for one scoring a card's worth needs few numbers; they are read from those of the whole hand.
    quick = alive and s[SCORING] != HIGH_INCENTIVE
    by_trick = s[SCORING] == POINT_PER_TRICK
    prize = points_for(s[SCORING], bid, bid) - (bid if by_trick else 0)
    short = long = 0.0
    if quick:
        most = max(0, min(missing, left))
        short = _spread_all(room, left, 0, most)
        long = _spread_all(room, left, 1, most) if keeps else 0.0
    spite = _spite(s)
    best = 0
    best_own = best_spite = -1e300
    rest = cards
    while rest and (asked == 0 or best == asked or best == 0):
        card = asked if rest & asked else rest & -rest
        rest ^= card
        index = count(judged & (card - 1))
        now = _wins_now(s, unseen, card, room[_NOW + index])
        own = 0.0
        side = int(card & keeps != 0)
        if quick:
            later = room[_LATER + 2 * index + side]
            if by_trick:
                own = won + now + (long if side else short) - later
            own += prize * _chance_of_bid(room, hand, card, side, missing, left, now, later)
        elif alive:
            _spread_but(room, hand, card, side, counted)
            _spread(room, _TRICKS, left - 1, now, counted)
            own = _worth(s, room, bid, won, left)
        own = np.floor(own * 1e6 + 0.5) * 1e-6
        number = count(cards & (card - 1))
        room[_MERIT + number] = own
        room[_WINS + number] = now
        harm = spite * now
        if own > best_own or (own == best_own and _is_meaner(card, harm, best, best_spite)):
            best, best_own, best_spite = card, own, harm
    return best


@compiled
def _pays_hits_only(s: Packed) -> bool:
    return s[SCORING] in (STANDARD, MEDIUM_INCENTIVE)


@inlined
def _spread_but(room: Values, hand: int, card: int, side: int, most: int) -> None:
    """The chances of 0, 1, 2 … tricks to come with a hand but for one card."""
    room[_TRICKS] = 1.0
    number = 0
    at = _LATER + side
    while hand:
        each = hand & -hand
        hand ^= each
        if each != card:
            _spread(room, _TRICKS, number, room[at], most)
            number += 1
        at += 2


@inlined
def _spread_all(room: Values, cards: int, side: int, most: int) -> float:
    """The chances of 0, 1, 2 … tricks to come with a whole hand; returns how many are to be expected."""
    total = 0.0
    at = _WHOLE + _COUNTS * side
    if most <= 3:  # nearly always: then nothing goes through the room
        none, one, two, three = 1.0, 0.0, 0.0, 0.0
        for index in range(cards):
            chance = room[_LATER + 2 * index + side]
            total += chance
            stay = 1.0 - chance
            three = three * stay + two * chance
            two = two * stay + one * chance
            one = one * stay + none * chance
            none *= stay
        room[at] = none
        room[at + 1] = one
        room[at + 2] = two
        room[at + 3] = three
        return total
    room[at] = 1.0
    for index in range(cards):
        chance = room[_LATER + 2 * index + side]
        total += chance
        _spread(room, at, index, chance, most)
    return total


@inlined
def _exactly(room: Values, side: int, missing: int, now: float, later: float) -> float:
    """The chance to win ``missing`` tricks with a card now and the others later, from that of all later.

    The card's own chance to win later is taken out again: exact enough where it is no more than half.
    """
    at = _WHOLE + _COUNTS * side
    stay = 1.0 / (1.0 - later)
    fewer = 0.0
    chance = room[at] * stay
    for tricks in range(1, missing + 1):
        fewer = chance
        chance = (room[at + tricks] - later * fewer) * stay
    return now * fewer + (1.0 - now) * chance


@compiled
def _spite(s: Packed) -> float:
    """What winning the trick does to others who want tricks, less what it does for those who do not."""
    if s[ON_TABLE]:
        rival = s[WINNER]
        return 1.0 if s[WON + rival] < s[BIDS + rival] else -1.0
    total = 0.0
    for other in range(s[SEATS]):
        if other != s[TURN]:
            total += 1.0 if s[WON + other] < s[BIDS + other] else -1.0
    return total


@compiled
def merit_of_card(s: Packed, cards: int, card: int) -> float:
    """What ``best_card`` has found about one of the open cards."""
    return s[ROOM:WIDE].view(np.float64)[_MERIT + count(cards & (card - 1))]


@compiled
def scale_of(s: Packed) -> float:
    """One point: a good bid that is made, and nothing for the others, is worth half."""
    good = (s[CARDS] + 3) // 2
    return 0.5 / points_for(s[SCORING], good, good)
