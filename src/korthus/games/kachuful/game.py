"""Kachuful: foretell your tricks, then win exactly as many."""

from __future__ import annotations

import random
from typing import Any

from korthus.core.cards import ORDER, Card, in_order, without
from korthus.core.chance import Chance
from korthus.core.errors import InvalidState
from korthus.core.protocol import Game, Outcome, Step
from korthus.games.kachuful import events, play
from korthus.games.kachuful.actions import Bid, Deal, KachufulAction, Play
from korthus.games.kachuful.options import MAX_SEATS, KachufulRules, full_deck
from korthus.games.kachuful.position import format_position, parse_position
from korthus.games.kachuful.rules import get_trump_suit
from korthus.games.kachuful.sampling import Holder, share_out
from korthus.games.kachuful.scoring import final_outcome, totals
from korthus.games.kachuful.setup import Setup, set_up
from korthus.games.kachuful.state import KachufulState, Phase
from korthus.games.kachuful.text import parse_action
from korthus.games.kachuful.view import KachufulView, Played, shown_voids


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
        events.GameWon,
    )

    def __init__(self, rules: KachufulRules) -> None:
        super().__init__(rules)
        self._setups: dict[int, Setup] = {}

    def setup(self, seats: int) -> Setup:
        """The game for so many seats: its schedule and its deck.

        Raises:
            InvalidOptions: these rules do not suit so many.
        """
        if seats not in self._setups:
            self._setups[seats] = set_up(self.rules, seats)
        return self._setups[seats]

    def _new(self, seats: int) -> KachufulState:
        return play.between_rounds(self.setup(seats), 1, ())

    def _seats(self, state: KachufulState) -> int:
        return len(state.hands)

    def _to_act(self, state: KachufulState) -> int | None:
        return state.turn

    def _legal_actions(self, state: KachufulState) -> tuple[KachufulAction, ...]:
        setup = self.setup(len(state.hands))
        if state.phase is Phase.BID:
            return play.bid_choices(setup, state.round, state.bids)
        assert state.turn is not None
        led = state.trick[0].suit if state.trick else None
        return play.play_choices(setup, state.hands[state.turn], led)

    def _choices(self, view: KachufulView) -> tuple[KachufulAction, ...]:
        setup = self.setup(view.seats)
        if view.phase is Phase.BID:
            return play.bid_choices(setup, view.round, view.bids)
        return play.play_choices(setup, view.hand, view.trick[0].card.suit if view.trick else None)

    def _apply(self, state: KachufulState, action: KachufulAction) -> Step[KachufulState]:
        setup = self.setup(len(state.hands))
        match action:
            case Play():
                return play.play(setup, state, action)
            case Bid():
                return play.bid(setup, state, action)
            case Deal():
                return play.deal(setup, state, action)

    def _draw(self, state: KachufulState, chance: Chance) -> Deal:
        setup = self.setup(len(state.hands))
        return Deal(chance.draw(setup.deck, setup.cards(state.round) * setup.seats))

    def _outcome(self, state: KachufulState) -> Outcome:
        """Places are decided by points, then by bid accuracy."""
        return final_outcome(self.rules, state.sheet, len(state.hands))

    def _view(self, state: KachufulState, seat: int | None) -> KachufulView:
        seats = len(state.hands)
        setup = self.setup(seats)
        over = state.phase is Phase.OVER
        leader = state.leader
        if self.rules.must_follow:
            voids = shown_voids(seats, leader, state.trick, state.tricks)
        else:
            voids = ((),) * seats
        return KachufulView(
            seat=seat,
            to_act=state.turn,
            phase=state.phase,
            seats=seats,
            scoring=self.rules.scoring,
            round=state.round,
            schedule=setup.schedule,
            trump=None if over else get_trump_suit(state.round),
            dealer=None if over else setup.dealer(state.round),
            hand=() if seat is None else state.hands[seat],
            hand_sizes=tuple([len(hand) for hand in state.hands]),
            bids=state.bids,
            barred_bid=play.barred_bid(setup, state.round, state.bids) if state.phase is Phase.BID else None,
            won=state.won,
            leader=leader,
            trick=tuple([Played((leader + place) % seats, card) for place, card in enumerate(state.trick)]),
            tricks=state.tricks,
            voids=voids,
            sheet=state.sheet,
            totals=totals(state.sheet, seats),
        )

    def _sample(self, view: KachufulView, rng: random.Random) -> KachufulState:
        """Uniform over the deals that fit the cards seen and the suits not followed.

        Raises:
            InvalidState: no deal fits this view.
        """
        trick = tuple(each.card for each in view.trick)
        seen = (*view.hand, *trick, *(card for each in view.tricks for card in each.cards))
        try:
            unseen = without(self.setup(view.seats).deck, seen)
        except ValueError:
            raise InvalidState("IMPOSSIBLE_VIEW", "No deal fits what this view shows.") from None
        holders = [
            Holder(0 if seat == view.seat else size, lacks)
            for seat, (size, lacks) in enumerate(zip(view.hand_sizes, view.voids, strict=True))
        ]
        undealt = Holder(len(unseen) - sum(holder.size for holder in holders))
        hands = [in_order(cards) for cards in share_out(unseen, [*holders, undealt], rng)[:-1]]
        if view.seat is not None:
            hands[view.seat] = view.hand
        return KachufulState(
            view.phase,
            view.to_act,
            view.round,
            tuple(hands),
            view.bids,
            view.leader,
            trick,
            view.tricks,
            view.won,
            view.sheet,
        )

    def _parse(self, text: str) -> KachufulAction:
        return parse_action(text)

    def format_state(self, state: KachufulState) -> str:
        """See ``Game.format_state``; the parts are described in ``position.py``."""
        self.to_act(state)
        return format_position(self.setup(len(state.hands)), state)

    def _parse_state(self, text: str) -> KachufulState:
        return parse_position(text, self.setup)

    def sort_key(self, action: KachufulAction) -> Any:
        """Bids by number, then plays by card."""
        match action:
            case Bid(count=count):
                return (0, count)
            case Play(card=card):
                return (1, ORDER[card])
            case Deal():
                return (2, str(action))

    def deck(self) -> tuple[Card, ...]:
        """See ``Game.deck``."""
        return full_deck(self.rules)

    def located(self, state: KachufulState) -> tuple[Card, ...]:
        """See ``Game.located``."""
        played = [card for trick in state.tricks for card in trick.cards]
        return (*(card for hand in state.hands for card in hand), *played, *state.trick)


GAME = Kachuful
