"""A player between two others: it plays by rules of thumb, and one time in four without looking."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot, plain_player
from korthus.core.protocol import Action, AnyGame, Event, View

#: How often it does not look.
CARELESS: Final = 0.25


class Careless(Bot):
    """The game's plain player, which does any legal thing in a quarter of its turns."""

    name = "careless"
    about = "plays by rules of thumb, and one time in four without looking"

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._plain = make_bot(plain_player(game.name), game, rng)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        if self.rng.random() < CARELESS:
            anything: Action = self.game.pick(view, self.rng)
            return anything
        return self._plain.choose(view, budget)

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        self._plain.observe(events)

    def restart(self) -> None:
        """See ``Bot.restart``."""
        self._plain.restart()
