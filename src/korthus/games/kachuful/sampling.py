"""Hidden cards, drawn uniformly from all deals that fit what is known.

A seat that could not follow a suit has none of it for the rest of the round. Holders of hidden cards (the
other seats, and the cards that were not dealt) are grouped by the suits they can have. The number of ways to
share out the suits among the groups is counted exactly, suit by suit; a way is drawn by its weight; cards of
a suit, and then holders within a group, are told apart by shuffling.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import comb

import msgspec

from korthus.core.cards import Card, Suit
from korthus.core.errors import InvalidState


class Holder(msgspec.Struct, frozen=True):
    """So many hidden cards in one place, none of them of the suits in ``lacks``."""

    size: int
    lacks: tuple[Suit, ...] = ()


def share_out(
    cards: Sequence[Card], holders: Sequence[Holder], rng: random.Random
) -> tuple[tuple[Card, ...], ...]:
    """The cards, each physical one its own, given to the holders: every way that fits is equally likely.

    The sizes must add up to the number of cards.

    Raises:
        InvalidState: no way fits.
    """
    groups: dict[tuple[Suit, ...], list[int]] = {}
    for place, holder in enumerate(holders):
        if holder.size:
            groups.setdefault(tuple(sorted(holder.lacks)), []).append(place)
    # The group that can have anything takes what the others leave, so it stands last and costs nothing.
    kinds = sorted(groups, key=len, reverse=True)
    rooms = tuple(sum(holders[place].size for place in groups[kind]) for kind in kinds)
    by_suit = {suit: [card for card in cards if card.suit is suit] for suit in Suit}
    heaps: list[list[Card]] = [[] for _ in kinds]
    if len(kinds) < 2:
        if any(by_suit[suit] for kind in kinds for suit in kind):
            raise _no_way()
        heaps = [list(cards)] if kinds else []
    else:
        for suit, shares in zip(Suit, _draw_shares(by_suit, kinds, rooms, rng), strict=True):
            pile = by_suit[suit]
            rng.shuffle(pile)
            start = 0
            for heap, share in zip(heaps, shares, strict=True):
                heap += pile[start : start + share]
                start += share
    hands: list[tuple[Card, ...]] = [()] * len(holders)
    for kind, heap in zip(kinds, heaps, strict=True):
        rng.shuffle(heap)
        start = 0
        for place in groups[kind]:
            size = holders[place].size
            hands[place] = tuple(heap[start : start + size])
            start += size
    return tuple(hands)


def _no_way() -> InvalidState:
    return InvalidState("IMPOSSIBLE_VIEW", "No deal fits what this view shows.")


def _draw_shares(
    by_suit: dict[Suit, list[Card]],
    kinds: Sequence[tuple[Suit, ...]],
    rooms: tuple[int, ...],
    rng: random.Random,
) -> list[tuple[int, ...]]:
    """How many cards of each suit each group gets, drawn by the number of deals that look so."""
    suits = tuple(Suit)
    last = len(kinds) - 1

    @cache
    def ways(suit: int, group: int, left: int, room: tuple[int, ...]) -> int:
        """The deals of ``left`` cards of a suit to the groups from ``group`` on, and of all later suits."""
        if group == 0 and suit == len(suits):
            return 1
        if group == last:
            return _take_rest(suit, left, room)
        return sum(
            comb(left, share) * ways(suit, group + 1, left - share, _less(room, group, share))
            for share in range(most(suit, group, left, room) + 1)
        )

    def most(suit: int, group: int, left: int, room: tuple[int, ...]) -> int:
        return 0 if suits[suit] in kinds[group] else min(left, room[group])

    def _take_rest(suit: int, left: int, room: tuple[int, ...]) -> int:
        if left > most(suit, last, left, room):
            return 0
        after = len(by_suit[suits[suit + 1]]) if suit + 1 < len(suits) else 0
        return ways(suit + 1, 0, after, _less(room, last, left))

    shares: list[tuple[int, ...]] = []
    room = rooms
    for suit, name in enumerate(suits):
        left = len(by_suit[name])
        row = []
        for group in range(last):
            whole = ways(suit, group, left, room)
            if not whole:
                raise _no_way()
            pick = rng.randrange(whole)
            share = 0
            while True:
                part = comb(left, share) * ways(suit, group + 1, left - share, _less(room, group, share))
                if pick < part:
                    break
                pick -= part
                share += 1
            row.append(share)
            room = _less(room, group, share)
            left -= share
        row.append(left)
        room = _less(room, last, left)
        shares.append(tuple(row))
    return shares


def _less(room: tuple[int, ...], group: int, share: int) -> tuple[int, ...]:
    return (*room[:group], room[group] - share, *room[group + 1 :])
