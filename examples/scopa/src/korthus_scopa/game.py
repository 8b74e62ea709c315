"""Scopa as a ``Game``: the doors. The rules themselves are in the files beside this one."""

from __future__ import annotations

import random

from korthus.core.chance import Chance
from korthus.core.description import Description
from korthus.core.protocol import Game, Outcome, Step
from korthus_scopa import legal, play, sample, scoring, text, view
from korthus_scopa.actions import ACTION_TYPES, Deal, ScopaAction
from korthus_scopa.cards import DECK, Card
from korthus_scopa.description import DESCRIPTION
from korthus_scopa.events import EVENT_TYPES
from korthus_scopa.options import ScopaRules
from korthus_scopa.state import ScopaState
from korthus_scopa.view import ScopaView


class Scopa(Game[ScopaRules, ScopaState, ScopaAction, ScopaView]):
    """Take cards from the table by number or by sum, and sweep it bare when you can."""

    name = "scopa"
    rules_type = ScopaRules
    state_type = ScopaState
    view_type = ScopaView
    action_types = ACTION_TYPES
    deal_type = Deal
    event_types = EVENT_TYPES

    def _new(self, seats: int) -> ScopaState:
        return play.first_state(self.rules, seats)

    def _to_act(self, state: ScopaState) -> int | None:
        return play.to_act(self.rules, state)

    def _legal_actions(self, state: ScopaState) -> tuple[ScopaAction, ...]:
        return legal.legal_actions(self.rules, state)

    def _choices(self, view_: ScopaView) -> tuple[ScopaAction, ...]:
        return legal.choices(self.rules, view_)

    def _apply(self, state: ScopaState, action: ScopaAction) -> Step[ScopaState]:
        return play.apply(self.rules, state, action)

    def _draw(self, state: ScopaState, chance: Chance) -> Deal:
        return Deal(chance.draw(play.undealt(self.rules, state), play.deal_size(self.rules, state)))

    def _outcome(self, state: ScopaState) -> Outcome:
        return scoring.outcome(self.rules, state)

    def _view(self, state: ScopaState, seat: int | None) -> ScopaView:
        return view.make_view(self.rules, state, seat)

    def _sample(self, view_: ScopaView, rng: random.Random) -> ScopaState:
        return sample.sample(self.rules, view_, rng)

    def standing(self, state: ScopaState) -> tuple[int, int]:
        """See ``Game.standing``: the points of the deals that are over."""
        return state.points

    def describe(self) -> Description:
        """See ``Game.describe``."""
        return DESCRIPTION

    def _parse(self, text_: str) -> ScopaAction:
        return text.parse_action(text_)

    def format_state(self, state: ScopaState) -> str:
        """See ``Game.format_state``."""
        return text.format_state(state)

    def _parse_state(self, text_: str) -> ScopaState:
        return text.parse_state(self.rules, text_)

    def deck(self) -> tuple[Card, ...]:
        """See ``Game.deck``."""
        return DECK

    def located(self, state: ScopaState) -> tuple[Card, ...]:
        """See ``Game.located``. The cards of a deal that is over go back into the pack."""
        return play.located(state)
