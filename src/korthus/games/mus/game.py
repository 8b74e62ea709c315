"""Mus as a ``Game``: the doors of the room. The rules themselves are in the files beside this one."""

from __future__ import annotations

from typing import Any, ClassVar

from korthus.core.chance import Chance
from korthus.core.files import Files, GameOfFiles
from korthus.core.protocol import Action, Event
from korthus.games.mus import legal, play, position, sample, scoring, text, view
from korthus.games.mus.actions import ACTION_TYPES, Deal, MusAction
from korthus.games.mus.cards import Hand, spread
from korthus.games.mus.events import EVENT_TYPES
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import MusState
from korthus.games.mus.view import MusView


class Mus(GameOfFiles[MusRules, MusState, MusAction, MusView]):
    """Mus for two: a match to a number of stones, or a single hand."""

    name = "mus"
    shelf = 3
    action_types: ClassVar[tuple[type[Action], ...]] = ACTION_TYPES
    deal_type = Deal
    event_types: ClassVar[tuple[type[Event], ...]] = EVENT_TYPES
    files = Files(play, legal, scoring, view, sample, text, position)

    def _to_act(self, state: MusState) -> int | None:
        return state.turn  # as ``play.to_act``, without a call: it is asked several times for each action

    def _draw(self, state: MusState, chance: Chance) -> MusAction:
        due = play.due(self.rules, state)
        return Deal(chance.draw(due.pool(), due.size))

    def format_state(self, state: MusState) -> str:
        """See ``Game.format_state``."""
        return position.format_state(state)

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
