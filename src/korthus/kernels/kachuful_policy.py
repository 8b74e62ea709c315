"""How a sensible seat bids and plays Kachuful, compiled: what searches play out with.

A card's worth is how often it wins a trick at a table like this one; ``learn`` finds that out by playing. A
seat bids the sum of its cards' worths. In play it looks at what it still needs: whoever needs tricks wins
when it can, at the lowest price that is safe; whoever has enough stays below with the most dangerous card;
whose bid is lost plays anything. Now and then everybody plays anything, so that no line is never seen.

The state has words beyond those of the kernel (``WORTH`` and ``TALLY``); its verbs leave them alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.kernels.bits import count, highest, lowest, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful_layout import (
    ALL_CARDS,
    BEST,
    BID,
    BIDS,
    CARDS,
    DEALING,
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
    OVER,
    POINT_PER_TRICK,
    SCORING,
    SEATS,
    SIZE,
    TO_BID,
    TRUMP,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful_play import (
    _barred_bid,
    _bid,
    _deal,
    _lane,
    _next_seat,
    _open_cards,
    _open_to_turn,
    _play,
    _points,
    _turned,
)
from korthus.kernels.rng import Stream, below, next_word

#: By rank, 16 words for side suits and 16 for trump: how often a card wins a trick, in parts of ``ONE``.
WORTH: Final = SIZE
#: In the same order: tricks that such cards have won.
TALLY: Final = WORTH + 32
#: By seat: what the cards it holds are worth, while a round is played out.
POWER: Final = TALLY + 32
#: Words of a state with these.
WIDE: Final = POWER + MAX_SEATS

ONE: Final = 1 << 16
#: One card in two to the power of this is played at random.
_WHIM: Final = 6
#: The lowest card of every suit.
_DEUCES: Final = 0x0001000100010001


# -- bids ------------------------------------------------------------------------------------------


@compiled
def worth_of(s: Packed, hand: int) -> int:
    """The tricks to expect from the cards of a hand, in parts of ``ONE``."""
    return _worth_of_turned(s, _turned(hand, s[LIFT]))


@compiled
def _worth_of_turned(s: Packed, turned: int) -> int:
    has_trump = s[TRUMP] != 0
    total = 0
    while turned:
        place = lowest(turned)
        turned &= turned - 1
        total += s[WORTH + (place & 15) + (16 if has_trump and place >= 48 else 0)]
    return total


@compiled
def bid_for(expected: int) -> int:
    """What is bid on so many tricks, both in parts of ``ONE``: a little less, for others want them too."""
    return expected * 7 // 8


@compiled
def suggest_bid(s: Packed, rng: Stream) -> int:
    """What the hand of the seat to bid is worth, rounded, with a little luck."""
    expected = worth_of(s, s[HANDS + s[TURN]])
    # Half a trick up and down at most, so that a hand between two bids makes either.
    shaken = bid_for(expected) + ONE // 4 + (np.int64(next_word(rng) >> np.uint64(1)) & (ONE // 2 - 1))
    bid = min(shaken // ONE, s[CARDS])
    if s[SCORING] == MEDIUM_INCENTIVE and bid == 0:
        bid = 1  # none is worth nothing there
    if bid == _barred_bid(s):
        up = shaken % ONE > ONE // 2 or bid == 0
        bid = bid + 1 if up and bid < s[CARDS] else bid - 1
    return bid


# -- cards -----------------------------------------------------------------------------------------


@compiled
def _folded(cards: int) -> int:
    """The ranks that there are, whatever the suit."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & LANE


@compiled
def _low_rank(cards: int) -> int:
    """A card of the lowest rank, rather not the top suit."""
    same = cards & _DEUCES << lowest(_folded(cards))
    return same & -same


@compiled
def _high_rank(cards: int) -> int:
    """A card of the highest rank, rather of the top suit."""
    same = cards & _DEUCES << highest(_folded(cards))
    return 1 << highest(same)


@compiled
def _choose(
    cards: int, led: int, able: int, best: int, want: int, surplus: int, last: bool, rng: Stream
) -> int:
    """What ``sensible_card`` says, now and then anything; and anything if the bid is lost."""
    if cards & cards - 1 == 0:
        return cards
    if want == ANYTHING or np.int64(next_word(rng) >> np.uint64(64 - _WHIM)) == 0:
        return nth(cards, below(rng, count(cards)))
    return sensible_card(cards, led, able, best, want, surplus, last)


@compiled
def sensible_card(cards: int, led: int, able: int, best: int, want: int, surplus: int, last: bool) -> int:
    """A card of those that may be played, all turned so that trump lies on top.

    ``led`` is the lane of the suit led (0 for a lead), ``able`` what can win, ``best`` the best card so far,
    ``want`` the tricks still missing, and ``surplus`` how much more than that the hand is worth.
    """
    wins = want > 0 and surplus < 0
    if led == 0:
        if wins:
            same = cards & _DEUCES << highest(_folded(cards))
            return same & -same
        return _low_rank(cards)
    winners = cards & able & -(best << 1)
    if wins:
        if winners == 0:
            side = cards & ~able
            return _low_rank(side if side else cards)
        if last or cards & led == 0:
            return winners & -winners
        return 1 << highest(winners)
    losers = cards & ~winners
    if losers:
        return _high_rank(losers)
    return 1 << highest(winners) if last else winners & -winners


#: What a seat wants whose bid is lost.
ANYTHING: Final = -99


@compiled
def want_of(scoring: int, bid: int, won: int, left: int) -> int:
    want = bid - won
    if 0 <= want <= left:
        return want
    if scoring == POINT_PER_TRICK:
        return 1
    return want if scoring == HIGH_INCENTIVE else ANYTHING


@compiled
def policy(s: Packed, rng: Stream) -> int:
    """A sensible action of the seat to act."""
    if s[TO_BID]:
        return BID + suggest_bid(s, rng)
    return lowest(_suggest_card(s, rng))


@compiled
def _suggest_card(s: Packed, rng: Stream) -> int:
    seat = s[TURN]
    lift = s[LIFT]
    leads = s[ON_TABLE] == 0
    led = 0 if leads else _turned(s[LED], lift)
    able = led | _turned(s[TRUMP], lift)
    want = want_of(s[SCORING], s[BIDS + seat], s[WON + seat], s[LEFT])
    best = 0 if leads else s[BEST]
    cards = _turned(_open_to_turn(s), lift)
    surplus = worth_of(s, s[HANDS + seat]) - want * ONE if want < s[LEFT] else -ONE
    last = s[ON_TABLE] == s[SEATS] - 1
    return _turned(_choose(cards, led, able, best, want, surplus, last, rng), -lift & 63)


# -- to the end of the round -----------------------------------------------------------------------


@compiled
def rollout(s: Packed, rng: Stream) -> None:
    """Play a dealt round to its end by the policy. It is not scored: ``utilities`` reads bids and tricks."""
    while s[TO_BID]:
        _bid(s, suggest_bid(s, rng))
    while s[ON_TABLE]:
        _play(s, _suggest_card(s, rng))
    _play_tricks(s, rng)
    s[TURN] = DEALING


@compiled
def _play_tricks(s: Packed, rng: Stream) -> None:
    """Play the tricks that are left, the table being empty."""
    seats = s[SEATS]
    scoring = s[SCORING]
    for seat in range(seats):
        s[HANDS + seat] = _turned(s[HANDS + seat], s[LIFT])
        s[POWER + seat] = _worth_of_turned(s, s[HANDS + seat])
    trump = _turned(s[TRUMP], s[LIFT])
    free = s[FREE]
    seat = s[LEADER]
    for left in range(s[LEFT], 0, -1):
        led = 0
        following = ALL_CARDS
        able = 0
        best = 0
        winner = seat
        for place in range(seats):
            hand = s[HANDS + seat]
            cards = _open_cards(hand, following)
            want = want_of(scoring, s[BIDS + seat], s[WON + seat], left)
            surplus = s[POWER + seat] - want * ONE if want < left else -ONE
            card = _choose(cards, led, able, best, want, surplus, place == seats - 1, rng)
            s[HANDS + seat] = hand ^ card
            mark = lowest(card)
            s[POWER + seat] -= s[WORTH + (mark & 15) + (16 if card & trump else 0)]
            if place == 0:
                led = _lane(card)
                following = led | free
                able = led | trump
            strength = card & able
            winner = seat if strength > best else winner
            best = max(strength, best)
            seat = _next_seat(seat, seats)
        s[WON + winner] += 1
        mark = highest(best)
        s[TALLY + (mark & 15) + (16 if best & trump else 0)] += 1
        seat = winner
    s[LEFT] = 0


# -- what a search asks ----------------------------------------------------------------------------


@compiled
def actor(s: Packed) -> int:
    """The seat to act, -2 when the round is over: a search looks no further."""
    return s[TURN] if s[TURN] >= 0 else OVER


@compiled
def utilities(s: Packed, out: npt.NDArray[np.float64]) -> None:
    """How each seat did in the round: its points less the mean of the others', about 0 to 1."""
    seats = s[SEATS]
    scoring = s[SCORING]
    total = 0
    for seat in range(seats):
        gained = _points(scoring, s[BIDS + seat], s[WON + seat])
        out[seat] = gained
        total += gained
    scale = _scale(s)
    for seat in range(seats):
        out[seat] = 0.5 + scale * (out[seat] - (total - out[seat]) / (seats - 1))


@compiled
def utility_of_points(s: Packed, ahead: float) -> float:
    """The utility of being so many points ahead of the mean of the others in this round."""
    return 0.5 + _scale(s) * ahead


@compiled
def _scale(s: Packed) -> float:
    """One point: a good bid that is made, and nothing for the others, is worth half."""
    good = (s[CARDS] + 3) // 2
    return 0.5 / _points(s[SCORING], good, good)


# -- what a card is worth --------------------------------------------------------------------------


@compiled
def learn(s: Packed, cards: int, rounds: int, rng: Stream, held: Packed) -> None:
    """Play rounds of ``cards`` cards and set ``WORTH`` to how often each kind of card won a trick.

    ``s`` is between rounds; which round it is decides about trump. ``held`` is room for 32 numbers.
    """
    for place in range(32):
        s[TALLY + place] = 0
        held[place] = 0
    for _ in range(rounds):
        _deal(s, cards, rng)
        for seat in range(s[SEATS]):
            hand = _turned(s[HANDS + seat], s[LIFT])
            while hand:
                mark = lowest(hand)
                hand &= hand - 1
                held[(mark & 15) + (16 if mark >= 48 and s[TRUMP] != 0 else 0)] += 1
        rollout(s, rng)
    for place in range(32):
        # A kind that was never held keeps its worth.
        if held[place]:
            s[WORTH + place] = s[TALLY + place] * ONE // held[place]
