"""Full placements as plans: what can still come of a view, and the next step to one of them."""

from __future__ import annotations

from korthus.core.cards import Card
from korthus.core.protocol import Action
from korthus.games.eight.actions import Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, NO_CARDS, Three, all_cards
from korthus.games.eight.legal import open_placements, placements
from korthus.games.eight.memory import NOTHING
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


def take_backs_left(view: EightView) -> int:
    """How many cards the seat can surely take back now, one after the other."""
    seat, _, placed = own_cards(view)
    if view.take_backs_left is not None:
        return view.take_backs_left[seat]
    return 0 if (view.memory[seat] or NOTHING).is_full else len(all_cards(placed))


def next_action(view: EightView, plan: Place) -> Action:
    """The plan itself, or its next card: four cards first, so that the chosen board becomes Omaha.

    Where so much was repeated that no card of the plan may go to its board now (EI-5), something new is put
    down, or a card taken back that may be in its way: after that the plan can be followed again.
    """
    if view.assignment != "alternating":
        return plan
    if not view.hand:
        return Lock()
    by_size = sorted(BOARDS, key=lambda board: -len(plan.boards[board.number]))
    seat, _, placed = own_cards(view)
    may = open_placements(view.hand, placed, view.plo, view.memory[seat] or NOTHING)
    steps = (PlaceCard(card, board) for board in by_size for card in plan.boards[board.number])
    if not may:
        return TakeBack(all_cards(placed)[0])
    return next((step for step in steps if step in may), may[0])
