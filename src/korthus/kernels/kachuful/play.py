"""What a move of Kachuful leads to, compiled: dealing, bidding, playing, and the points of a round."""

from __future__ import annotations

import numpy as np
from numba import uint64

from korthus.kernels.bits import count, high_product, lowest, nth
from korthus.kernels.compiled import compiled, inlined
from korthus.kernels.kachuful.layout import (
    ACCURACY,
    BEST,
    BID,
    BID_SUM,
    BIDS,
    CARDS,
    DEALER,
    DEALER_LEADS,
    DEALING,
    DECK,
    DESCENDING,
    EXACT_HITS,
    FIRST,
    FIRST_DEALER,
    FIRST_LEADER,
    HANDS,
    HIGH_INCENTIVE,
    HIGHEST_BIDDER,
    HITS,
    LANE,
    LEADER,
    LED,
    LEFT,
    LIFT,
    LINES,
    LISTED,
    MEDIUM_INCENTIVE,
    OFF,
    ON_TABLE,
    OVER,
    PLAYS,
    POINTS,
    ROUND,
    ROUNDS,
    SCHEDULE,
    SCORING,
    SEATS,
    SHEET,
    SPEC,
    STANDARD,
    START,
    TO_BID,
    TRUMP,
    TURN,
    WIDTH,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.rng import Stream, below, next_word

#: Cards drawn with one random word: 52 to the eighth power is far less than the words there are.
AT_ONCE = 8


@compiled
def _cards_in_round(s: Packed, number: int) -> int:
    """How many cards each seat gets (rule 4)."""
    start = s[START]
    if s[SCHEDULE] == SPEC:
        middle = (s[ROUNDS] + 1) // 2
        return start - number + 1 if number <= middle else 1 + number - middle
    if s[SCHEDULE] == DESCENDING:
        return start - number + 1
    index = (number - 1) % max(2 * start - 2, 1)
    return start - index if index < start else index - start + 2


@compiled
def _lift(number: int) -> int:
    """How far up the trump suit of a round has to be turned to be on top; -1 without trump (rule 3)."""
    turn = (number - 1) % 5
    # Spades lie on top already, then diamonds, clubs, hearts.
    return (0, 32, 48, 16, -1)[turn]


@compiled
def _first_leader(s: Packed) -> int:
    if s[FIRST_LEADER] == DEALER_LEADS:
        return s[DEALER]
    leader = next_seat(s[DEALER], s[SEATS])
    if s[FIRST_LEADER] == HIGHEST_BIDDER:
        seat = leader
        for _ in range(s[SEATS]):
            if s[BIDS + seat] > s[BIDS + leader]:
                leader = seat
            seat = next_seat(seat, s[SEATS])
    return leader


@compiled
def next_seat(seat: int, seats: int) -> int:
    after = seat + 1
    return after if after < seats else 0


@compiled
def lane_of(card: int) -> int:
    """All cards of the suit of a card."""
    return LANE << (lowest(card) & 48)


@compiled
def turned_by(cards: int, lift: int) -> int:
    """The cards with the suits moved up, those on top coming back below.

    Turned by ``LIFT``, trump lies on top: of trump and the suit led, the highest bit wins (rule 7).
    """
    return cards << lift | cards >> (-lift & 63)


@inlined
def strength_of(card: int, able: int, lift: int) -> int:
    """How strong a card is in a trick (rule 7): the highest number wins, and what cannot win has 0.

    Args:
        able: the cards of the suit led and those of trump.
        lift: how far the cards still have to be turned for trump to lie on top.
    """
    return turned_by(card & able, lift)


@compiled
def points_for(scoring: int, bid: int, won: int) -> int:
    """What a round is worth to a seat (rule 1)."""
    hit = bid == won
    if scoring == STANDARD:
        return 10 + bid if hit else 0
    if scoring == HIGH_INCENTIVE:
        return 10 * (bid + 1) + bid if hit else -abs(bid - won)
    if scoring == MEDIUM_INCENTIVE:
        return 10 * bid if hit else 0
    return won + 10 if hit else won


@compiled
def pick_below(rng: Stream, word: np.uint64, bound: int) -> int:
    """A number from 0 to ``bound`` - 1, each equally likely, from the lowest 16 bits of a word.

    So a word serves for four picks. Bits that would favour some numbers are thrown away, and a word of its
    own is taken instead: rarely, so that stands apart and leaves this short enough to be inlined.
    """
    product = np.int64(word & uint64(0xFFFF)) * bound
    return int(product >> 16) if product & 0xFFFF >= bound else pick_again(rng, product, bound)


@compiled
def pick_again(rng: Stream, product: np.int64, bound: int) -> int:
    fair = product & 0xFFFF >= (0x10000 - bound) % bound
    return int(product >> 16) if fair else int(below(rng, bound))


@compiled
def actor(s: Packed) -> int:
    """The seat to act, -1 for chance, -2 when the game is over."""
    return s[TURN]


@compiled
def deal(s: Packed, rng: Stream) -> None:
    """Deal the round that is due."""
    deal_cards(s, _cards_in_round(s, s[ROUND]), rng)


@compiled
def deal_cards(s: Packed, cards: int, rng: Stream) -> None:
    seats = s[SEATS]
    lift = _lift(s[ROUND])
    s[CARDS] = cards
    s[TRUMP] = 0 if lift < 0 else LANE << (48 - lift)
    s[LIFT] = max(lift, 0)
    s[DEALER] = (s[FIRST_DEALER] + s[ROUND] - 1) % seats
    s[TO_BID] = seats
    s[BID_SUM] = 0
    s[TURN] = s[LEADER] = next_seat(s[DEALER], seats)
    s[ON_TABLE] = 0
    s[LEFT] = cards
    s[LISTED] = 0
    rest = s[DECK]
    size = count(rest)
    for seat in range(seats):
        before = rest
        for done in range(0, cards, AT_ONCE):
            rest = draw_cards(rest, size - done, min(AT_ONCE, cards - done), rng)
        size -= cards
        s[HANDS + seat] = before ^ rest
        s[BIDS + seat] = -1
        s[WON + seat] = 0


@compiled
def draw_cards(cards: int, size: int, number: int, rng: Stream) -> int:
    """What is left of ``size`` cards when up to ``AT_ONCE`` are drawn, every choice equally likely.

    One word of the generator serves all: as a fraction, times the size it gives a card and the next
    fraction. A word that would favour some cards is thrown away (Brackett-Rozinsky and Lemire 2024).
    """
    while True:
        rest = cards
        fraction = next_word(rng)
        ways = uint64(1)
        for index in range(number):
            bound = uint64(size - index)
            rest ^= nth(rest, np.int64(high_product(fraction, bound)))
            fraction *= bound
            ways *= bound
        if fraction >= ways or fraction >= (uint64(0) - ways) % ways:
            return rest


@compiled
def apply(s: Packed, action: int) -> None:
    """Bid or play; the action is not checked."""
    if action >= BID:
        make_bid(s, action - BID)
        return
    s[PLAYS + s[LISTED]] = action
    play_card(s, 1 << action)
    if s[LEFT] == 0:
        end_round(s)


@compiled
def make_bid(s: Packed, bid: int) -> None:
    s[BIDS + s[TURN]] = bid
    s[BID_SUM] += bid
    s[TO_BID] -= 1
    if s[TO_BID]:
        s[TURN] = next_seat(s[TURN], s[SEATS])
    else:
        s[TURN] = s[LEADER] = s[FIRST] = _first_leader(s)


@compiled
def play_card(s: Packed, card: int) -> None:
    """Put a card on the table; the last one of a trick decides it. The round is not scored yet."""
    seat = s[TURN]
    s[HANDS + seat] ^= card
    s[LISTED] += 1
    if s[ON_TABLE] == 0:
        s[LED] = lane_of(card)
        s[BEST] = 0
    strength = strength_of(card, s[LED] | s[TRUMP], s[LIFT])
    if strength > s[BEST]:
        s[BEST] = strength
        s[WINNER] = seat
    s[ON_TABLE] += 1
    if s[ON_TABLE] < s[SEATS]:
        s[TURN] = next_seat(seat, s[SEATS])
        return
    s[ON_TABLE] = 0
    s[LEFT] -= 1
    s[WON + s[WINNER]] += 1
    s[TURN] = s[LEADER] = s[WINNER]


@compiled
def end_round(s: Packed) -> None:
    """Score the round, write its line, and make ready for the next one."""
    width = s[WIDTH]
    seats = s[SEATS]
    line = 0
    for seat in range(seats):
        bid = s[BIDS + seat]
        won = s[WON + seat]
        s[POINTS + seat] += points_for(s[SCORING], bid, won)
        s[HITS + seat] += bid == won
        s[OFF + seat] += abs(bid - won)
        line |= bid << width * seat | won << width * (seats + seat)
    s[SHEET + s[LINES]] = line
    s[LINES] += 1
    s[LISTED] = 0
    s[ROUND] += 1
    s[TURN] = DEALING if s[ROUND] <= s[ROUNDS] else OVER


@compiled
def scores(s: Packed, out: Packed) -> None:
    """Write the points of each seat over all finished rounds."""
    for seat in range(s[SEATS]):
        out[seat] = s[POINTS + seat]


@compiled
def places(s: Packed, out: Packed) -> None:
    """Write the place of each seat, 0 for a winner: by points, then by bid accuracy; equals share one."""
    for seat in range(s[SEATS]):
        out[seat] = 0
        for other in range(s[SEATS]):
            out[seat] += _is_ahead(s, other, seat)


@compiled
def _is_ahead(s: Packed, seat: int, other: int) -> bool:
    if s[POINTS + seat] != s[POINTS + other]:
        return s[POINTS + seat] > s[POINTS + other]
    if s[ACCURACY] == EXACT_HITS:
        return s[HITS + seat] > s[HITS + other]
    return s[OFF + seat] < s[OFF + other]
