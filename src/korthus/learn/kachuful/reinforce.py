"""Steps of learning for the learnt seat of Kachuful, compiled: rounds against itself, and what they say.

Every deal is played several times, all seats by the chances that the two networks give. A seat that came out
better than it did in the other games with the same cards makes what it chose in this one more likely, one
that came out worse less (REINFORCE, the mean over the deal as the baseline). A little is paid for not being
too sure. The networks begin as the sensible seat (``bots/kachuful/odds``). Nothing else is used: no search,
no recorded games. ``learner`` adds up what a step says and changes the networks.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.learnt import (
    BID_CHOICE,
    BID_MOMENT,
    CARD_CHOICE,
    CARD_HIDDEN,
    CARD_MOMENT,
    CHOICE,
    MOMENT,
    tell_bid,
    tell_card,
    tell_moment_of_bids,
    tell_moment_of_cards,
)
from korthus.bots.kachuful.odds import ROOM, SEEN, VOIDS, WIDE, best_bid, best_card, put, scale_of
from korthus.games.kachuful import Kachuful, KachufulRules
from korthus.kernels.compiled import allocating
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.convert import pack
from korthus.kernels.kachuful.layout import BIDS, LEFT, SCORING, SEATS, TO_BID, TURN, WON, Packed
from korthus.kernels.kachuful.legal import bid_barred, open_to_turn
from korthus.kernels.kachuful.play import make_bid, points_for
from korthus.kernels.rng import Stream, next_word, restart

Values = npt.NDArray[np.float64]

#: What a step plays: seats, cards and scoring of a round.
TABLES = (
    *((4, cards, "10_plus_predicted") for cards in (2, 3, 4, 5, 6, 7, 7, 10)),
    *((4, cards, "point_per_trick") for cards in (5, 7, 10, 12, 12)),
    (4, 7, "high_incentive"),
    (4, 7, "medium"),
    (2, 7, "10_plus_predicted"),
    (3, 7, "10_plus_predicted"),
    (5, 6, "10_plus_predicted"),
    (6, 6, "10_plus_predicted"),
)
#: Deals of each table in a step, and how often each is played: 1,824 games. The mean of the seven other games
#: of a deal stands for what the deal is worth, which is a seventh more noise than if that were known.
DEALS, TIMES = 12, 8
#: Room for the choices of a deal in all its games (90 a game), and for those that a moment has. No game
#: needs more.
MOST, WIDEST = TIMES * 90, 28
#: What is paid for being unsure: utility per nat of the entropy of a choice. The usual weight is 0.01 where
#: what is won spreads by 1; utilities spread by 0.16 (``_WIDTH`` of ``bots/kachuful/policy.py``).
SURPRISE: Final = 0.0015


class Net(NamedTuple):
    """The numbers of a network, or how they should change."""

    of_moment: Values
    of_choice: Values
    bias: Values
    out: Values
    direct: Values


def beginner(moment: int, choice: int, hidden: int, rng: np.random.Generator) -> Net:
    """A network that mostly does what the sensible seat does."""
    direct = np.zeros(choice)
    direct[1] = 2.0
    return Net(
        rng.standard_normal((moment, hidden)) * 0.3 / moment**0.5,
        rng.standard_normal((choice, hidden)) * 0.8 / choice**0.5,
        np.zeros(hidden),
        rng.standard_normal(hidden) * 0.1 / hidden**0.5,
        direct,
    )


# -- one choice ------------------------------------------------------------------------------------


@allocating
def chances_of(net: Net, moment: Values, choices: Values, number: int, hidden: Values, out: Values) -> None:
    """The chance of each choice, and the hidden layer for it."""
    top = -np.inf
    for index in range(number):
        for unit in range(len(net.bias)):
            hidden[index, unit] = net.bias[unit]
        for known in range(len(net.of_moment)):
            if moment[known] != 0.0:
                for unit in range(len(net.bias)):
                    hidden[index, unit] += moment[known] * net.of_moment[known, unit]
        score = 0.0
        for known in range(len(net.direct)):
            told = choices[index, known]
            if told != 0.0:
                score += told * net.direct[known]
                for unit in range(len(net.bias)):
                    hidden[index, unit] += told * net.of_choice[known, unit]
        for unit in range(len(net.bias)):
            hidden[index, unit] = max(hidden[index, unit], 0.0)
            score += hidden[index, unit] * net.out[unit]
        out[index] = score
        top = max(top, score)
    total = 0.0
    for index in range(number):
        out[index] = np.exp(out[index] - top)
        total += out[index]
    for index in range(number):
        out[index] /= total


@allocating
def _pick(chances: Values, number: int, rng: Stream) -> int:
    luck = (next_word(rng) >> uint64(11)) * 2.0**-53
    for index in range(number - 1):
        luck -= chances[index]
        if luck < 0.0:
            return index
    return number - 1


@allocating
def _tell_bids(s: Packed, moment: Values, choices: Values) -> int:
    """What the seat to bid knows; returns how many bids there are."""
    live = s[ROOM:WIDE].view(np.float64)
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
def _tell_cards(s: Packed, cards: int, moment: Values, choices: Values) -> int:
    """What the seat to play knows; returns how many cards are open to it."""
    live = s[ROOM:WIDE].view(np.float64)
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


@allocating
def add(
    change: Net,
    net: Net,
    moment: Values,
    choices: Values,
    number: int,
    hidden: Values,
    chances: Values,
    chosen: int,
    gain: float,
) -> None:
    """Add what makes a choice more likely in proportion to the gain, and chances less sure."""
    unsure = 0.0
    for index in range(number):
        unsure -= chances[index] * np.log(chances[index] + 1e-12)
    for index in range(number):
        chance = chances[index]
        push = gain * ((1.0 if index == chosen else 0.0) - chance)
        push -= SURPRISE * chance * (np.log(chance + 1e-12) + unsure)
        for known in range(len(net.direct)):
            change.direct[known] += push * choices[index, known]
        for unit in range(len(net.bias)):
            if hidden[index, unit] > 0.0:
                change.out[unit] += push * hidden[index, unit]
                through = push * net.out[unit]
                change.bias[unit] += through
                for known in range(len(net.of_moment)):
                    change.of_moment[known, unit] += through * moment[known]
                for known in range(len(net.direct)):
                    change.of_choice[known, unit] += through * choices[index, known]


# -- one table -------------------------------------------------------------------------------------


def table(seats: int, cards: int, scoring: str) -> Packed:
    """A round before its deal."""
    game = Kachuful(KachufulRules.make(None, scoring=scoring, start_cards=cards, total_rounds=1))
    s = np.zeros(WIDE, dtype=np.int64)
    packed = pack(game, game.new(seats))
    s[: len(packed)] = packed
    return s


@allocating
def _deal(start: Packed, seed: int, number: int, s: Packed, rng: Stream) -> None:
    restart(rng, uint64(seed), uint64(number))
    s[:] = start
    s[SEEN] = 0
    for seat in range(s[SEATS]):
        s[VOIDS + seat] = 0
    kachuful.deal(s, rng)


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
def play_table(
    start: Packed, seed: int, first: int, cards_net: Net, bids_net: Net, cards_change: Net, bids_change: Net
) -> float:
    """Play the deals of a table, add up what they say, and return the share of bids that were made."""
    s, rng = np.zeros_like(start), np.zeros(4, dtype=np.uint64)
    moments, choices = np.zeros((MOST, CARD_MOMENT)), np.zeros((MOST, WIDEST, CARD_CHOICE))
    hidden, chances = np.zeros((MOST, WIDEST, CARD_HIDDEN)), np.zeros((MOST, WIDEST))
    # By choice: how many there were, which it was, whose, in which game, and whether it was a bid.
    notes = np.zeros((MOST, 5), dtype=np.int64)
    gains = np.zeros((TIMES, 10))
    seats = start[SEATS]
    made = 0
    for deal in range(first, first + DEALS):
        noted = 0
        for time_ in range(TIMES):
            _deal(start, seed, deal, s, rng)
            restart(rng, uint64(seed + 1 + time_), uint64(deal))
            while s[TO_BID]:
                number = _tell_bids(s, moments[noted], choices[noted])
                chances_of(bids_net, moments[noted], choices[noted], number, hidden[noted], chances[noted])
                index = _pick(chances[noted], number, rng)
                notes[noted] = (number, index, s[TURN], time_, 1)
                noted += 1
                make_bid(s, index + int(0 <= bid_barred(s) <= index))
            while s[LEFT]:
                cards = open_to_turn(s)
                if cards & cards - 1:
                    number = _tell_cards(s, cards, moments[noted], choices[noted])
                    chances_of(
                        cards_net, moments[noted], choices[noted], number, hidden[noted], chances[noted]
                    )
                    index = _pick(chances[noted], number, rng)
                    notes[noted] = (number, index, s[TURN], time_, 0)
                    noted += 1
                    cards = _nth_card(cards, index)
                put(s, cards)
            made += _count(s, gains[time_])
        for seat in range(seats):
            gains[:, seat] -= gains[:, seat].mean()
        for note in range(noted):
            number, index, seat, time_, is_bid = notes[note]
            add(
                bids_change if is_bid else cards_change,
                bids_net if is_bid else cards_net,
                moments[note],
                choices[note],
                number,
                hidden[note],
                chances[note],
                index,
                gains[time_, seat],
            )
    share: float = made / (DEALS * TIMES * seats)
    return share


@allocating
def compare(
    start: Packed, seed: int, cards_net: Net, bids_net: Net, s: Packed, rng: Stream, leads: Values
) -> None:
    """By deal: points of a learnt seat ahead of a sensible one, two each, both ways round."""
    moment, choices = np.zeros(CARD_MOMENT), np.zeros((WIDEST, CARD_CHOICE))
    hidden, chances = np.zeros((WIDEST, CARD_HIDDEN)), np.zeros(WIDEST)
    for deal in range(len(leads)):
        leads[deal] = 0.0
        for ours in range(2):
            _deal(start, seed, deal, s, rng)
            while s[TO_BID]:
                if s[TURN] % 2 == ours:
                    number = _tell_bids(s, moment, choices)
                    chances_of(bids_net, moment, choices, number, hidden, chances)
                    index = int(np.argmax(chances[:number]))
                    make_bid(s, index + int(0 <= bid_barred(s) <= index))
                else:
                    make_bid(s, best_bid(s))
            while s[LEFT]:
                cards = open_to_turn(s)
                if s[TURN] % 2 != ours:
                    cards = best_card(s)
                elif cards & cards - 1:
                    number = _tell_cards(s, cards, moment, choices)
                    chances_of(cards_net, moment, choices, number, hidden, chances)
                    cards = _nth_card(cards, int(np.argmax(chances[:number])))
                put(s, cards)
            for seat in range(4):
                points = points_for(s[SCORING], s[BIDS + seat], s[WON + seat])
                leads[deal] += (points if seat % 2 == ours else -points) / 4
