"""Mus as a ``Game``: the doors of the room. The rules themselves are in the files beside this one."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from korthus.core.chance import Chance
from korthus.core.protocol import Action, Event, Game, Outcome, Step
from korthus.games.mus import legal, play, position, sample, scoring, text
from korthus.games.mus.actions import ACTION_TYPES, Deal, MusAction
from korthus.games.mus.cards import Hand, spread
from korthus.games.mus.events import EVENT_TYPES
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import MusState
from korthus.games.mus.view import MusView, make_view


class Mus(Game[MusRules, MusState, MusAction, MusView]):
    """Mus for two: a match to a number of stones, or a single hand."""

    name = "mus"
    shelf = 3
    rules_type = MusRules
    state_type = MusState
    view_type = MusView
    action_types: ClassVar[tuple[type[Action], ...]] = ACTION_TYPES
    deal_type = Deal
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES

    def _new(self, seats: int) -> MusState:
        return play.first_state(self.rules, seats)

    def _to_act(self, state: MusState) -> int | None:
        return state.actor  # as ``play.to_act``, without a call: it is asked several times for each action

    def _legal_actions(self, state: MusState) -> tuple[MusAction, ...]:
        return legal.legal_actions(self.rules, state)

    def _choices(self, view: MusView) -> tuple[MusAction, ...]:
        return legal.choices(self.rules, view)

    def _apply(self, state: MusState, action: MusAction) -> Step[MusState]:
        return play.apply(self.rules, state, action)

    def _draw(self, state: MusState, chance: Chance) -> MusAction:
        due = play.due(self.rules, state)
        return Deal(chance.draw(due.pool(), due.size))

    def _outcome(self, state: MusState) -> Outcome:
        """Stones in a match; in a single hand what each seat is ahead, lance by lance."""
        return scoring.outcome(self.rules, state)

    def _view(self, state: MusState, seat: int | None) -> MusView:
        return make_view(self.rules, state, seat)

    def _sample(self, view: MusView, rng: random.Random) -> MusState:
        return sample.sample(self.rules, view, rng)

    def _parse(self, text_: str) -> MusAction:
        return text.parse_action(text_)

    def format_state(self, state: MusState) -> str:
        """See ``Game.format_state``."""
        return position.format_state(state)

    def _parse_state(self, text_: str) -> MusState:
        return position.parse_state(self.rules, text_)

    def sort_key(self, action: MusAction) -> Any:
        """Pass and answers first, then envidos by size, then órdago."""
        return legal.order(action)

    def deck(self) -> Hand:
        """See ``Game.deck``."""
        return spread(self.rules.deck)

    def located(self, state: MusState) -> Hand:
        """Hands and discards; the cards of a hand that is over go back into the pack."""
        return play.located(state)


GAME = Mus
