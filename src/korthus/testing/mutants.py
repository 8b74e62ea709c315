"""Actions that are nearly right: what a careless client or a hostile one could send."""

from __future__ import annotations

import random
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from korthus.core.protocol import Action


def mutants(action: Action, rng: random.Random) -> Iterator[Action]:
    """Copies of an action with one field changed, from off-by-one to values of the wrong type.

    Some may be legal actions themselves; the caller knows which.
    """
    for field in action.__struct_fields__:
        for value in _near(getattr(action, field), rng):
            yield msgspec.structs.replace(action, **{field: value})


def _near(value: Any, rng: random.Random) -> Iterator[Any]:
    """Values beside ``value``. True beside 1 and a list beside a tuple are wrong types, not spellings."""
    yield from ("?", None, -1, 2.5, b"", {})
    match value:
        case Enum():
            yield rng.choice(list(type(value)))
        case bool():
            yield from (not value, int(value))
        case int():
            yield from (value + 1, value - 1, 10**30, float(value), value == 1)
        case tuple():
            yield list(value)
            yield (*value, *value[:1])
            yield value[::-1]
            yield value[1:]
            if value:
                index = rng.randrange(len(value))
                for other in _near(value[index], rng):
                    yield (*value[:index], other, *value[index + 1 :])
        case msgspec.Struct():
            for field in value.__struct_fields__:
                for other in _near(getattr(value, field), rng):
                    yield msgspec.structs.replace(value, **{field: other})
        case _:
            yield 0


def swaps(deal: Any, pool: tuple[Any, ...], rng: random.Random, count: int) -> Iterator[tuple[Any, bool]]:
    """Other deals: two cards of the deal changed about, or one changed for a card that stays undealt.

    Yields each with whether it brought in an undealt card. Looks for the deal's first field that holds cards.
    """
    for field in deal.__struct_fields__:
        cards = getattr(deal, field)
        if not isinstance(cards, tuple) or not cards or not all(isinstance(card, Enum) for card in cards):
            continue
        rest = list(pool)
        for card in cards:
            if card in rest:
                rest.remove(card)
        for _ in range(count):
            changed = list(cards)
            one = rng.randrange(len(cards))
            fresh = bool(rest) and rng.random() < 0.5
            if fresh:
                changed[one] = rng.choice(rest)
            else:
                other = rng.randrange(len(cards))
                changed[one], changed[other] = changed[other], changed[one]
            yield msgspec.structs.replace(deal, **{field: tuple(changed)}), fresh
        return


#: Texts that name nothing, for every entry that reads text.
HOSTILE_TEXTS: tuple[str, ...] = (
    "",
    " ",
    "?",
    ":",
    ";;;",
    "\x00",
    "9" * 5000,
    "(" * 1500,
    "nobody ever: plays this",
    "٣ ４ ²",
    "\ud800",
    "x" * 1_000_000,
)


def scratched(text: str, rng: random.Random) -> str:
    """A text with a small accident: cut off, a character lost, doubled or changed."""
    if not text:
        return "?"
    index = rng.randrange(len(text))
    match rng.randrange(4):
        case 0:
            return text[:index]
        case 1:
            return text[:index] + text[index + 1 :]
        case 2:
            return text[:index] + text[index] + text[index:]
        case _:
            return text[:index] + rng.choice("0123456789 ,;:+-()[]#AKQJTxé♠\n") + text[index + 1 :]
