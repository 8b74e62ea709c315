"""What a seat may do: one body, asked with a state and with a view alike."""

from __future__ import annotations

from korthus_scopa.actions import Lay, ScopaAction, Take
from korthus_scopa.capture import takes
from korthus_scopa.cards import Card
from korthus_scopa.options import ScopaRules
from korthus_scopa.play import to_act
from korthus_scopa.state import ScopaState
from korthus_scopa.view import ScopaView


def legal_actions(rules: ScopaRules, state: ScopaState) -> tuple[ScopaAction, ...]:
    """What the seat to act may do, sorted by text."""
    seat = to_act(rules, state)
    assert seat is not None
    return _actions(rules, state.hands[seat], state.table)


def choices(rules: ScopaRules, view: ScopaView) -> tuple[ScopaAction, ...]:
    """The same from the view of the seat to act."""
    return _actions(rules, view.hand, view.table)


def _actions(rules: ScopaRules, hand: tuple[Card, ...], table: tuple[Card, ...]) -> tuple[ScopaAction, ...]:
    """A card that can take must take (S-10)."""
    found: list[ScopaAction] = []
    for card in hand:
        found += [Take(card, some) for some in takes(rules, card, table)] or [Lay(card)]
    return tuple(sorted(found, key=str))
