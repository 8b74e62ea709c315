"""Eight Cards as a ``Game``: each call goes to the file that knows."""

from __future__ import annotations

import random
from enum import StrEnum
from typing import Any, ClassVar

from korthus.core.cards import DECK
from korthus.core.chance import Chance
from korthus.core.protocol import Action, Event, Game, Outcome, Step, rank_scores
from korthus.games.eight import events, legal, play, positions, text
from korthus.games.eight import view as views
from korthus.games.eight.actions import Deal, EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.options import EightRules
from korthus.games.eight.scoring import unpaid
from korthus.games.eight.state import EightState, Phase, located
from korthus.games.eight.view import EightView


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
        events.SessionEnded,
    )

    def _outcome(self, state: EightState) -> Outcome:
        """Bankrolls are scores; they are made of the first bankroll, the boards and the sweep bonuses."""
        ranking = rank_scores(state.bankrolls)
        start = self.rules.bankroll
        return Outcome(
            scores=state.bankrolls,
            winners=ranking[0],
            ranking=ranking,
            breakdown=tuple(
                {"start": start, "boards": chips - start - bonus, "sweeps": bonus}
                for chips, bonus in zip(state.bankrolls, state.bonus, strict=True)
            ),
        )

    def _view(self, state: EightState, seat: int | None) -> EightView:
        return views.make_view(self.rules, state, seat)

    def _sample(self, view: EightView, rng: random.Random) -> EightState:
        """Unseen cards are spread evenly over hidden hands, placements and burns."""
        return views.sample(self.rules, view, rng)

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
        return positions.format_state(state)

    def deck(self) -> tuple[StrEnum, ...]:
        """The 52 cards."""
        return DECK

    def located(self, state: EightState) -> tuple[StrEnum, ...]:
        """Every card that is not in the deck."""
        return located(state)

    def chips(self, state: EightState) -> int | None:
        """All chips at the table; None where the house pays sweeps, because then they grow."""
        if self.rules.sweep_bonus and self.rules.sweep_source == "house":
            return None
        if state.phase is Phase.OVER:
            return sum(state.bankrolls)
        return sum(state.bankrolls) + unpaid(self.rules, state.pot, state.dealer, state.winners)

    def _new(self, seats: int) -> EightState:
        return play.first_state(self.rules)

    def _to_act(self, state: EightState) -> int | None:
        return views.to_act(state)

    def _legal_actions(self, state: EightState) -> tuple[EightAction, ...]:
        seat = state.turn
        assert seat is not None
        return legal.choices(
            self.rules,
            state.hands[seat],
            state.placed[seat],
            state.plo,
            state.taken[seat],
            state.memory[seat],
        )

    def _choices(self, view: EightView) -> tuple[EightAction, ...]:
        seat = view.seat
        assert seat is not None
        placed, memory = view.placed[seat], view.memory[seat]
        assert placed is not None
        assert memory is not None
        return legal.choices(self.rules, view.hand, placed, view.plo, view.taken[seat], memory)

    def _apply(self, state: EightState, action: EightAction) -> Step[EightState]:
        return play.apply(self.rules, state, action)

    def _draw(self, state: EightState, chance: Chance) -> EightAction:
        return Deal(chance.draw(play.undealt(state), play.deal_size(self.rules, state)))

    def _parse(self, raw: str) -> EightAction:
        return text.parse_action(raw)

    def _parse_state(self, raw: str) -> EightState:
        return positions.parse_state(self.rules, raw)


GAME = EightCards
