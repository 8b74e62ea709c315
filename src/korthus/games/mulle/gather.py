"""What a build draws in: absorption and the pairs of a trotta, with one rule for ties (MI-18).

Most piles, then most cards, then most identical pairs in the finished build, then most intake points, then
the oldest piles. Which piles are drawn in is never a choice of the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product

from korthus.core.cards import Card
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.packing import Counts, below, count_of, largest_packings, pack_counts, values_of
from korthus.games.mulle.scoring import intake_points
from korthus.games.mulle.state import Pile

Indices = tuple[int, ...]
#: What decides between equally many piles: cards, identical pairs, intake; the indices come after.
Merit = tuple[int, int, int]


def absorbed(
    rules: MulleRules, table: Sequence[Pile], eligible: Sequence[int], value: int, core: Iterable[Card]
) -> Indices:
    """The indices of the eligible piles that are packed into a build of ``value`` (M-25, MI-15 to MI-18).

    ``core`` is what the build holds already: it counts for identical pairs.
    """
    whole = [index for index in eligible if table[index].value == value]
    smaller = [index for index in eligible if table[index].value < value]
    packings = largest_packings(value, pack_counts(table[index].value for index in smaller))
    if packings == (0,):
        return tuple(whole)
    inside = Counter(core)
    for index in whole:
        inside.update(table[index].cards)
    best = min(
        (_worst_first(merit), sorted((*whole, *indices)))
        for packing in packings
        for merit, indices in _candidates(rules, table, smaller, packing, inside)
    )
    return tuple(best[1])


def pairs_summing(
    rules: MulleRules, table: Sequence[Pile], singles: Sequence[int], value: int, core: Iterable[Card]
) -> Indices:
    """The indices of the most disjoint pairs of singles that sum to ``value`` (M-31, MI-35)."""
    counts = pack_counts(table[index].value for index in singles if table[index].value < value)
    taken = 0
    for low, number in values_of(below(counts, value // 2 + 1)):
        high = value - low
        pairs = number // 2 if low == high else min(number, count_of(counts, high))
        taken += pack_counts([low, high] * pairs)
    if not taken:
        return ()
    smaller = [index for index in singles if table[index].value < value]
    _, indices = min(
        (_worst_first(merit), sorted(indices))
        for merit, indices in _candidates(rules, table, smaller, taken, Counter(core))
    )
    return tuple(indices)


def _worst_first(merit: Merit) -> Merit:
    return (-merit[0], -merit[1], -merit[2])


def _candidates(
    rules: MulleRules, table: Sequence[Pile], indices: Sequence[int], packing: Counts, inside: Counter[Card]
) -> Iterable[tuple[Merit, list[int]]]:
    """For each choice of larger piles within a packing: its best singles.

    Cards of different value cannot pair, and merits add up, so once the larger piles (at most a handful)
    are chosen the singles are best chosen for each value by itself.
    """
    by_value: dict[int, tuple[list[int], list[int]]] = {value: ([], []) for value, _ in values_of(packing)}
    for index in indices:
        if table[index].value in by_value:
            by_value[table[index].value][len(table[index].cards) > 1].append(index)
    larger_choices = [
        [
            (value, number, chosen)
            for many in range(min(number, len(larger)) + 1)
            if number - many <= len(singles)
            for chosen in combinations(larger, many)
        ]
        for value, number in values_of(packing)
        for singles, larger in [by_value[value]]
    ]
    for choice in product(*larger_choices):
        context = inside.copy()
        chosen = [index for _, _, larger in choice for index in larger]
        cards = [card for index in chosen for card in table[index].cards]
        context.update(cards)
        merit = (len(cards), _pairs(context), intake_points(rules, cards))
        for value, number, larger in choice:
            gain, indices_of_value = _best_singles(
                rules, table, by_value[value][0], number - len(larger), context
            )
            merit = (merit[0] + gain[0], merit[1] + gain[1], merit[2] + gain[2])
            chosen.extend(indices_of_value)
        yield merit, chosen


def _best_singles(
    rules: MulleRules, table: Sequence[Pile], indices: Sequence[int], number: int, context: Counter[Card]
) -> tuple[Merit, Indices]:
    """The best ``number`` singles of one value, and what they add."""

    def merit(chosen: Indices) -> Merit:
        cards = [table[index].cards[0] for index in chosen]
        gained = sum((context[card] + n) // 2 - context[card] // 2 for card, n in Counter(cards).items())
        return (number, gained, intake_points(rules, cards))

    if number == len(indices):
        return merit(tuple(indices)), tuple(indices)
    negative, chosen = min(
        (_worst_first(merit(chosen)), chosen) for chosen in combinations(sorted(indices), number)
    )
    return _worst_first(negative), chosen


def _pairs(cards: Counter[Card]) -> int:
    return sum(number // 2 for number in cards.values())
