"""Worlds that a seat of Kachuful can believe in: its view, packed, and hidden cards drawn to fit it.

What is certain (the cards seen, the suits that a seat could not follow) every world keeps to. What bids and
plays of others say about their cards is a matter of degree, and of ``belief``.

A packed view is a packed state without the hands of others, and these words after it:

============== ==============================================================================
UNSEEN         the cards that the seat has not seen
TIED           how many seats have shown that they lack a suit and still hold cards
OTHERS         how many other seats hold cards
ORDER          these, those tied first, and of them the ones who can hold least
NEED           by seat: hidden cards that it holds
LACKS          by seat: cards that it cannot have
PLAYED         by seat: cards that it has played in this round
LAST           by seat: the hidden hands of the last world drawn, if tied
TRIED          by seat: the same while a deal is tried
WORLDS         how many worlds follow; 0: every world is drawn afresh, all equally likely
FIT            how well the sensible seat can explain an act of the others, in thousandths of a logarithm
READS          what tells about hidden hands: 0 for bids alone, 1 for cards that were played, too
============== ==============================================================================

A world is as many words as there are seats: their hands.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np
from numba import uint64

from korthus.bots.kachuful.odds import (
    AIM,
    SEEN,
    VOIDS,
    WIDE,
)
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.sample import complete, unseen
from korthus.games.kachuful.view import KachufulView
from korthus.kernels.bits import count, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.convert import _LANES, _bits, pack
from korthus.kernels.kachuful.layout import (
    HANDS,
    HEAD,
    MAX_SEATS,
    SEATS,
    Packed,
)
from korthus.kernels.kachuful.play import AT_ONCE, draw_cards
from korthus.kernels.rng import Stream, below, next_word, stream

UNSEEN: Final = WIDE
TIED: Final = UNSEEN + 1
OTHERS: Final = TIED + 1
ORDER: Final = OTHERS + 1
NEED: Final = ORDER + MAX_SEATS
LACKS: Final = NEED + MAX_SEATS
PLAYED: Final = LACKS + MAX_SEATS
LAST: Final = PLAYED + MAX_SEATS
TRIED: Final = LAST + MAX_SEATS
WORLDS: Final = TRIED + MAX_SEATS
FIT: Final = WORLDS + 1
READS: Final = FIT + 1
VIEW_SIZE: Final = READS + 1

#: Deals that are tried for a world before the last one is changed instead (``bench/constants.py``:
#: kachuful.deals_tried).
_TRIES: Final = 40
#: Deals that are tried for the first world, before one is found by counting: 1.3 ms at most, at 0.3 µs each.
_FIRST_TRIES: Final = 4_000
#: Exchanges of two cards by which the last world is changed (``bench/constants.py``: kachuful.swaps).
_SWAPS: Final = 30


# -- what a seat knows -----------------------------------------------------------------------------


def pack_view(game: Kachuful, view: KachufulView, rng: random.Random) -> Packed:
    """What a seat knows, as ``determinise`` reads it: every world that it allows is equally likely."""
    packed = np.zeros(VIEW_SIZE, dtype=np.int64)
    own = pack(game, complete(game.rules, view, ((),) * view.seats))
    packed[: len(own)] = own
    played = [_bits(view.played(seat)) for seat in range(view.seats)]
    hidden = _bits(unseen(game.rules, view))
    lacks = [sum(_LANES[suit] for suit in each) for each in view.voids]
    others = [seat for seat in range(view.seats) if seat != view.seat and view.hand_sizes[seat]]
    others.sort(key=lambda seat: (lacks[seat] & hidden == 0, (hidden & ~lacks[seat]).bit_count()))
    packed[SEEN] = sum(played)
    packed[VOIDS : VOIDS + view.seats] = lacks
    packed[UNSEEN] = hidden
    packed[READS] = 1
    packed[TIED] = sum(lacks[seat] & hidden != 0 for seat in others)
    packed[OTHERS] = len(others)
    packed[ORDER : ORDER + len(others)] = others
    packed[NEED : NEED + view.seats] = view.hand_sizes
    packed[LACKS : LACKS + view.seats] = lacks
    packed[PLAYED : PLAYED + view.seats] = played
    # A first world must be there to go on from. Counting all deals finds one where trying does not.
    if packed[TIED] and not _finds_one(packed, stream(rng.getrandbits(63))):
        world = game.sample(view, rng)
        packed[LAST : LAST + view.seats] = [_bits(hand) for hand in world.hands]
    return packed


@compiled
def determinise(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    """Write a world that the view allows to ``out``: one of those imagined, or one drawn afresh."""
    if view[WORLDS] == 0:
        draw_world(view, rng, out)
        return
    _copy_known(view, out)
    world = VIEW_SIZE + below(rng, view[WORLDS]) * view[SEATS]
    for other in range(view[SEATS]):
        out[HANDS + other] = view[world + other]


@compiled
def _copy_known(view: Packed, out: Packed) -> None:
    for index in range(HEAD):
        out[index] = view[index]
    for index in range(AIM, VOIDS + view[SEATS]):
        out[index] = view[index]


# -- worlds, all equally likely --------------------------------------------------------------------


@compiled
def draw_world(view: Packed, rng: Stream, out: Packed) -> None:
    """Write a world to ``out``, each one that the view allows equally likely.

    Seats that lack suits draw first, from what they can have. That alone would favour some deals, so a deal
    is kept with a chance in proportion to the choices that its later seats had. If none is kept in many
    tries (only tables with hardly a card left over come to that), cards are exchanged in the last world: it
    was a fair draw, and fair exchanges leave it one.
    """
    _copy_known(view, out)
    tied = view[TIED]
    rest = view[UNSEEN]
    if tied:
        for _ in range(_TRIES):
            rest = _deal_tied(view, tied, rng)
            if rest >= 0:
                break
        if rest < 0:
            rest = _exchange(view, tied, rng)
        for index in range(tied):
            other = view[ORDER + index]
            out[HANDS + other] = view[LAST + other]
    size = count(rest)
    for index in range(tied, view[OTHERS]):
        other = view[ORDER + index]
        left = take(rest, size, view[NEED + other], rng)
        out[HANDS + other] = rest ^ left
        size -= view[NEED + other]
        rest = left


@compiled
def take(cards: int, size: int, number: int, rng: Stream) -> int:
    """What is left of ``size`` cards when any ``number`` are drawn."""
    for done in range(0, number, AT_ONCE):
        cards = draw_cards(cards, size - done, min(AT_ONCE, number - done), rng)
    return cards


@compiled
def _finds_one(view: Packed, rng: Stream) -> bool:
    tries = _FIRST_TRIES
    while tries and _deal_tied(view, view[TIED], rng) < 0:
        tries -= 1
    return tries > 0


@compiled
def _deal_tied(view: Packed, tied: int, rng: Stream) -> int:
    """Deal to the seats that lack suits, into ``LAST``; the cards left over, or -1 for a deal not kept."""
    unseen = view[UNSEEN]
    rest = unseen
    chance = 1.0
    for index in range(tied):
        seat = view[ORDER + index]
        need = view[NEED + seat]
        can = rest & ~view[LACKS + seat]
        size = count(can)
        if size < need:
            return -1
        most = min(count(unseen & ~view[LACKS + seat]), count(rest))
        for step in range(need):
            chance *= (size - step) / (most - step)
        left = take(can, size, need, rng)
        view[TRIED + seat] = can ^ left
        rest ^= can ^ left
    if (next_word(rng) >> uint64(11)) * 2.0**-53 >= chance:
        return -1
    for index in range(tied):
        seat = view[ORDER + index]
        view[LAST + seat] = view[TRIED + seat]
    return rest


@compiled
def _exchange(view: Packed, tied: int, rng: Stream) -> int:
    """Exchange cards of the last world at random where both places allow it; the cards of nobody tied."""
    rest = view[UNSEEN]
    for index in range(tied):
        rest &= ~view[LAST + view[ORDER + index]]
    for _ in range(_SWAPS):
        one = view[ORDER + below(rng, tied)]
        mine = view[LAST + one]
        give = nth(mine, below(rng, count(mine)))
        pool = view[UNSEEN] & ~mine
        if pool == 0:
            return rest
        take = nth(pool, below(rng, count(pool)))
        if take & view[LACKS + one]:
            continue
        if take & rest:
            rest ^= take | give
            view[LAST + one] ^= take | give
            continue
        for index in range(tied):
            other = view[ORDER + index]
            if take & view[LAST + other] and give & view[LACKS + other] == 0:
                view[LAST + other] ^= take | give
                view[LAST + one] ^= take | give
                break
    return rest
