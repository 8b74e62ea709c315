"""Eight Cards as a ``Game``: each call goes to the file that knows."""

from __future__ import annotations

import random
from enum import StrEnum
from typing import Any, ClassVar

from korthus.core.cards import DECK
from korthus.core.chance import Chance
from korthus.core.protocol import Action, Effect, Event, Game, Outcome, Step
from korthus.games.eight import events, legal, play, position, sample, scoring, text
from korthus.games.eight.actions import Deal, EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.effect import effect
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.games.eight.view import EightView, make_view


class EightCards(Game[EightRules, EightState, EightAction, EightView]):
    """Eight Cards under certain rules, for two."""

    name = "eight"
    shelf = 4
    rules_type = EightRules
    state_type = EightState
    view_type = EightView
    action_types: ClassVar[tuple[type[Action], ...]] = (Place, PlaceCard, TakeBack, Lock, Deal)
    deal_type = Deal
    event_types: ClassVar[tuple[type[Event], ...]] = (
        events.HandStarted,
        events.CardsDealt,
        events.FlopDealt,
        events.AssignPlaced,
        events.AssignTakenBack,
        events.AssignReturned,
        events.AssignLocked,
        events.AssignRevealed,
        events.BoardKindLocked,
        events.TurnRiverDealt,
        events.BoardResult,
        events.Sweep,
        events.HandResult,
        events.GameEnded,
    )

    def pick(self, view: EightView, rng: random.Random) -> EightAction:
        """One legal action at random, without listing all placements.

        Whole placements are equally likely. Where cards are placed in turn, they are seldom taken back, so
        that a hand comes to its end.
        """
        if self.rules.assignment == "alternating":
            return legal.random_step(self.choices(view), rng)
        if view.seat is not None and view.seat == view.to_act:
            return legal.random_placement(view.hand, view.plo, rng)
        return rng.choice(self.choices(view))

    def sort_key(self, action: EightAction) -> Any:
        """See ``Game.sort_key``."""
        return legal.sort_key(action)

    def format_state(self, state: EightState) -> str:
        """See ``Game.format_state``."""
        self.to_act(state)  # refuses what is no state of this game
        return position.format_state(state)

    def deck(self) -> tuple[StrEnum, ...]:
        """The 52 cards."""
        return DECK

    def located(self, state: EightState) -> tuple[StrEnum, ...]:
        """Every card that is not in the deck."""
        return play.located(state)

    def chips(self, state: EightState) -> int | None:
        """All chips at the table; None where the house pays sweeps, because then they grow."""
        if self.rules.sweep_bonus and self.rules.sweep_source == "house":
            return None
        if state.phase is Phase.OVER:
            return sum(state.bankrolls)
        return sum(state.bankrolls) + scoring.unpaid(self.rules, state.pot, state.dealer, state.winners)

    def _new(self, seats: int) -> EightState:
        return play.first_state(self.rules, seats)

    def _to_act(self, state: EightState) -> int | None:
        return play.to_act(self.rules, state)

    def _legal_actions(self, state: EightState) -> tuple[EightAction, ...]:
        return legal.legal_actions(self.rules, state)

    def _choices(self, view: EightView) -> tuple[EightAction, ...]:
        return legal.choices(self.rules, view)

    def _effect(self, view: EightView, action: EightAction) -> Effect | None:
        return effect(view, action)

    def _apply(self, state: EightState, action: EightAction) -> Step[EightState]:
        return play.apply(self.rules, state, action)

    def _draw(self, state: EightState, chance: Chance) -> EightAction:
        return Deal(chance.draw(play.undealt(self.rules, state), play.deal_size(self.rules, state)))

    def _outcome(self, state: EightState) -> Outcome:
        return scoring.outcome(self.rules, state)

    def _view(self, state: EightState, seat: int | None) -> EightView:
        return make_view(self.rules, state, seat)

    def _sample(self, view: EightView, rng: random.Random) -> EightState:
        return sample.sample(self.rules, view, rng)

    def _parse(self, raw: str) -> EightAction:
        return text.parse_action(raw)

    def _parse_state(self, raw: str) -> EightState:
        return position.parse_state(self.rules, raw)


GAME = EightCards
