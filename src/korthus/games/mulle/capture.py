"""Which piles a card may take (M-9 to M-13, M.3-C)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

from korthus.core.cards import ORDER, Card
from korthus.core.errors import TooManyActions
from korthus.games.mulle.actions import Capture, named
from korthus.games.mulle.cards import HAND_VALUE, SPECIAL_VALUES, written
from korthus.games.mulle.errors import illegal
from korthus.games.mulle.layout import Key, Keys, Layout, build_key
from korthus.games.mulle.packing import (
    all_packings,
    below,
    can_grow,
    full_packings,
    largest_packings,
    pack_counts,
    packs,
    unit,
    values_of,
)

#: A position with more captures than this is not listed.
MOST_CAPTURES: Final = 10_000


def takes_twin_only(layout: Layout, card: Card) -> bool:
    """Whether the card's twin on the table is all it may take (M-11, MI-21, MI-22)."""
    rule = layout.rules.identical_rule
    if layout.singles.get(card) != 1 or rule == "off" or HAND_VALUE[card] in SPECIAL_VALUES:
        return False
    return rule == "exclusive" or HAND_VALUE[card] not in layout.own_values


def takes_builds_only(layout: Layout, card: Card) -> bool:
    """Whether the card is too large in the hand to take anything but a build (M-10, MI-24)."""
    return HAND_VALUE[card] in SPECIAL_VALUES and layout.rules.special_capture == "builds_only"


def can_capture(layout: Layout, card: Card) -> bool:
    """Whether the card can take anything at all."""
    value = HAND_VALUE[card]
    if value in layout.whole_builds:
        return True
    if takes_builds_only(layout, card):
        return False
    return bool(layout.direct(value)) or largest_packings(value, below(layout.in_sums, value)) != (0,)


def captures(layout: Layout, card: Card) -> list[Capture]:
    """All that the card may take, in order.

    Raises:
        TooManyActions: there are more than ``MOST_CAPTURES``.
    """
    return [layout.capture(card, keys) for keys in capture_keys(layout, card)]


def one_capture(layout: Layout, card: Card, rng: random.Random) -> list[Capture]:
    """One of the largest captures at random, or none: quick however many there are."""
    value = HAND_VALUE[card]
    if takes_twin_only(layout, card) or takes_builds_only(layout, card):
        return captures(layout, card)
    keys = layout.direct(value)
    for smaller, number in values_of(rng.choice(largest_packings(value, below(layout.in_sums, value)))):
        keys += rng.sample(layout.keys_by_value[smaller], number)
    return [layout.capture(card, tuple(sorted(keys)))] if keys else []


def capture_keys(layout: Layout, card: Card) -> list[Keys]:
    """The sets of piles that the card may take, as sorted keys, in order. See ``captures``."""
    value = HAND_VALUE[card]
    if takes_twin_only(layout, card):
        return [(ORDER[card],)]
    if takes_builds_only(layout, card):
        return [(build_key(value),)] if value in layout.whole_builds else []
    choice = layout.rules.capture_choice
    if choice == "free":
        return _free(layout, card)
    direct = layout.direct(value)
    smaller = below(layout.in_sums, value)
    packings = (largest_packings if choice == "maximum" else full_packings)(value, smaller)
    if packings == (0,):
        return [tuple(sorted(direct))] if direct else []
    refuse_too_many(sum(layout.ways(packing) for packing in packings))
    found = [tuple(sorted((*direct, *chosen))) for packing in packings for chosen in layout.choices(packing)]
    found.sort()
    return found


def _free(layout: Layout, card: Card) -> list[Keys]:
    """Any set that adds up, unless it leaves a build behind that the card is needed for."""
    value = HAND_VALUE[card]
    whole = [*_subsets(layout.direct(value))]
    if value in layout.own_values:
        whole = [alone for alone in whole if build_key(value) in alone]
    packings = [0]
    number = len(whole)
    for packing in all_packings(value, below(layout.in_sums, value)):
        packings.append(packing)
        number += len(whole) * layout.ways(packing)
        refuse_too_many(number)
    return sorted(
        tuple(sorted((*alone, *chosen)))
        for packing in packings
        for chosen in layout.choices(packing)
        for alone in whole
        if alone or chosen
    )


def _subsets(keys: list[Key]) -> Iterator[Keys]:
    """Every part of a sorted list of keys, identical keys counted, each once."""
    numbers = list(Counter(keys).items())

    def extend(index: int) -> Iterator[Keys]:
        if index == len(numbers):
            yield ()
            return
        key, number = numbers[index]
        for rest in extend(index + 1):
            for many in range(number + 1):
                yield (key,) * many + rest

    return extend(0)


def refuse_too_many(number: int) -> None:
    """Raise ``TooManyActions`` if a position has more captures than are listed."""
    if number > MOST_CAPTURES:
        raise TooManyActions(MOST_CAPTURES)


def check_capture(layout: Layout, action: Capture) -> Keys:
    """The sorted keys of what a capture takes, if it is allowed; the card is known to be in the hand.

    Raises:
        IllegalAction: it is not.
    """
    card = action.card
    value = HAND_VALUE[card]
    keys = keys_on_table(layout, action)
    if takes_twin_only(layout, card):
        if keys != (ORDER[card],):
            raise illegal("TWIN_ONLY", card=written(card))
        return keys
    if takes_builds_only(layout, card):
        if keys != (build_key(value),) or value not in layout.whole_builds:
            raise illegal("BUILDS_ONLY", card=written(card), value=value)
        return keys
    _check_builds(layout, action, value)
    counts = pack_counts(_value_of(layout, key) for key in keys)
    if not keys or counts >= unit(value + 1) or not packs(value, counts):
        raise illegal("BAD_SUM", value=value)
    if layout.rules.capture_choice == "free":
        if value in layout.own_values and build_key(value) not in keys:
            raise illegal("CARD_RESERVED", card=written(card), value=value)
        return keys
    direct = sum(1 for key in keys if _value_of(layout, key) == value)
    smaller = below(layout.in_sums, value)
    used = below(counts, value)
    if layout.rules.capture_choice == "maximum":
        full = used in largest_packings(value, smaller)
    else:
        full = not can_grow(value, used, smaller - used)
    if not full or direct < len(layout.direct(value)):
        raise illegal("MORE_TO_CAPTURE", card=written(card))
    return keys


def keys_on_table(layout: Layout, action: Capture) -> Keys:
    """The sorted keys of the piles an action names; each must be there, as often as it is named."""
    keys = []
    for pile in action.piles:
        key = layout.key_of(pile)
        if key is None:
            raise illegal("NO_SUCH_PILE", pile=named(pile))
        keys.append(key)
    keys.sort()
    lacking = Counter(keys) - Counter(layout.key(pile) for pile in layout.table)
    for pile in action.piles:
        if layout.key_of(pile) in lacking:
            raise illegal("TOO_FEW_PILES", pile=named(pile))
    return tuple(keys)


def _check_builds(layout: Layout, action: Capture, value: int) -> None:
    """Builds in a capture must be there for this seat, whole or in a sum."""
    in_sums = layout.keys_by_value
    for build in action.builds:
        if build == value and build not in layout.whole_builds:
            raise illegal("NOT_OWNER", value=build)
        if build != value and build_key(build) not in in_sums.get(build, ()):
            code = "LOCKED_IN_SUM" if build in layout.whole_builds else "NOT_OWNER"
            raise illegal(code, value=build)


def _value_of(layout: Layout, key: Key) -> int:
    return next(pile.value for pile in layout.table if layout.key(pile) == key)
