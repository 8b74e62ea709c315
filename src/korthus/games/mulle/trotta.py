"""Trotta (M-31, M-32, M.3-T): gathering everything of one value into a locked build."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from korthus.core.cards import Card
from korthus.games.mulle.build import is_last_for_own_build
from korthus.games.mulle.cards import HAND_VALUE, LEAST_BUILD, TABLE_VALUE, written
from korthus.games.mulle.errors import illegal
from korthus.games.mulle.gather import pairs_summing
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.state import NOBODY, Pile

_Obstacle = Literal["TROTTA_OFF", "DEAD_BUILD", "OPPONENT_HAS_VALUE", "NOTHING_TO_TROTTA", "CARD_RESERVED"]


def can_trotta(layout: Layout, hand: Sequence[Card], card: Card) -> bool:
    """Whether trotta may be played with the card."""
    return _obstacle(layout, hand, card) is None


def check_trotta(layout: Layout, hand: Sequence[Card], card: Card) -> None:
    """Refuse a trotta that is not allowed; the card is known to be in the hand.

    Raises:
        IllegalAction: it is not.
    """
    match _obstacle(layout, hand, card):
        case "TROTTA_OFF":
            raise illegal("TROTTA_OFF")
        case "DEAD_BUILD":
            raise illegal("DEAD_BUILD")
        case "OPPONENT_HAS_VALUE":
            raise illegal("OPPONENT_HAS_VALUE", value=TABLE_VALUE[card])
        case "NOTHING_TO_TROTTA":
            raise illegal("NOTHING_TO_TROTTA", value=TABLE_VALUE[card])
        case "CARD_RESERVED":
            raise illegal("CARD_RESERVED", card=written(card), value=HAND_VALUE[card])


def _obstacle(layout: Layout, hand: Sequence[Card], card: Card) -> _Obstacle | None:
    rules = layout.rules
    value = TABLE_VALUE[card]
    if not rules.trotta_enabled:
        return "TROTTA_OFF"
    if value < LEAST_BUILD and not rules.allow_dead_builds:
        return "DEAD_BUILD"
    if _blocked_by_opponent(layout, value):
        return "OPPONENT_HAS_VALUE"
    if value not in layout.builds and not _has_material(layout, value):
        return "NOTHING_TO_TROTTA"
    if rules.trotta_respects_reservation and is_last_for_own_build(layout, hand, card):
        # A build of the card's hand value is joined or left alone: either way it still needs the card.
        return "CARD_RESERVED"
    return None


def _blocked_by_opponent(layout: Layout, value: int) -> bool:
    """With trotta_joins own, only an open two-card build of the opponent's can be gathered (MI-34)."""
    if layout.rules.trotta_joins == "any" or value not in layout.their_values:
        return False
    build = layout.builds[value]
    return build.locked or len(build.cards) != 2


def _has_material(layout: Layout, value: int) -> bool:
    singles = {TABLE_VALUE[card] for card in layout.singles}
    if value in singles:
        return True
    if any(pile.owner == NOBODY and pile.value == value and len(pile.cards) == 2 for pile in layout.table):
        return True
    for low in singles:
        if 2 * low < value and value - low in singles:
            return True
        if 2 * low == value and sum(n for card, n in layout.singles.items() if TABLE_VALUE[card] == low) > 1:
            return True
    return False


def gather(layout: Layout, card: Card) -> tuple[Pile, list[Pile], list[Pile]]:
    """The locked build that comes of an allowed trotta, what it gathered, and the rest of the table."""
    value = TABLE_VALUE[card]
    table = layout.table
    used = [
        index
        for index, pile in enumerate(table)
        if pile.value == value and (pile.owner != NOBODY or len(pile.cards) <= 2)
    ]
    core = (*(each for index in used for each in table[index].cards), card)
    singles = [index for index, pile in enumerate(table) if pile.is_single]
    used += pairs_summing(layout.rules, table, singles, value, core)
    joined = [table[index] for index in used]
    cards = (*(each for pile in joined for each in pile.cards), card)
    rest = [pile for index, pile in enumerate(table) if index not in used]
    return Pile(cards, value, layout.seat, True, True), joined, rest
