"""Steps of learning for the learnt seat of Kachuful, compiled: rounds against itself, and what they say.

Every deal is played several times, all seats by the chances that the two networks give. A seat that came out
better than it did in the other games with the same cards makes what it chose in this one more likely, one
that came out worse less (REINFORCE, the mean over the deal as the baseline). A little is paid for not being
too sure. The networks begin as the sensible seat (``bots/kachuful/odds``). Nothing else is used: no search,
no recorded games. ``learner`` adds up what a step says and changes the networks.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numba import uint64

from korthus.bots.kachuful.learnt import (
    BID_CHOICE,
    BID_MOMENT,
    CARD_CHOICE,
    CARD_HIDDEN,
    CARD_MOMENT,
    CHOICE,
    FLOATS,
    MOMENT,
    tell_bid,
    tell_card,
    tell_moment_of_bids,
    tell_moment_of_cards,
)
from korthus.bots.kachuful.odds import SEEN, VOIDS, WIDE, put, scale_of
from korthus.games.kachuful import Kachuful, KachufulRules
from korthus.kernels.compiled import allocating
from korthus.kernels.kachuful.convert import pack
from korthus.kernels.kachuful.layout import (
    BIDS,
    LEFT,
    MAX_SEATS,
    ROUND,
    SCORING,
    SEATS,
    START,
    TO_BID,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn
from korthus.kernels.kachuful.play import deal_cards, make_bid, points_for
from korthus.kernels.rng import Stream, next_word, restart
from korthus.learn.kachuful.net import SPARE, Net, Values, add, chances_of

#: What every step plays: seats, cards and scoring of a round.
ALWAYS: Final = tuple((4, cards, "10_plus_predicted") for cards in (1, 2, 3, 4, 5, 6, 7, 10))
#: What steps play besides: these tables take turns. Each entry of the two lists has deals of its own, so a
#: table that is in both is not played twice with the same cards.
IN_TURN: Final = tuple(
    (seats, cards, scoring)
    for seats, sizes in (
        (2, (3, 7, 13)),
        (3, (3, 7, 12)),
        (4, (4, 7, 12)),
        (5, (3, 6, 10)),
        (6, (3, 5, 8)),
        (8, (2, 4, 6)),
        (10, (2, 3, 5)),
    )
    for cards in sizes
    for scoring in ("10_plus_predicted", "point_per_trick", "high_incentive", "medium")
)
#: How many of these tables a step plays.
AT_ONCE: Final = 12
#: From one of these to the next: without a divisor in common with their number, so that each has its turn.
_STRIDE: Final = 25
#: Deals of each table in a step, and how often each is played: 1,920 games. The mean of all eight games of a
#: deal stands for what the deal is worth. A game is an eighth of that mean, so what it is ahead comes out an
#: eighth smaller, and its variance, for that size, a seventh larger than if the worth were known.
DEALS, TIMES = 12, 8
#: Room for the choices of a deal in all its games (90 a game), and for what could be chosen there (420 a
#: game: 4 seats with 12 cards have the most, 51 bids and 308 cards). No game needs more.
MOST, ROWS = TIMES * 90, TIMES * 420
#: Room for the choices that a moment has.
WIDEST: Final = 28


#: Rounds until the trump suits come again: four suits, and a round without trump.
_TRUMPS: Final = 5


#: Networks for cards and for bids.
Pair: TypeAlias = tuple[Net, Net]


class Told(NamedTuple):
    """What is kept of the games of a deal, for what they say in the end.

    ``moments``, ``notes``: by choice, what was known of the moment; and how many choices there were, which
    one was made, by whom, in which game, whether it was a bid, and its first row. ``choices``, ``hidden``,
    ``chances``: rows, one for each choice there was. ``gains``: by game and seat, what came of it.
    """

    moments: Values
    choices: Values
    hidden: Values
    chances: Values
    notes: Values
    gains: Values


def tables_of(step: int) -> list[int]:
    """The tables that a step plays, as indices in ``ALWAYS`` and ``IN_TURN`` one after the other.

    >>> tables_of(0)[7:12]
    [7, 8, 33, 58, 83]
    """
    turns = [(step * AT_ONCE + index) * _STRIDE % len(IN_TURN) for index in range(AT_ONCE)]
    return [*range(len(ALWAYS)), *(len(ALWAYS) + turn for turn in turns)]


# -- one choice ------------------------------------------------------------------------------------


@allocating
def _pick(chances: Values, number: int, rng: Stream) -> int:
    luck = (next_word(rng) >> uint64(11)) * 2.0**-53
    for index in range(number - 1):
        luck -= chances[index]
        if luck < 0.0:
            return index
    return number - 1


@allocating
def tell_bids(s: Packed, moment: Values, choices: Values) -> int:
    """What the seat to bid knows; returns how many bids there are."""
    live = s[FLOATS:WIDE].view(np.float32)
    best = tell_moment_of_bids(s)
    moment[:BID_MOMENT] = live[MOMENT : MOMENT + BID_MOMENT]
    number = 0
    barred = bid_barred(s)
    for bid in range(s[LEFT] + 1):
        if bid != barred:
            tell_bid(s, bid, best)
            choices[number, :BID_CHOICE] = live[CHOICE : CHOICE + BID_CHOICE]
            number += 1
    return number


@allocating
def tell_cards(s: Packed, cards: int, moment: Values, choices: Values) -> int:
    """What the seat to play knows; returns how many cards are open to it."""
    live = s[FLOATS:WIDE].view(np.float32)
    best = tell_moment_of_cards(s)
    moment[:CARD_MOMENT] = live[MOMENT : MOMENT + CARD_MOMENT]
    number = 0
    rest = cards
    while rest:
        rest = tell_card(s, cards, rest, best)
        choices[number, :CARD_CHOICE] = live[CHOICE : CHOICE + CARD_CHOICE]
        number += 1
    return number


@allocating
def _nth_card(cards: int, number: int) -> int:
    for _ in range(number):
        cards &= cards - 1
    return cards & -cards


# -- one table -------------------------------------------------------------------------------------


def table(seats: int, cards: int, scoring: str) -> Packed:
    """A round before its deal."""
    game = Kachuful(KachufulRules.make(None, scoring=scoring, start_cards=cards, total_rounds=1))
    s = np.zeros(WIDE, dtype=np.int64)
    packed = pack(game, game.new(seats))
    s[: len(packed)] = packed
    return s


@allocating
def deal_again(start: Packed, seed: int, number: int, s: Packed, rng: Stream) -> None:
    """Deal a round: trump and the dealer change from deal to deal as they do from round to round."""
    restart(rng, uint64(seed), uint64(number))
    s[:] = start
    s[SEEN] = 0
    for seat in range(s[SEATS]):
        s[VOIDS + seat] = 0
    s[ROUND] = 1 + number % _TRUMPS
    deal_cards(s, s[START], rng)


@allocating
def _count(s: Packed, gains: Values) -> int:
    """Write how far each seat came out ahead, on the scale of the round; how many bids were made."""
    seats = s[SEATS]
    made = 0
    total = 0.0
    for seat in range(seats):
        gains[seat] = points_for(s[SCORING], s[BIDS + seat], s[WON + seat])
        total += gains[seat]
        made += int(s[BIDS + seat] == s[WON + seat])
    for seat in range(seats):
        ahead = gains[seat] - (total - gains[seat]) / (seats - 1)
        gains[seat] = scale_of(s) * ahead
    return made


@allocating
def _play_deal(
    start: Packed, seed: int, deal: int, nets: Pair, s: Packed, rng: Stream, told: Told
) -> tuple[int, int]:
    """Play a deal ``TIMES`` times and keep every choice; how many there were, and how many bids were made."""
    cards_net, bids_net = nets
    noted = row = made = 0
    for time_ in range(TIMES):
        deal_again(start, seed, deal, s, rng)
        restart(rng, uint64(seed + 1 + time_), uint64(deal))
        while s[TO_BID]:
            number = tell_bids(s, told.moments[noted], told.choices[row:])
            index = _choose(bids_net, told, noted, row, number, rng)
            told.notes[noted] = (number, index, s[TURN], time_, 1, row)
            noted += 1
            row += number
            make_bid(s, index + int(0 <= bid_barred(s) <= index))
        while s[LEFT]:
            cards = open_to_turn(s)
            if cards & cards - 1:
                number = tell_cards(s, cards, told.moments[noted], told.choices[row:])
                index = _choose(cards_net, told, noted, row, number, rng)
                told.notes[noted] = (number, index, s[TURN], time_, 0, row)
                noted += 1
                row += number
                cards = _nth_card(cards, index)
            put(s, cards)
        made += _count(s, told.gains[time_])
    return noted, made


@allocating
def _choose(net: Net, told: Told, noted: int, row: int, number: int, rng: Stream) -> int:
    """One of the choices by their chances, which are kept."""
    moment, chances = told.moments[noted, : len(net.of_moment)], told.chances[row:]
    chances_of(net, moment, told.choices[row:], number, told.hidden[row:], chances)
    return _pick(chances, number, rng)


@allocating
def play_table(
    start: Packed, seed: int, first: int, cards_net: Net, bids_net: Net, cards_change: Net, bids_change: Net
) -> float:
    """Play the deals of a table, add up what they say, and return the share of bids that were made."""
    s, rng = np.zeros_like(start), np.zeros(4, dtype=np.uint64)
    told = Told(
        np.zeros((MOST, CARD_MOMENT), dtype=np.float32),
        np.zeros((ROWS, CARD_CHOICE), dtype=np.float32),
        np.zeros((ROWS, CARD_HIDDEN), dtype=np.float32),
        np.zeros(ROWS),
        np.zeros((MOST, 6), dtype=np.int64),
        np.zeros((TIMES, MAX_SEATS)),
    )
    all_made = 0
    for deal in range(first, first + DEALS):
        noted, made = _play_deal(start, seed, deal, (cards_net, bids_net), s, rng, told)
        all_made += made
        gains = told.gains
        for seat in range(start[SEATS]):
            gains[:, seat] -= gains[:, seat].mean()
        # From the last to the first: what a choice leaves in the spare rows is of choices after it.
        for note in range(noted - 1, -1, -1):
            number, index, seat, time_, is_bid, row = told.notes[note]
            net = bids_net if is_bid else cards_net
            add(
                bids_change if is_bid else cards_change,
                net,
                told.moments[note, : len(net.of_moment)],
                told.choices[row:],
                number,
                told.hidden[row:],
                told.chances[row:],
                index,
                gains[time_, seat],
            )
    share: float = all_made / (DEALS * TIMES * start[SEATS])
    return share


@allocating
def compare(
    start: Packed, seed: int, ours: Pair, theirs: Pair, s: Packed, rng: Stream, leads: Values
) -> None:
    """By deal: points of a seat of ours ahead of one of theirs, every other seat, both ways round.

    Every seat does what it thinks likeliest.
    """
    moment = np.zeros(CARD_MOMENT, dtype=np.float32)
    choices = np.zeros((WIDEST, CARD_CHOICE), dtype=np.float32)
    hidden = np.zeros((WIDEST + SPARE, CARD_HIDDEN), dtype=np.float32)
    chances = np.zeros(WIDEST)
    seats = start[SEATS]
    for deal in range(len(leads)):
        leads[deal] = 0.0
        for first in range(2):
            deal_again(start, seed, deal, s, rng)
            while s[TO_BID]:
                net = ours[1] if s[TURN] % 2 == first else theirs[1]
                number = tell_bids(s, moment, choices)
                chances_of(net, moment[:BID_MOMENT], choices, number, hidden, chances)
                index = int(np.argmax(chances[:number]))
                make_bid(s, index + int(0 <= bid_barred(s) <= index))
            while s[LEFT]:
                cards = open_to_turn(s)
                if cards & cards - 1:
                    net = ours[0] if s[TURN] % 2 == first else theirs[0]
                    number = tell_cards(s, cards, moment, choices)
                    chances_of(net, moment, choices, number, hidden, chances)
                    cards = _nth_card(cards, int(np.argmax(chances[:number])))
                put(s, cards)
            number = (seats + 1 - first) // 2
            for seat in range(seats):
                points = points_for(s[SCORING], s[BIDS + seat], s[WON + seat])
                leads[deal] += points * (0.5 / number if seat % 2 == first else -0.5 / (seats - number))
