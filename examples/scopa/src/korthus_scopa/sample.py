"""Worlds that fit a view: only hands are hidden, and any unseen card can be in them."""

from __future__ import annotations

import random

from korthus_scopa.cards import DECK, Card, in_order, without
from korthus_scopa.options import ScopaRules
from korthus_scopa.state import ScopaState
from korthus_scopa.view import ScopaView


def complete(
    rules: ScopaRules, view: ScopaView, hands: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> ScopaState:
    """The state that has this view and these hands."""
    return ScopaState(
        deals=view.deal - 1,
        points=view.points,
        hands=hands,
        table=view.table,
        taken=view.taken,
        scope=view.scope,
        last_taker=view.last_taker,
    )


def sample(rules: ScopaRules, view: ScopaView, rng: random.Random) -> ScopaState:
    """A state with this view; each way to hand out the unseen cards is equally likely.

    That somebody laid a card which takes nothing says nothing about the cards that were kept.
    """
    unseen = list(without(DECK, (*view.hand, *view.table, *view.taken[0], *view.taken[1])))
    rng.shuffle(unseen)
    first = view.hand if view.seat == 0 else in_order(unseen[: view.hand_sizes[0]])
    second = view.hand if view.seat == 1 else in_order(unseen[len(unseen) - view.hand_sizes[1] :])
    return complete(rules, view, (first, second))
