"""How sensible players go on with a hand of Mus, and what each action comes to if they do.

Betting follows the strategies of ``bets``, one table for each lance; changing cards follows two tables by
hand: whether to ask for mus, and what to put away. A whole hand takes about a microsecond.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.mus.bets import (
    ALL_IN,
    ALL_IN_OVER,
    ALL_IN_SIZE,
    ANSWERS,
    GIVE,
    LARGE,
    LARGE_SIZE,
    MOVES,
    OPENED_ALL_IN,
    RAISE_SIZE,
    SMALL_SIZE,
    STEPS,
    TAKE,
    stake_of,
)
from korthus.kernels.compiled import compiled
from korthus.kernels.mus.hands import DISCARD_COUNTS, DISCARD_LENGTHS, hand_number
from korthus.kernels.mus.layout import (
    ACCEPT,
    BEFORE,
    DECK,
    DISCARD,
    DISCARDS,
    ENVIDO,
    HANDS,
    IN_BET,
    IN_DEAL,
    IN_DISCARD,
    IN_MUS,
    IS_ORDAGO,
    LANCE,
    MANO,
    MENU,
    MUS,
    NO_MUS,
    NO_TARGET,
    ORDAGO,
    OVER,
    PASS,
    PHASE,
    RAISED,
    REFUSE,
    SIZE,
    STAKE,
    STONES,
    TARGET,
    TURN,
)
from korthus.kernels.mus.play import apply, begin, compare_hands, deal
from korthus.kernels.rng import Stream, below, next_word

Packed = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]

_FRACTION: Final = 1.0 / (1 << 53)
#: The numbers of ``DISCARD_COUNTS`` have 7 bits for each of 8 ranks.
_WIDTH: Final = 7


@compiled
def fraction(rng: Stream) -> float:
    """A number from 0 to 1."""
    return float(next_word(rng) >> uint64(11)) * _FRACTION


@compiled
def node_of(s: Packed, terms: Reals) -> int:
    """The node of ``bets`` that is most like the moment of a lance.

    A bet that is much larger than those of the model stands nearer to órdago, and is answered like it.
    """
    if s[STAKE] == 0:
        return int(s[TURN] != s[MANO])
    bettor = s[TURN] ^ 1
    opener = bettor if s[RAISED] % 2 == 0 else s[TURN]
    start = int(opener != s[MANO])
    all_in = s[IS_ORDAGO] != 0
    if all_in and s[RAISED] == 0:
        return OPENED_ALL_IN + start
    step = s[RAISED] - all_in
    if step >= STEPS:
        step = STEPS - 1 - (step - STEPS + 1) % 2  # as high as it goes with the same seat to act
    stake = float(s[BEFORE] if all_in else s[STAKE])
    small = stake_of(terms, start * 2 * STEPS + step)
    large = stake_of(terms, (start * 2 + 1) * STEPS + step)
    size = int(terms[LARGE_SIZE] > 0.0 and abs(stake - large) < abs(stake - small))
    index = (start * 2 + size) * STEPS + step
    if all_in:
        return ALL_IN_OVER + index
    if terms[ALL_IN_SIZE] > 0.0 and stake * stake > 2.0 * terms[ALL_IN_SIZE] * stake_of(terms, index):
        return OPENED_ALL_IN + start if step == 0 else ALL_IN_OVER + index - 1
    return ANSWERS + index


@compiled
def code_of(s: Packed, terms: Reals, move: int) -> int:
    """The action that a move of the model stands for; a bet that cannot be made is a pass or a quiero."""
    opening = s[STAKE] == 0
    action = PASS if opening else ACCEPT
    if move == GIVE:
        return PASS if opening else REFUSE
    if move == TAKE:
        return action
    if move == ALL_IN:
        wanted = ORDAGO
    elif move == LARGE:
        wanted = ENVIDO + int(terms[LARGE_SIZE])
    elif s[RAISED] >= STEPS - 1:
        return action  # the model raises no further
    else:
        wanted = ENVIDO + int(terms[SMALL_SIZE] if opening else terms[RAISE_SIZE])
    return wanted if s[MENU] >> wanted & 1 else action


@compiled
def policy(s: Packed, terms: Reals, bets: Reals, style: int, changes: Packed, rng: Stream) -> int:
    """What a sensible player does; looks at the cards of the seat to act only.

    ``bets`` is the chance of each move by style, lance, hand and node; ``changes`` says by hand: 1 to ask for
    mus as the mano, the same as the other, and the index of the discard.
    """
    hand = hand_number(s[HANDS + s[TURN]])
    if s[PHASE] == IN_MUS:
        return MUS if changes[hand, int(s[TURN] != s[MANO])] else NO_MUS
    if s[PHASE] == IN_DISCARD:
        return DISCARD + changes[hand, 2]
    node = node_of(s, terms)
    luck = fraction(rng)
    lance = s[LANCE]
    for move in range(MOVES - 1, 0, -1):
        luck -= bets[style, lance, hand, node, move]
        if luck < 0.0:
            return code_of(s, terms, move)
    return code_of(s, terms, GIVE)


@compiled
def play_on(
    s: Packed, terms: Reals, bets: Reals, other: int, style: int, changes: Packed, only: int, rng: Stream
) -> None:
    """Play to the end of the hand, the seat ``other`` in a style, its opponent in the first one.

    If ``only`` names a lance, nobody bets in any other.
    """
    while s[TURN] != OVER and s[PHASE] != IN_DEAL:
        if s[TURN] < 0:
            deal(s, rng)
        elif s[PHASE] == IN_BET and only >= 0 and s[LANCE] != only and s[STAKE] == 0:
            apply(s, PASS)
        else:
            apply(s, policy(s, terms, bets, style if s[TURN] == other else 0, changes, rng))


@compiled
def place_world(s: Packed, seat: int, hand: int, kept: int, thrown: int, rng: Stream) -> None:
    """Give the other a hand, and as many discards from what is then unseen.

    ``hand`` and ``kept`` count cards; ``kept`` is what the other holds now, the rest is among the discards.
    """
    other = 1 - seat
    s[HANDS + other] = kept
    s[DISCARDS + other] = hand - kept
    missing = thrown
    gone = hand - kept
    while gone:
        missing -= gone & 127
        gone >>= _WIDTH
    unseen = s[DECK] - s[HANDS] - s[HANDS + 1] - s[DISCARDS] - s[DISCARDS + 1]
    for _ in range(max(missing, 0)):
        card = _one_of(unseen, rng)
        unseen -= card
        s[DISCARDS + other] += card
    if s[PHASE] == IN_BET:
        compare_hands(s)


@compiled
def _one_of(cards: int, rng: Stream) -> int:
    size = 0
    for rank in range(8):
        size += cards >> _WIDTH * rank & 127
    luck = below(rng, size)
    for rank in range(8):
        luck -= cards >> _WIDTH * rank & 127
        if luck < 0:
            return 1 << _WIDTH * rank
    return 0


@compiled
def worth_of(s: Packed, seat: int, match: Reals) -> float:
    """The chance to win the match with the score as it stands; in a single hand the lead in stones."""
    mine, theirs = s[STONES + seat], s[STONES + 1 - seat]
    if s[TARGET] == NO_TARGET:
        return float(mine - theirs)
    if mine >= s[TARGET]:
        return 1.0
    if theirs >= s[TARGET]:
        return 0.0
    return match[int(s[MANO] != seat), mine, theirs]


@compiled
def try_actions(
    root: Packed,
    seat: int,
    codes: Packed,
    worlds: Packed,
    thrown: int,
    terms: Reals,
    bets: Reals,
    changes: Packed,
    match: Reals,
    only: int,
    rng: Stream,
    s: Packed,
    sums: Reals,
) -> None:
    """Try every action in each world and play the hand on.

    ``worlds`` has a row for each: the hand of the other, what is left of it if it has already put cards away,
    and its style. ``sums`` takes for each action the sum of what it comes to, and of the squares.
    """
    for number in range(len(worlds)):
        for index in range(len(codes)):
            for word in range(SIZE):
                s[word] = root[word]
            place_world(s, seat, worlds[number, 0], worlds[number, 1], thrown, rng)
            apply(s, codes[index])
            play_on(s, terms, bets, 1 - seat, worlds[number, 2], changes, only, rng)
            found = worth_of(s, seat, match)
            sums[index, 0] += found
            sums[index, 1] += found * found


@compiled
def count_gains(
    s: Packed, hands: int, terms: Reals, bets: Reals, changes: Packed, rng: Stream, gains: Reals
) -> None:
    """Play single hands; ``gains`` counts what the mano and the other make in one."""
    most = len(gains) - 1
    for _ in range(hands):
        begin(s)
        deal(s, rng)
        play_on(s, terms, bets, 0, 0, changes, -1, rng)
        mano = s[MANO]
        gains[min(s[STONES + mano], most), min(s[STONES + 1 - mano], most)] += 1.0


@compiled
def fill_match(gains: Reals, hands: float, match: Reals) -> None:
    """The chance to win from every score, whoever is mano next, if hands bring what ``gains`` counts.

    ``match[0]`` is for the one who is mano next, by own stones and the other's; ``match[1]`` for the other.
    """
    target = match.shape[1]
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(target, total + 1)):
            theirs = total - mine
            for index in range(2):
                chance = 0.0
                for first in range(len(gains)):
                    for second in range(len(gains)):
                        if gains[first, second] == 0.0:
                            continue
                        own = mine + (first if index == 0 else second)
                        other = theirs + (second if index == 0 else first)
                        if own >= target and other >= target:
                            after = 0.5
                        elif own >= target:
                            after = 1.0
                        elif other >= target:
                            after = 0.0
                        else:
                            after = match[1 - index, own, other]
                        chance += gains[first, second] * after
                match[index, mine, theirs] = chance / hands


@compiled
def value_hands(
    s: Packed, cards: Packed, times: int, terms: Reals, bets: Reals, changes: Packed, rng: Stream, out: Reals
) -> None:
    """What each hand makes more than the other's, as the mano and as the other, if nobody changes cards."""
    for number in range(len(cards)):
        for index in range(2):
            total = 0.0
            for _ in range(times):
                begin(s)
                deal(s, rng)
                seat = s[MANO] if index == 0 else 1 - s[MANO]
                unseen = s[DECK] - cards[number]
                other = 0
                for _ in range(4):
                    card = _one_of(unseen, rng)
                    unseen -= card
                    other += card
                s[HANDS + seat] = cards[number]
                s[HANDS + 1 - seat] = other
                compare_hands(s)
                play_on(s, terms, bets, 0, 0, changes, -1, rng)
                total += s[STONES + seat] - s[STONES + 1 - seat]
            out[number, index] = total / times


@compiled
def value_discards(deck: int, cards: Packed, worth: Reals, out: Reals) -> None:
    """What each hand is worth after each of its discards, as the mano and as the other: over all draws."""
    for number in range(len(cards)):
        unseen = deck - cards[number]
        for choice in range(DISCARD_LENGTHS[number]):
            kept = cards[number] - DISCARD_COUNTS[number, choice]
            ways = 0.0
            mano = 0.0
            other = 0.0
            for after in range(len(cards)):
                weight = _ways(unseen, cards[after], kept)
                ways += weight
                mano += weight * worth[after, 0]
                other += weight * worth[after, 1]
            out[number, choice, 0] = mano / ways if ways > 0.0 else -100.0
            out[number, choice, 1] = other / ways if ways > 0.0 else -100.0


@compiled
def _ways(unseen: int, hand: int, kept: int) -> float:
    """In how many ways the unseen cards complete the kept ones to a hand."""
    ways = 1.0
    for rank in range(8):
        shift = _WIDTH * rank
        drawn = (hand >> shift & 127) - (kept >> shift & 127)
        there = unseen >> shift & 127
        if drawn < 0 or drawn > there:
            return 0.0
        for step in range(drawn):
            ways = ways * (there - step) / (step + 1)
    return ways


@compiled
def follow_changes(deck: int, cards: Packed, changes: Packed, out: Reals) -> None:
    """The chance that each hand becomes each other one when its cards are changed."""
    for number in range(len(cards)):
        kept = cards[number] - DISCARD_COUNTS[number, changes[number, 2]]
        total = 0.0
        for after in range(len(cards)):
            out[number, after] = _ways(deck - cards[number], cards[after], kept)
            total += out[number, after]
        for after in range(len(cards)):
            out[number, after] = out[number, after] / total if total > 0.0 else 0.0
