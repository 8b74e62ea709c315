"""Which capture of a card has which of its ids.

1. If a card has no more captures than ids, each has its own, in the order of the rules.
2. If it has more, those that take singles of the same values (and the same builds and plain piles) share an
   id: they lead to the same position but for which of several cards of one value moved. The one that
   brings most stands for all: most points of mulles, then most intake; among equals the first in the order of
   the rules. Ids go by the order of these.
3. If there are still more, those that take the most piles have the ids, the first of them in the order of
   the rules, but for the last id: all the others share it, and the one of them that brings most stands for
   them. They do not lead to the same position, but none is without an id, and the best of them can be
   chosen. Under ``capture_choice`` maximum, which both presets have, this takes a table with many singles and
   several open builds that lie beside singles of their value; no game of the tests comes to one, not even
   those in which nearly every card is thrown. Where any sum may be taken (``free``), large tables do. If the
   rules list no captures at all there (``TooManyActions``), the ids go to the largest, and those that take
   less share the last one, but none of these is looked at to find the one that stands for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from korthus.core.cards import DECK, Card
from korthus.core.errors import TooManyActions
from korthus.games.mulle.actions import Capture
from korthus.games.mulle.capture import capture_keys, keys_on_table, takes_builds_only, takes_twin_only
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.layout import Key, Keys, Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.packing import below, largest_packings, values_of
from korthus.games.mulle.scoring import gain_of, mulle_points

#: By the key of a single: what stands for its value where only that counts; other keys stand for themselves.
_VALUES: Final = tuple(-TABLE_VALUE[card] for card in DECK)


def captures_with_ids(layout: Layout, card: Card, room: int) -> list[Capture]:
    """The captures of a card that have ids, in the order of these."""
    return [layout.capture(card, keys) for keys in _chosen(layout, card, room)]


def index_of(layout: Layout, action: Capture, room: int) -> int | None:
    """The index of a legal capture among the ids of its card, perhaps one that it shares: with those of its
    kind, or the last one.

    None if the card can capture nothing.
    """
    chosen = _chosen(layout, action.card, room)
    keys = keys_on_table(layout, action)
    if keys in chosen:
        return chosen.index(keys)
    values = _values(keys)
    last = len(chosen) - 1 if chosen else None
    return next((index for index, each in enumerate(chosen) if _values(each) == values), last)


def _chosen(layout: Layout, card: Card, room: int) -> list[Keys]:
    """The captures with ids as sorted keys, in order."""
    if layout.rules.capture_choice == "maximum" and _number(layout, card) > room:
        kinds = _largest_kinds(layout, HAND_VALUE[card])
    else:
        try:
            found = capture_keys(layout, card)
        except TooManyActions:
            kinds = _largest_kinds(layout, HAND_VALUE[card])
        else:
            if len(found) <= room:
                return found
            kinds = {_values(keys) for keys in found}
    best = sorted(_best(layout, card, kind) for kind in kinds)
    if len(best) <= room:
        return best
    first = sorted(sorted(best, key=len, reverse=True)[: room - 1])
    rest = [keys for keys in best if keys not in first]
    return [*first, max(rest, key=lambda keys: _gain(layout, card, keys))]


def _number(layout: Layout, card: Card) -> int:
    """How many captures a card has where only the largest are allowed."""
    if takes_twin_only(layout, card) or takes_builds_only(layout, card):
        return 1
    value = HAND_VALUE[card]
    return sum(layout.ways(packing) for packing in largest_packings(value, below(layout.in_sums, value)))


def _values(keys: Keys) -> Keys:
    """What captures that share an id have in common: their kind."""
    return tuple(sorted(_VALUES[key] if key < len(_VALUES) else key for key in keys))


def _largest_kinds(layout: Layout, value: int) -> set[Keys]:
    """The kinds of all the largest captures of a hand value, without listing these."""
    kinds: set[Keys] = set()
    direct = _values(tuple(layout.direct(value)))
    for packing in largest_packings(value, below(layout.in_sums, value)):
        sets: list[Keys] = [direct]
        for each, number in values_of(packing):
            keys = layout.keys_by_value[each]
            singles = sum(key < len(_VALUES) for key in keys)
            larger = sorted(key for key in keys if key >= len(_VALUES))
            options = [
                (-each,) * (number - size) + some
                for size in range(max(0, number - singles), min(number, len(larger)) + 1)
                for some in dict.fromkeys(combinations(larger, size))
            ]
            sets = [(*chosen, *option) for chosen in sets for option in options]
        kinds.update(tuple(sorted(each)) for each in sets)
    return kinds


def _best(layout: Layout, card: Card, kind: Keys) -> Keys:
    """The capture of a kind that brings most to the card, as sorted keys.

    Cards of one value pair with each other only, so that the best singles of each value are the best of all.
    """
    keys = [key for key in kind if key >= 0]
    inside = Counter(each for key in keys for each in layout.cards_of(key))
    inside[card] += 1
    for value, number in Counter(-key for key in kind if key < 0).items():
        there = tuple(key for key in sorted(layout.keys_by_value[value]) if key < len(_VALUES))
        core = tuple(each for each in sorted(inside.elements()) if TABLE_VALUE[each] == value)
        keys += _most_gained(layout.rules, there, number, core)
    return tuple(sorted(keys))


@lru_cache(maxsize=1 << 12)
def _most_gained(rules: MulleRules, singles: Keys, number: int, core: tuple[Card, ...]) -> Keys:
    """The ``number`` of some singles of one value that bring most with other cards of it that are taken.

    That is most points of mulles, then most intake; among equals the first in the order of the rules.
    """

    return max(
        _parts(tuple(Counter(singles).items()), number),
        key=lambda keys: _brings(rules, (*core, *(DECK[key] for key in keys))),
    )


def _gain(layout: Layout, card: Card, keys: Keys) -> tuple[int, int]:
    """What a capture brings."""
    return _brings(layout.rules, (card, *(each for key in keys for each in layout.cards_of(key))))


def _brings(rules: MulleRules, cards: tuple[Card, ...]) -> tuple[int, int]:
    """What a captured group brings: points of mulles, then intake."""
    mulles, intake = gain_of(rules, cards)
    return sum(mulle_points(rules, card) for card in mulles), intake


def _parts(copies: tuple[tuple[Key, int], ...], number: int) -> Iterator[Keys]:
    """Every choice of ``number`` keys, of each as many as there are copies, in order."""
    if not copies:
        if number == 0:
            yield ()
        return
    key, most = copies[0]
    for many in range(min(most, number), -1, -1):
        for rest in _parts(copies[1:], number - many):
            yield (key,) * many + rest
