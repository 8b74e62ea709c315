"""Mus as a ``Game``: the doors of the room. The rules themselves are in the files beside this one."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from korthus.core.chance import Chance
from korthus.core.protocol import Action, Event, Game, Outcome, Step, rank_scores
from korthus.games.mus import play, text
from korthus.games.mus.actions import ACTION_TYPES, Deal, MusAction
from korthus.games.mus.cards import Hand, spread
from korthus.games.mus.events import EVENT_TYPES
from korthus.games.mus.menu import Menu, order
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import LANCES
from korthus.games.mus.state import MusState
from korthus.games.mus.view import MusView, make_view, sample_state


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

    def __init__(self, rules: MusRules) -> None:
        super().__init__(rules)
        self.menu = Menu(rules)

    def _new(self, seats: int) -> MusState:
        return play.first(self.rules)

    def _to_act(self, state: MusState) -> int | None:
        return state.actor

    def _legal_actions(self, state: MusState) -> tuple[MusAction, ...]:
        assert state.actor is not None
        return self.menu.actions(state.phase, state.bet, state.hands[state.actor])

    def _choices(self, view: MusView) -> tuple[MusAction, ...]:
        return self.menu.actions(view.phase, view.bet, view.hand)

    def _apply(self, state: MusState, action: MusAction) -> Step[MusState]:
        return play.apply(self.rules, self.menu, state, action)

    def _draw(self, state: MusState, chance: Chance) -> MusAction:
        due = play.Due(self.rules, state)
        return Deal(chance.draw(due.pool(), due.count))

    def _outcome(self, state: MusState) -> Outcome:
        """Stones in a match; in a single hand what each seat is ahead, lance by lance."""
        mine = [dict(zip(LANCES, each, strict=True)) for each in state.tally]
        brought = [state.stones[seat] - sum(state.tally[seat]) for seat in (0, 1)]
        won = [{str(lance): stones for lance, stones in each.items()} for each in mine]
        for seat in (0, 1):
            if brought[seat]:
                won[seat]["brought"] = brought[seat]
        if self.rules.target_stones is None:
            keys = dict.fromkeys((*won[0], *won[1]))
            won = [
                {key: won[seat].get(key, 0) - won[1 - seat].get(key, 0) for key in keys} for seat in (0, 1)
            ]
        scores = tuple(sum(each.values()) for each in won)
        ranking = rank_scores(scores)
        return Outcome(scores=scores, winners=ranking[0], ranking=ranking, breakdown=tuple(won))

    def _view(self, state: MusState, seat: int | None) -> MusView:
        return make_view(self.rules, state, seat)

    def _sample(self, view: MusView, rng: random.Random) -> MusState:
        return sample_state(self.rules, view, rng)

    def _parse(self, text_: str) -> MusAction:
        return text.read_action(text_)

    def format_state(self, state: MusState) -> str:
        """See ``Game.format_state``."""
        return text.format_state(state)

    def _parse_state(self, text_: str) -> MusState:
        return text.parse_state(self.rules, text_)

    def sort_key(self, action: MusAction) -> Any:
        """Pass and answers first, then envidos by size, then órdago."""
        return order(action)

    def deck(self) -> Hand:
        """See ``Game.deck``."""
        return spread(self.rules.deck)

    def located(self, state: MusState) -> Hand:
        """Hands and discards; the cards of a hand that is over go back into the pack."""
        return (*state.hands[0], *state.hands[1], *state.discards[0], *state.discards[1])


GAME = Mus
