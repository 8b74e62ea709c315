"""Kachuful: foretell your tricks, then win exactly as many."""

from __future__ import annotations

import random
from typing import Any

from korthus.core.cards import ORDER, Card
from korthus.core.chance import Chance
from korthus.core.protocol import Game, Outcome, Step
from korthus.games.kachuful import events, legal, play, position, sample, scoring
from korthus.games.kachuful.actions import Bid, Deal, KachufulAction, Play
from korthus.games.kachuful.options import MAX_SEATS, KachufulRules, full_deck
from korthus.games.kachuful.setup import Setup, set_up
from korthus.games.kachuful.state import KachufulState
from korthus.games.kachuful.text import parse_action
from korthus.games.kachuful.view import KachufulView, make_view


class Kachuful(Game[KachufulRules, KachufulState, KachufulAction, KachufulView]):
    """The whole game, for as many seats as the cards of its schedule are enough for."""

    name = "kachuful"
    shelf = 2
    max_seats = MAX_SEATS
    cards_limit_seats = True
    rules_type = KachufulRules
    state_type = KachufulState
    view_type = KachufulView
    action_types = (Deal, Bid, Play)
    deal_type = Deal
    event_types = (
        events.RoundStarted,
        events.CardsDealt,
        events.HandDealt,
        events.BidMade,
        events.CardPlayed,
        events.TrickWon,
        events.RoundScored,
        events.GameEnded,
    )

    def setup(self, seats: int) -> Setup:
        """The game for so many seats: its schedule and its deck.

        Raises:
            InvalidOptions: these rules do not suit so many.
        """
        return set_up(self.rules, seats)

    def sort_key(self, action: KachufulAction) -> Any:
        """Bids by number, then plays by card."""
        match action:
            case Bid(count=count):
                return (0, count)
            case Play(card=card):
                return (1, ORDER[card])
            case Deal():
                return (2, str(action))

    def format_state(self, state: KachufulState) -> str:
        """See ``Game.format_state``; the parts are described in ``position.py``."""
        self.to_act(state)  # refuses what is no state of this game
        return position.format_state(self.rules, state)

    def deck(self) -> tuple[Card, ...]:
        """See ``Game.deck``."""
        return full_deck(self.rules)

    def located(self, state: KachufulState) -> tuple[Card, ...]:
        """See ``Game.located``."""
        return play.located(state)

    def _new(self, seats: int) -> KachufulState:
        return play.first_state(self.rules, seats)

    def _seats(self, state: KachufulState) -> int:
        return len(state.hands)

    def _to_act(self, state: KachufulState) -> int | None:
        return play.to_act(self.rules, state)

    def _legal_actions(self, state: KachufulState) -> tuple[KachufulAction, ...]:
        return legal.legal_actions(self.rules, state)

    def _choices(self, view: KachufulView) -> tuple[KachufulAction, ...]:
        return legal.choices(self.rules, view)

    def _apply(self, state: KachufulState, action: KachufulAction) -> Step[KachufulState]:
        return play.apply(self.rules, state, action)

    def _draw(self, state: KachufulState, chance: Chance) -> Deal:
        return Deal(chance.draw(play.undealt(self.rules, state), play.deal_size(self.rules, state)))

    def _outcome(self, state: KachufulState) -> Outcome:
        return scoring.outcome(self.rules, state)

    def _view(self, state: KachufulState, seat: int | None) -> KachufulView:
        return make_view(self.rules, state, seat)

    def _sample(self, view: KachufulView, rng: random.Random) -> KachufulState:
        return sample.sample(self.rules, view, rng)

    def _parse(self, text: str) -> KachufulAction:
        return parse_action(text)

    def _parse_state(self, text: str) -> KachufulState:
        return position.parse_state(self.rules, text)


GAME = Kachuful
