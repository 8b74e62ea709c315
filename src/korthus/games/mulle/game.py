"""Mulle on the protocol of the house."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final

from korthus.core.cards import ORDER, Card
from korthus.core.chance import Chance
from korthus.core.errors import TooManyActions
from korthus.core.files import Files, GameOfFiles
from korthus.games.mulle import events, legal, play, position, sample, scoring, text, view
from korthus.games.mulle.actions import Base, Build, Capture, Deal, Discard, MulleAction, Play, Trotta
from korthus.games.mulle.effect import PlayEffect, effect_of
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView

#: Up to how many piles on the table everything is worked out in a moment, by ``capture_choice``; measured on
#: random tables of small and large cards, with every option that adds sums: at most 20, 30 and 30 ms.
_QUICK_PILES: Final = {"maximum": 24, "maximal": 12, "free": 10}


class Mulle(GameOfFiles[MulleRules, MulleState, MulleAction, MulleView]):
    """The game of Mulle under certain rules."""

    name = "mulle"
    shelf = 1
    length_option = "omgangar"
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
    files = Files(play, legal, scoring, view, sample, text, position)
    _kinds: ClassVar[dict[type, int]] = {Capture: 0, Build: 1, Trotta: 2, Discard: 3}

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

    def _draw(self, state: MulleState, chance: Chance) -> Deal:
        size = play.deal_size(self.rules, state)
        if size == 0:
            return Deal((), chance.draw((0, 1), 1)[0])
        return Deal(chance.draw(play.undealt(self.rules, state), size))


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
