"""From a view to a full state: hidden cards, drawn uniformly from all deals that fit what is known.

A seat that could not follow a suit has none of it for the rest of the round. Holders of hidden cards (the
other seats, and the cards that were not dealt) are grouped by the suits they can have. The number of ways to
fill the groups with suits is counted exactly, group by group; one is drawn by its weight; which cards of a
suit, and then which holder of a group, is a matter of shuffling.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import comb

import msgspec

from korthus.core.cards import Card, Suit, in_order, without
from korthus.core.completion import completed
from korthus.core.errors import InvalidState
from korthus.games.kachuful.options import KachufulRules, full_deck
from korthus.games.kachuful.state import KachufulState
from korthus.games.kachuful.view import KachufulView


def complete(rules: KachufulRules, view: KachufulView, hands: Sequence[tuple[Card, ...]]) -> KachufulState:
    """The state of a view in which the others hold ``hands``, by seat; the seat's own are those it sees."""
    return completed(
        KachufulState,
        view,
        turn=view.to_act,
        hands=tuple([view.hand if seat == view.seat else hand for seat, hand in enumerate(hands)]),
        trick=tuple([each.card for each in view.trick]),
    )


def unseen(rules: KachufulRules, view: KachufulView) -> tuple[Card, ...]:
    """The cards that this seat has not seen in this round: hidden in hands, or not dealt.

    Raises:
        InvalidState: the view shows cards that the deck does not have.
    """
    played = [card for trick in view.tricks for card in trick.cards]
    try:
        return without(full_deck(rules), (*view.hand, *played, *(each.card for each in view.trick)))
    except ValueError:
        raise InvalidState("IMPOSSIBLE_VIEW", "No deal fits what this view shows.") from None


def sample(rules: KachufulRules, view: KachufulView, rng: random.Random) -> KachufulState:
    """A state with this view: every deal that fits the cards seen and the suits not followed is as likely.

    Raises:
        InvalidState: no deal fits this view.
    """
    hidden = unseen(rules, view)
    holders = [
        Holder(0 if seat == view.seat else size, lacks)
        for seat, (size, lacks) in enumerate(zip(view.hand_sizes, view.voids, strict=True))
    ]
    undealt = Holder(len(hidden) - sum(holder.size for holder in holders))
    dealt = share_out(hidden, [*holders, undealt], rng)[:-1]
    return complete(rules, view, [in_order(cards) for cards in dealt])


class Holder(msgspec.Struct, frozen=True):
    """``size`` hidden cards in one place, none of them of the suits in ``lacks``."""

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
    for index, holder in enumerate(holders):
        if holder.size:
            groups.setdefault(tuple(sorted(holder.lacks)), []).append(index)
    if not groups:
        return ((),) * len(holders)
    # Groups with few suits have few ways, so they come first; the last one takes what is left.
    kinds = sorted(groups, key=lambda kind: (-len(kind), kind))
    rooms = [sum(holders[index].size for index in groups[kind]) for kind in kinds]
    by_suit = [[card for card in cards if card.suit is suit] for suit in Suit]
    if len(kinds) == 1 and not kinds[0]:
        heaps = [list(cards)]
    else:
        heaps = [[] for _ in kinds]
        for pile in by_suit:
            rng.shuffle(pile)
        counts = tuple(len(pile) for pile in by_suit)
        for heap, shares in zip(heaps, _draw_shares(counts, kinds, rooms, rng), strict=True):
            for pile, share in zip(by_suit, shares, strict=True):
                heap += pile[len(pile) - share :]
                del pile[len(pile) - share :]
    hands: list[tuple[Card, ...]] = [()] * len(holders)
    for kind, heap in zip(kinds, heaps, strict=True):
        rng.shuffle(heap)
        start = 0
        for index in groups[kind]:
            size = holders[index].size
            hands[index] = tuple(heap[start : start + size])
            start += size
    return tuple(hands)


def _draw_shares(
    counts: tuple[int, ...], kinds: Sequence[tuple[Suit, ...]], rooms: Sequence[int], rng: random.Random
) -> list[tuple[int, ...]]:
    """How many cards of each suit each group gets, drawn by the number of deals that look so."""
    allowed = [[suit not in kind for suit in Suit] for kind in kinds]
    last = len(kinds) - 1

    @cache
    def ways(group: int, suit: int, room: int, left: tuple[int, ...]) -> int:
        """The deals of ``left`` to the groups from ``group`` on, which has room and waits for a suit."""
        if suit == len(left):
            return 1 if group == last else ways(group + 1, 0, rooms[group + 1], left)
        return sum(
            comb(left[suit], share) * ways(group, suit + 1, room - share, _less(left, suit, share))
            for share in shares_for(group, suit, room, left)
        )

    def shares_for(group: int, suit: int, room: int, left: tuple[int, ...]) -> range:
        most = min(left[suit], room) if allowed[group][suit] else 0
        least = left[suit] if group == last else 0
        if not any(allowed[group][suit + 1 :]):
            least = max(least, room)  # no later suit can fill it
        return range(least, most + 1)

    left = counts
    if not ways(0, 0, rooms[0], left):
        raise InvalidState("IMPOSSIBLE_VIEW", "No deal fits what this view shows.")
    shares = []
    for group, room in enumerate(rooms):
        row = []
        for suit in range(len(left)):
            pick = rng.randrange(ways(group, suit, room, left))
            for share in shares_for(group, suit, room, left):
                pick -= comb(left[suit], share) * ways(
                    group, suit + 1, room - share, _less(left, suit, share)
                )
                if pick < 0:
                    break
            row.append(share)
            room -= share
            left = _less(left, suit, share)
        shares.append(tuple(row))
    return shares


def _less(left: tuple[int, ...], suit: int, share: int) -> tuple[int, ...]:
    return (*left[:suit], left[suit] - share, *left[suit + 1 :])
