"""Laying a card down (M-33, M-34, M.3-D): when it is allowed, and where it goes."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.cards import Card
from korthus.games.mulle.build import is_last_for_own_build
from korthus.games.mulle.capture import can_capture
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE, written
from korthus.games.mulle.errors import illegal
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.state import Pile


def must_capture(layout: Layout, hand: Sequence[Card]) -> bool:
    """Whether the owner of a build must take something, and so may not throw any card (MI-50)."""
    return bool(
        layout.rules.trail_restriction
        and layout.own_values
        and any(can_capture(layout, card) for card in hand)
    )


def check_discard(layout: Layout, hand: Sequence[Card], card: Card) -> None:
    """Refuse a discard that is not allowed; the card is known to be in the hand.

    Raises:
        IllegalAction: it is not.
    """
    if is_last_for_own_build(layout, hand, card):
        raise illegal("CARD_RESERVED", card=written(card), value=HAND_VALUE[card])
    if layout.rules.discard_rule == "only_if_card_cannot_capture" and can_capture(layout, card):
        raise illegal("CAPTURE_AVAILABLE", card=written(card))
    if must_capture(layout, hand):
        raise illegal("OWNER_MUST_CAPTURE")


def fed(layout: Layout, card: Card) -> Pile | None:
    """The seat's own build that a discarded card goes into; None if it lies on its own (M-34, MI-38)."""
    value = TABLE_VALUE[card]
    if layout.rules.feed_enabled and value in layout.own_values:
        return layout.builds[value]
    return None
