"""Eight Cards players that search: what every placement is worth against an opponent who places well.

The compiled code behind them is loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from korthus.bots.advice import Advice, Adviser
from korthus.bots.eight.levels import LEVELS
from korthus.bots.protocol import Bot, Budget
from korthus.core.phrases import Phrase
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.eight.game import EightCards
from korthus.games.eight.view import EightView

if TYPE_CHECKING:
    from korthus.bots.eight.thinking import Mind


class SearchBot(Adviser):
    """Values every placement in as many worlds as its budget allows."""

    name: ClassVar[str] = "search"

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._eight = cast(EightCards, game)

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.eight.thinking import Mind

        return Mind(self._eight)

    @property
    def note(self) -> str | None:
        """See ``Bot.note``."""
        if self._eight.rules.assignment != "alternating":
            return None
        return Phrase(
            "tools.player.one_by_one",
            "Cards are placed one by one here: it plans whole placements and does not race for a board.",
        )

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(EightView, view)
        choices = self._eight.choices(table)
        if len(choices) == 1:
            return choices[0]
        return self._mind.choose(table, budget or self.default_budget, self.rng)

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are the chips that this hand brings, the ante taken off."""
        return self._mind.rank(cast(EightView, view), budget or self.default_budget, self.rng)


class EasyBot(SearchBot):
    """Thinks for a moment."""

    name = "easy"
    about = "tries every placement in a few worlds"
    default_budget = LEVELS["easy"]


class NormalBot(SearchBot):
    """Thinks as long as nobody notices."""

    name = "normal"
    about = "tries every placement in some dozens of worlds"
    default_budget = LEVELS["normal"]


class StrongBot(SearchBot):
    """Thinks for a blink."""

    name = "strong"
    about = "tries every placement in four hundred worlds"
    default_budget = LEVELS["strong"]


class StrongestBot(SearchBot):
    """Thinks for up to a second and a half."""

    name = "strongest"
    about = "tries every placement in as many worlds as a second and a half allows"
    default_budget = LEVELS["strongest"]


SEARCH_BOTS: dict[str, type[Bot]] = {
    each.name: each for each in (EasyBot, NormalBot, StrongBot, StrongestBot)
}
