"""Eight Cards as a ``Game``: each call goes to the file that knows."""

from __future__ import annotations

import random
from enum import StrEnum
from typing import Any, ClassVar

from korthus.core.cards import DECK
from korthus.core.chance import Chance
from korthus.core.files import Files, GameOfFiles
from korthus.core.protocol import Action, Effect, Event
from korthus.games.eight import events, legal, play, position, sample, scoring, text, view
from korthus.games.eight.actions import Deal, EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.effect import effect
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.games.eight.view import EightView


class EightCards(GameOfFiles[EightRules, EightState, EightAction, EightView]):
    """Eight Cards under certain rules, for two."""

    name = "eight"
    shelf = 4
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
    files = Files(play, legal, scoring, view, sample, text, position)

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

    def _effect(self, view: EightView, action: EightAction) -> Effect | None:
        return effect(view, action)

    def _draw(self, state: EightState, chance: Chance) -> EightAction:
        return Deal(chance.draw(play.undealt(self.rules, state), play.deal_size(self.rules, state)))


GAME = EightCards
