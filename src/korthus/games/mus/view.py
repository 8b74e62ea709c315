"""What a seat may know, and which deals it must reckon with."""

from __future__ import annotations

import random
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod
from typing import Final

from korthus.core.protocol import View
from korthus.games.mus.cards import HAND_SIZE, RANKS, Hand, counts, in_order, spread
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance, strength
from korthus.games.mus.state import Bet, MusState, Phase, Settled, Tally

#: What both seats have said about pares or juego: nothing yet, or yes and no by seat.
Declared = tuple[bool, bool] | None


class MusView(View, frozen=True, kw_only=True):
    """A match through the eyes of one seat, or of a spectator (``hand`` and ``discards`` are empty then)."""

    phase: Phase
    #: The stones that win the match; None when a single hand is played.
    target: int | None
    number: int
    mano: int
    stones: tuple[int, int]
    tally: Tally
    hand: Hand
    #: How many cards each seat holds.
    held: tuple[int, int]
    lance: Lance | None
    bet: Bet | None
    settled: tuple[Settled, ...]
    pares: Declared
    juego: Declared
    #: The own discards since the pack was last shuffled, and how many each seat has.
    discards: Hand
    discarded: tuple[int, int]
    redeals: int
    stock: int
    #: Both hands of the hand that is over, if they were shown, until the next one is dealt.
    shown: tuple[Hand, Hand] | None


def make_view(rules: MusRules, state: MusState, seat: int | None) -> MusView:
    """See ``Game.view``."""
    pares, juego = declarations(state)
    held = (len(state.hands[0]), len(state.hands[1]))
    discarded = (len(state.discards[0]), len(state.discards[1]))
    return MusView(
        seat=seat,
        to_act=state.actor,
        phase=state.phase,
        target=rules.target_stones,
        number=state.number,
        mano=state.mano,
        stones=state.stones,
        tally=state.tally,
        hand=() if seat is None else state.hands[seat],
        held=held,
        lance=state.lance,
        bet=state.bet,
        settled=state.settled,
        pares=pares,
        juego=juego,
        discards=() if seat is None else state.discards[seat],
        discarded=discarded,
        redeals=state.redeals,
        stock=sum(rules.deck) - sum(held) - sum(discarded),
        shown=state.shown,
    )


def declarations(state: MusState) -> tuple[Declared, Declared]:
    """What has been said about pares and juego in this hand."""
    lance = state.lance
    counted = len(state.settled) == 4  # then pares and juego may both have been settled without betting
    if lance is None or (lance.place < Lance.PARES.place and not counted):
        return None, None
    first, second = strength(state.hands[0]), strength(state.hands[1])
    pares = (first.pares > 0, second.pares > 0)
    if lance is Lance.PARES and not counted:
        return pares, None
    return pares, (first.juego > 0, second.juego > 0)


# -- the deals a view allows ---------------------------------------------------------------------------

_HANDS: Final[tuple[tuple[Hand, tuple[int, ...]], ...]] = tuple(
    (hand, counts(hand)) for hand in combinations_with_replacement(RANKS, HAND_SIZE)
)


def _fits(hand: Hand, pares: bool | None, juego: bool | None) -> bool:
    known = strength(hand)
    return (pares is None or pares == (known.pares > 0)) and (juego is None or juego == (known.juego > 0))


@lru_cache(maxsize=512)
def hand_weights(
    unseen: tuple[int, ...], pares: bool | None, juego: bool | None
) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
    """Every hand that some unseen cards can make and that fits what was declared, with running totals.

    A hand weighs as much as there are ways to pick its cards from the unseen ones.
    """
    hands, weights = [], []
    for hand, needed in _HANDS:
        ways = prod(comb(there, need) for there, need in zip(unseen, needed, strict=True) if need)
        if ways and _fits(hand, pares, juego):
            hands.append(hand)
            weights.append(ways)
    return tuple(hands), tuple(accumulate(weights))


@lru_cache(maxsize=64)
def _pair_weights(
    unseen: tuple[int, ...], pares: Declared, juego: Declared
) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
    """The same for seat 0 when both hands are unseen: a hand also weighs the ways to deal seat 1."""
    said = [(pares and pares[seat], juego and juego[seat]) for seat in (0, 1)]
    hands, totals = hand_weights(unseen, *said[0])
    weights = []
    for hand, ways in zip(hands, (b - a for a, b in zip((0, *totals), totals, strict=False)), strict=True):
        rest = tuple(a - b for a, b in zip(unseen, counts(hand), strict=True))
        others = hand_weights.__wrapped__(rest, *said[1])[1]
        weights.append(ways * others[-1] if others else 0)
    return hands, tuple(accumulate(weights))


def _pick(table: tuple[tuple[Hand, ...], tuple[int, ...]], rng: random.Random) -> Hand:
    hands, totals = table
    return hands[bisect_right(totals, rng.randrange(totals[-1]))]


def sample_state(rules: MusRules, view: MusView, rng: random.Random) -> MusState:
    """See ``Game.sample``: exact, every consistent deal of the unseen cards is equally likely."""
    hands: list[Hand] = [(), ()]
    thrown: list[Hand] = [(), ()]
    if view.seat is not None:
        hands[view.seat] = view.hand
        thrown[view.seat] = view.discards
    if view.shown is not None and view.phase is Phase.OVER:
        hands = list(view.shown)
    known = counts((*hands[0], *hands[1], *thrown[0], *thrown[1]))
    unseen = tuple(a - b for a, b in zip(rules.deck, known, strict=True))
    for seat in (0, 1):
        if len(hands[seat]) == view.held[seat]:
            continue
        if view.pares is None:
            hand = in_order(rng.sample(spread(unseen), view.held[seat]))
        elif seat == 0 and view.seat is None:
            hand = _pick(_pair_weights(unseen, view.pares, view.juego), rng)
        else:
            hand = _pick(hand_weights(unseen, view.pares[seat], view.juego and view.juego[seat]), rng)
        hands[seat] = hand
        unseen = tuple(a - b for a, b in zip(unseen, counts(hand), strict=True))
    for seat in (0, 1):
        if len(thrown[seat]) != view.discarded[seat]:
            thrown[seat] = in_order(rng.sample(spread(unseen), view.discarded[seat]))
            unseen = tuple(a - b for a, b in zip(unseen, counts(thrown[seat]), strict=True))
    return MusState(
        view.phase,
        view.to_act,
        view.number,
        view.mano,
        view.stones,
        view.tally,
        (hands[0], hands[1]),
        view.lance,
        view.bet,
        view.settled,
        (thrown[0], thrown[1]),
        view.redeals,
        view.shown,
    )
