"""Random play of Kachuful: every legal action equally likely, to the end of a round or of a game.

A playout finishes the trick that lies on the table move by move and then plays whole tricks with what changes
from card to card held in variables; both ask the same small functions what may be played and which card is
stronger.
"""

from __future__ import annotations

from numba import uint64

from korthus.kernels.bits import count, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import (
    ALL_CARDS,
    CARDS,
    DEALING,
    FREE,
    HANDS,
    HEAD,
    LEADER,
    LEFT,
    LIFT,
    LINES,
    ON_TABLE,
    OVER,
    POINTS,
    SEATS,
    TO_BID,
    TRUMP,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import bid_barred, open_cards, open_to_turn
from korthus.kernels.kachuful.play import (
    deal,
    deal_cards,
    end_round,
    lane_of,
    make_bid,
    next_seat,
    pick_below,
    play_card,
    strength_of,
    turned_by,
)
from korthus.kernels.rng import Stream, below, next_word


@compiled
def playout(s: Packed, rng: Stream) -> None:
    """Play to the end of the game, every legal action equally likely."""
    while s[TURN] != OVER:
        if s[TURN] == DEALING:
            deal(s, rng)
        playout_round(s, rng)


@compiled
def playout_round(s: Packed, rng: Stream) -> None:
    """Play a dealt round to its end and score it, every legal action equally likely."""
    _play_bids(s, rng)
    while s[ON_TABLE]:
        cards = open_to_turn(s)
        play_card(s, nth(cards, int(below(rng, count(cards)))))
    _play_tricks(s, rng)
    end_round(s)


@compiled
def _play_bids(s: Packed, rng: Stream) -> None:
    word = uint64(0)
    for index in range(s[TO_BID]):
        word = next_word(rng) if index & 3 == 0 else word >> uint64(16)
        barred = bid_barred(s)
        is_barred = int(barred >= 0)
        bid = pick_below(rng, word, s[CARDS] + 1 - is_barred)
        make_bid(s, bid + (is_barred & int(bid >= barred)))


@compiled
def _play_tricks(s: Packed, rng: Stream) -> None:
    """Play the tricks that are left, the table being empty, without noting the cards.

    The hands are turned once so that trump lies on top: what is equally likely stays so.
    """
    seats = s[SEATS]
    for seat in range(seats):
        s[HANDS + seat] = turned_by(s[HANDS + seat], s[LIFT])
    trump = turned_by(s[TRUMP], s[LIFT])
    free = s[FREE]
    seat = s[LEADER]
    word = uint64(0)
    pieces = 0
    for _ in range(s[LEFT]):
        following = ALL_CARDS
        able = 0
        best = 0
        winner = seat
        for index in range(seats):
            word = next_word(rng) if pieces & 3 == 0 else word >> uint64(16)
            pieces += 1
            hand = s[HANDS + seat]
            cards = open_cards(hand, following)
            card = nth(cards, pick_below(rng, word, count(cards)))
            s[HANDS + seat] = hand ^ card
            if index == 0:
                led = lane_of(card)
                following = led | free
                able = led | trump
            strength = strength_of(card, able, 0)
            winner = seat if strength > best else winner
            best = max(strength, best)
            seat = next_seat(seat, seats)
        s[WON + winner] += 1
        seat = winner
    s[LEFT] = 0


@compiled
def play_rounds(s: Packed, cards: int, rounds: int, rng: Stream) -> None:
    """Play random rounds of ``cards`` cards each, whatever the schedule says; the points add up in ``s``.

    Dealer and trump go on from round to round as in a game. ``s`` is between rounds, its deck has cards
    enough, and its sheet is lost.
    """
    for _ in range(rounds):
        deal_cards(s, cards, rng)
        playout_round(s, rng)
        s[LINES] = 0


@compiled
def rollouts(s: Packed, work: Packed, rounds: int, rng: Stream, sums: Packed) -> None:
    """Play the dealt round in ``s`` to its end ``rounds`` times; add each seat's points for it to ``sums``.

    ``s`` stays as it is; ``work`` is an array of the same size to play in.
    """
    seats = s[SEATS]
    for _ in range(rounds):
        for index in range(HEAD):
            work[index] = s[index]
        playout_round(work, rng)
        for seat in range(seats):
            sums[seat] += work[POINTS + seat]
    for seat in range(seats):
        sums[seat] -= rounds * s[POINTS + seat]
