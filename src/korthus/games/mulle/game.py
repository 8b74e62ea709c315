"""Mulle on the protocol of the house."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final

from korthus.core.cards import ORDER, Card
from korthus.core.chance import Chance
from korthus.core.errors import TooManyActions
from korthus.core.protocol import Game, Outcome, Step
from korthus.games.mulle import events, legal, play, position, scoring, text
from korthus.games.mulle.actions import Base, Build, Capture, Deal, Discard, MulleAction, Play, Trotta
from korthus.games.mulle.effect import PlayEffect, effect_of
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.sample import sample
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView, make_view

#: Up to how many piles on the table everything is worked out in a moment, by ``capture_choice``; measured on
#: random tables of small and large cards, with every option that adds sums: at most 20, 30 and 30 ms.
_QUICK_PILES: Final = {"maximum": 24, "maximal": 12, "free": 10}


class Mulle(Game[MulleRules, MulleState, MulleAction, MulleView]):
    """The game of Mulle under certain rules."""

    name = "mulle"
    shelf = 1
    length_option = "omgangar"
    rules_type = MulleRules
    state_type = MulleState
    view_type = MulleView
    action_types = (Deal, Capture, Build, Trotta, Discard)
    deal_type = Deal
    event_types = (
        events.StarterDrawn,
        events.OmgangStarted,
        events.RondStarted,
        events.HandDealt,
        events.Captured,
        events.MulleTaken,
        events.TabbeScored,
        events.BuildMade,
        events.BuildLocked,
        events.Discarded,
        events.BuildLeft,
        events.RondEnded,
        events.LeftoversTaken,
        events.OmgangEnded,
        events.GameEnded,
    )
    _kinds: ClassVar[dict[type, int]] = {Capture: 0, Build: 1, Trotta: 2, Discard: 3}

    def _outcome(self, state: MulleState) -> Outcome:
        return scoring.outcome(self.rules, state)

    def _view(self, state: MulleState, seat: int | None) -> MulleView:
        return make_view(self.rules, state, seat)

    def _effect(self, view: MulleView, action: MulleAction) -> PlayEffect | None:
        return None if isinstance(action, Deal) else effect_of(self.rules, view, action)

    def quick(self, position: MulleState | MulleView) -> bool:
        """See ``Game.quick``: sums over many piles take long."""
        return len(position.table) <= _QUICK_PILES[self.rules.capture_choice]

    def pick(self, view: MulleView, rng: random.Random) -> MulleAction:
        """One legal action at random: uniform over ``choices``.

        Where the captures are too many to list, each card has one of its largest captures in the draw.
        """
        try:
            return super().pick(view, rng)
        except TooManyActions:
            return legal.random_play(self.rules, view, rng)

    def _sample(self, view: MulleView, rng: random.Random) -> MulleState:
        return sample(self.rules, view, rng)

    def format_state(self, state: MulleState) -> str:
        """See ``Game.format_state``."""
        return position.format_state(state)

    def sort_key(self, action: MulleAction) -> Any:
        """By card, then captures, builds, trotta, discard."""
        if isinstance(action, Deal):
            return (-1, str(action))
        return (ORDER[action.card], self._kinds[type(action)], *_detail(action))

    def deck(self) -> tuple[Card, ...]:
        """See ``Game.deck``."""
        return self.rules.one_deck * self.rules.decks

    def located(self, state: MulleState) -> tuple[Card, ...]:
        """See ``Game.located``."""
        return play.located(state)

    def layout(self, view: MulleView) -> Layout:
        """Lookups over the table for the seat of a view: which builds are whose, what a card may take."""
        return Layout(self.rules, view.turn if view.seat is None else view.seat, view.table)

    def _new(self, seats: int) -> MulleState:
        return play.first_state(self.rules, seats)

    def _to_act(self, state: MulleState) -> int | None:
        return play.to_act(self.rules, state)

    def _legal_actions(self, state: MulleState) -> tuple[MulleAction, ...]:
        return legal.legal_actions(self.rules, state)

    def _choices(self, view: MulleView) -> tuple[MulleAction, ...]:
        return legal.choices(self.rules, view)

    def _apply(self, state: MulleState, action: MulleAction) -> Step[MulleState]:
        return play.apply(self.rules, state, action)

    def _draw(self, state: MulleState, chance: Chance) -> Deal:
        size = play.deal_size(self.rules, state)
        if size == 0:
            return Deal((), chance.draw((0, 1), 1)[0])
        return Deal(chance.draw(play.undealt(self.rules, state), size))

    def _parse(self, text_: str) -> MulleAction:
        return text.parse_action(text_)

    def _parse_state(self, text_: str) -> MulleState:
        return position.parse_state(self.rules, text_)


def _detail(action: Play) -> tuple[object, ...]:
    match action:
        case Capture():
            return tuple(_base_key(pile) for pile in action.piles)
        case Build():
            return (_base_key(action.base), action.down)
        case _:
            return ()


def _base_key(base: Base) -> tuple[int, ...]:
    if isinstance(base, Card):
        return (0, ORDER[base])
    return (1, base) if isinstance(base, int) else (2, *(ORDER[card] for card in base))


GAME = Mulle
