"""The deals that a view allows: every full state is made of a view and the hidden cards here."""

from __future__ import annotations

import random
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod
from typing import Final

from korthus.core.completion import completed
from korthus.games.mus.cards import HAND_SIZE, RANKS, Hand, counts, in_order, spread
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import strength
from korthus.games.mus.state import MusState, Phase
from korthus.games.mus.view import Declared, MusView

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


def complete(
    rules: MusRules, view: MusView, hands: tuple[Hand, Hand], discards: tuple[Hand, Hand]
) -> MusState:
    """The state that a view and the cards of both seats make; ``discards`` is what each has put away."""
    return completed(MusState, view, turn=view.to_act, hands=hands, discards=discards)


def sample(rules: MusRules, view: MusView, rng: random.Random) -> MusState:
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
    return complete(rules, view, (hands[0], hands[1]), (thrown[0], thrown[1]))
