"""Full placements as plans: what can still come of a view, and the next step to one of them."""

from __future__ import annotations

from korthus.core.cards import Card
from korthus.core.protocol import Action
from korthus.games.eight.actions import Lock, Place, PlaceCard
from korthus.games.eight.boards import BOARDS, NO_CARDS, Three, all_cards
from korthus.games.eight.legal import placements
from korthus.games.eight.view import EightView


def own_cards(view: EightView) -> tuple[int, tuple[Card, ...], Three]:
    """The seat, all its eight cards, and where some of them lie."""
    seat = view.seat
    assert seat is not None
    placed = view.placed[seat] or NO_CARDS
    return seat, view.hand + all_cards(placed), placed


def plans(view: EightView) -> list[Place]:
    """The full placements that can still come of this view without taking a card back."""
    _, cards, placed = own_cards(view)
    return [
        plan
        for plan in placements(cards, view.plo)
        if all(set(there) <= set(planned) for there, planned in zip(placed, plan.boards, strict=True))
    ]


def next_action(view: EightView, plan: Place) -> Action:
    """The plan itself, or its next card: four cards first, so that the chosen board becomes Omaha."""
    if view.assignment != "alternating":
        return plan
    if not view.hand:
        return Lock()
    by_size = sorted(BOARDS, key=lambda board: -len(plan.boards[board.place]))
    return next(
        PlaceCard(card, board) for board in by_size for card in plan.boards[board.place] if card in view.hand
    )
