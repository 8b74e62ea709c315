"""Kachuful: foretell your tricks, then win exactly as many."""

from __future__ import annotations

from typing import Any

from korthus.core.cards import ORDER, Card
from korthus.core.chance import Chance
from korthus.core.files import Files, GameOfFiles
from korthus.games.kachuful import events, legal, play, position, sample, scoring, text, view
from korthus.games.kachuful.actions import Bid, Deal, KachufulAction, Play
from korthus.games.kachuful.options import MAX_SEATS, KachufulRules, full_deck
from korthus.games.kachuful.setup import Setup, set_up
from korthus.games.kachuful.state import KachufulState
from korthus.games.kachuful.view import KachufulView


class Kachuful(GameOfFiles[KachufulRules, KachufulState, KachufulAction, KachufulView]):
    """The whole game, for as many seats as the cards of its schedule are enough for."""

    name = "kachuful"
    shelf = 2
    max_seats = MAX_SEATS
    cards_limit_seats = True
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
    files = Files(play, legal, scoring, view, sample, text, position)

    def setup(self, seats: int) -> Setup:
        """The game for a number of seats: its schedule and its deck.

        Raises:
            InvalidOptions: these rules do not suit that many seats.
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

    def _to_act(self, state: KachufulState) -> int | None:
        return state.turn  # as ``play.to_act``, without a call: it is asked several times for each action

    def _seats(self, state: KachufulState) -> int:
        return len(state.hands)

    def _draw(self, state: KachufulState, chance: Chance) -> Deal:
        return Deal(chance.draw(play.undealt(self.rules, state), play.deal_size(self.rules, state)))


GAME = Kachuful
