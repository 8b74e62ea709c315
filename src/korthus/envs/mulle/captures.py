"""Which capture of a card has which place among its ids.

1. If a card has no more captures than places, each has its own, in the order of the rules.
2. If it has more, those that take singles of the same values (and the same builds and plain piles) share a
   place: they lead to the same position but for which of several cards of one value moved. The first of them
   stands for all, and places go by the order of these.
3. If there are still more, those that take the most piles have places, the first of them in the order of the
   rules. The others have none and cannot be chosen. Under ``capture_choice`` maximum, which both presets
   have, this takes a table with many singles and several open builds that lie beside singles of their value;
   no game of the tests comes to one, not even those in which nearly every card is thrown. Where any sum may
   be taken (``free``), large tables do. If the rules list no captures at all there (``TooManyActions``), only
   the largest have places.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from korthus.core.cards import DECK, Card
from korthus.core.errors import TooManyActions
from korthus.games.mulle.actions import Capture
from korthus.games.mulle.capture import capture_keys, keys_on_table, takes_builds_only, takes_twin_only
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.layout import Key, Keys, Layout
from korthus.games.mulle.packing import below, largest_packings, values_of

#: By the key of a single: what stands for its value where only that counts; other keys stand for themselves.
_VALUES: Final = tuple(-TABLE_VALUE[card] for card in DECK)


def with_places(layout: Layout, card: Card, room: int) -> list[Capture]:
    """The captures of a card that have ids, by their places."""
    return [layout.capture(card, keys) for keys in _chosen(layout, card, room)]


def place_of(layout: Layout, action: Capture, room: int) -> int | None:
    """The place of a legal capture, perhaps one that it shares; None if it has none."""
    chosen = _chosen(layout, action.card, room)
    keys = keys_on_table(layout, action)
    if keys in chosen:
        return chosen.index(keys)
    values = _values(keys)
    return next((index for index, each in enumerate(chosen) if _values(each) == values), None)


def _chosen(layout: Layout, card: Card, room: int) -> list[Keys]:
    """The captures with places as sorted keys, in order."""
    value = HAND_VALUE[card]
    if layout.rules.capture_choice == "maximum" and _number(layout, card) > room:
        found = _firsts(layout, value)
    else:
        try:
            found = capture_keys(layout, card)
        except TooManyActions:
            found = _firsts(layout, value)
        if len(found) > room:
            found = _first_of_each(found)
    if len(found) > room:
        found = sorted(sorted(found, key=len, reverse=True)[:room])
    return found


def _number(layout: Layout, card: Card) -> int:
    """How many captures a card has where only the largest are allowed."""
    if takes_twin_only(layout, card) or takes_builds_only(layout, card):
        return 1
    value = HAND_VALUE[card]
    return sum(layout.ways(packing) for packing in largest_packings(value, below(layout.in_sums, value)))


def _values(keys: Iterable[Key]) -> Keys:
    return tuple(sorted(_VALUES[key] if key < len(_VALUES) else key for key in keys))


def _first_of_each(found: list[Keys]) -> list[Keys]:
    """The first capture of each set of values, in order."""
    firsts: dict[Keys, Keys] = {}
    for keys in found:
        firsts.setdefault(_values(keys), keys)
    return list(firsts.values())


def _firsts(layout: Layout, value: int) -> list[Keys]:
    """The same for all the largest captures of a hand value, without listing the others.

    The smallest keys of each value make the first of all sets with as many singles of these values.
    """
    found = []
    direct = layout.direct(value)
    for packing in largest_packings(value, below(layout.in_sums, value)):
        sets: list[Keys] = [()]
        for each, number in values_of(packing):
            keys = sorted(layout.keys_by_value[each])
            singles = [key for key in keys if key < len(_VALUES)]
            larger = keys[len(singles) :]
            options = [
                (*singles[: number - size], *some)
                for size in range(max(0, number - len(singles)), min(number, len(larger)) + 1)
                for some in dict.fromkeys(combinations(larger, size))
            ]
            sets = [(*chosen, *option) for chosen in sets for option in options]
        found += [tuple(sorted((*direct, *chosen))) for chosen in sets]
    return sorted(found)
