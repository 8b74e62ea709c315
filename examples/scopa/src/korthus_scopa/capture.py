"""What a card can take from the table."""

from __future__ import annotations

from itertools import combinations

from korthus_scopa.cards import Card, in_order
from korthus_scopa.options import ScopaRules


def takes(rules: ScopaRules, card: Card, table: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Every set of table cards that a card may take, each in canonical order (S-8 to S-11)."""
    equal = tuple((other,) for other in table if other.number == card.number)
    if rules.ace_takes_all and card.number == 1 and table and not equal:
        return (in_order(table),)
    if equal and rules.single_card_first:
        return equal
    return equal + tuple(
        in_order(some)
        for size in range(2, len(table) + 1)
        for some in combinations(table, size)
        if sum(each.number for each in some) == card.number
    )


def by_privilege(card: Card, taken: tuple[Card, ...]) -> bool:
    """Whether an ace took more than an ace, which only its privilege allows (S-11)."""
    return card.number == 1 != taken[0].number
