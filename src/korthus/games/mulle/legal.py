"""What a seat may do: card by card, captures, builds, trotta, discard (M.3)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from korthus.core.cards import Card
from korthus.games.mulle.actions import Capture, Discard, Play, Trotta
from korthus.games.mulle.build import builds, is_last_for_own_build
from korthus.games.mulle.capture import captures, one_capture, refuse_too_many
from korthus.games.mulle.discard import must_capture
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.trotta import can_trotta
from korthus.games.mulle.view import MulleView


def legal_actions(rules: MulleRules, state: MulleState) -> tuple[Play, ...]:
    """All that the seat to act may do."""
    return plays_of(Layout(rules, state.turn, state.table), state.sides[state.turn].hand, captures)


def choices(rules: MulleRules, view: MulleView) -> tuple[Play, ...]:
    """The same, of what the seat to act sees."""
    return plays_of(Layout(rules, view.turn, view.table), view.hand, captures)


def random_play(rules: MulleRules, view: MulleView, rng: random.Random) -> Play:
    """A play at random where captures are too many to list: one largest capture stands for all of a card."""
    layout = Layout(rules, view.turn, view.table)
    return rng.choice(plays_of(layout, view.hand, lambda layout, card: one_capture(layout, card, rng)))


def plays_of(
    layout: Layout, hand: Sequence[Card], takes_of: Callable[[Layout, Card], list[Capture]]
) -> tuple[Play, ...]:
    """All plays with the cards of a hand, in order; ``takes_of`` says which captures of a card are meant.

    Raises:
        TooManyActions: there are more than ``MOST_CAPTURES`` captures.
    """
    rules = layout.rules
    throws = not must_capture(layout, hand)
    plays: list[Play] = []
    number = 0
    last = None
    for card in hand:  # in canonical order, so that copies follow each other
        if card is last:
            continue
        last = card
        takes = takes_of(layout, card)
        number += len(takes)
        refuse_too_many(number)
        plays += takes
        plays += builds(layout, hand, card)
        if can_trotta(layout, hand, card):
            plays.append(Trotta(card))
        if (
            throws
            and not (takes and rules.discard_rule == "only_if_card_cannot_capture")
            and not is_last_for_own_build(layout, hand, card)
        ):
            plays.append(Discard(card))
    return tuple(plays)
