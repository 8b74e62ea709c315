"""Full states that a view allows: ``complete`` with given hidden hands, ``sample`` with drawn ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb

from korthus.core.cards import Card, in_order, without
from korthus.core.completion import completed
from korthus.games.mulle.cards import HAND_VALUE
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState, Side
from korthus.games.mulle.view import MulleView


def complete(rules: MulleRules, view: MulleView, hidden: Mapping[int, Iterable[Card]]) -> MulleState:
    """The state of a view in which each other seat holds its ``hidden`` cards (none where none are given)."""
    first, second = (
        Side(
            hand=view.hand if seat == view.seat else in_order(hidden.get(seat, ())),
            taken=side.taken,
            mulles=side.mulles,
            tabbe=side.tabbe,
            intake=side.intake,
            intake_before_rond=side.intake_before_rond,
            rond_bonus=side.rond_bonus,
            holds=side.holds,
        )
        for seat, side in enumerate(view.sides)
    )
    return completed(MulleState, view, sides=(first, second))


def sample(rules: MulleRules, view: MulleView, rng: random.Random) -> MulleState:
    """A state with this view; every hidden hand that has what its seat is known to hold is equally likely."""
    seen: list[Card] = [*view.hand, *view.left]
    for pile in view.table:
        seen += pile.cards
    for side in view.sides:
        seen += side.taken
    unseen = without(rules.one_deck * rules.decks, seen)
    sizes = [0 if seat == view.seat else side.cards_in_hand for seat, side in enumerate(view.sides)]
    hands = _deal_hidden(unseen, sizes, [side.holds for side in view.sides], rng)
    return complete(rules, view, dict(enumerate(hands)))


def _deal_hidden(
    unseen: Sequence[Card], sizes: Sequence[int], holds: Sequence[Sequence[int]], rng: random.Random
) -> tuple[list[Card], list[Card]]:
    """Two hands from the unseen cards, uniformly among those with a card of each value in ``holds``.

    Cards of one hand value form a class. How many of each class go where is drawn class by class, weighted by
    the number of ways to complete the deal; within a class all cards are alike.
    """
    classes = sorted(Counter(HAND_VALUE[card] for card in unseen).items())
    needs = tuple(
        (
            number,
            1 if sizes[0] and value in holds[0] else 0,
            1 if sizes[1] and value in holds[1] else 0,
        )
        for value, number in classes
    )
    rest = (sizes[0], sizes[1])
    hands: tuple[list[Card], list[Card]] = ([], [])
    for index, (value, _) in enumerate(classes):
        pick = rng.randrange(_ways(needs[index:], rest))
        for first, second, ways in _splits(needs[index], rest):
            ways *= _ways(needs[index + 1 :], (rest[0] - first, rest[1] - second))
            if pick < ways:
                break
            pick -= ways
        cards = [card for card in unseen if HAND_VALUE[card] == value]
        rng.shuffle(cards)
        hands[0].extend(cards[:first])
        hands[1].extend(cards[first : first + second])
        rest = (rest[0] - first, rest[1] - second)
    return hands


def _splits(need: tuple[int, int, int], rest: tuple[int, int]) -> list[tuple[int, int, int]]:
    """How one class can be split over the two hands, and in how many ways each."""
    number, least_first, least_second = need
    return [
        (first, second, comb(number, first) * comb(number - first, second))
        for first in range(least_first, min(number, rest[0]) + 1)
        for second in range(least_second, min(number - first, rest[1]) + 1)
    ]


@lru_cache(maxsize=1 << 14)
def _ways(needs: tuple[tuple[int, int, int], ...], rest: tuple[int, int]) -> int:
    """In how many ways the rest of both hands can be dealt from the remaining classes."""
    if not needs:
        return int(rest == (0, 0))
    return sum(
        ways * _ways(needs[1:], (rest[0] - first, rest[1] - second))
        for first, second, ways in _splits(needs[0], rest)
    )
