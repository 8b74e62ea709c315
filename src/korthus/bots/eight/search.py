"""Eight Cards players that search: what every placement is worth against an opponent who places well.

The compiled code behind them is loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from korthus.bots.advice import Advice, SearchingBot
from korthus.bots.eight.levels import LEVELS
from korthus.bots.eight.plans import next_action
from korthus.bots.levels import at_levels
from korthus.bots.protocol import Budget
from korthus.core.phrases import Phrase
from korthus.core.protocol import Action, View
from korthus.games.eight.game import EightCards
from korthus.games.eight.view import EightView

if TYPE_CHECKING:
    from korthus.bots.eight.thinking import Mind


class SearchBot(SearchingBot):
    """Values every placement in as many worlds as its budget allows."""

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.eight.thinking import Mind

        return Mind(cast(EightCards, self.game))

    @property
    def note(self) -> str | None:
        """See ``Bot.note``."""
        if self.game.rules.assignment != "alternating":
            return None
        return Phrase(
            "tools.player.one_by_one",
            "Cards are placed one by one here: it plans whole placements and does not race for a board.",
        )

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(EightView, view)
        choices = self.game.choices(table)
        if len(choices) == 1:
            return choices[0]
        if self.beginner:
            return self._as_beginner(table, budget or self.default_budget)
        return self._mind.choose(table, budget or self.default_budget, self.rng)

    def _as_beginner(self, view: EightView, budget: Budget) -> Action:
        from korthus.bots.eight.equity import beginners_plan  # loads the compiler

        worlds = budget.simulations or self.default_budget.simulations
        assert worlds is not None  # a beginner counts run-outs, never seconds
        return next_action(view, beginners_plan(view, worlds, self.rng.getrandbits(63)))

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are the chips that this hand brings, the ante taken off."""
        return self._mind.rank(cast(EightView, view), budget or self.default_budget, self.rng)

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.hint``. In the last hand it counts who has more chips after it."""
        table = cast(EightView, view)
        is_last = table.number == self.game.rules.longest
        return self._mind.rank(table, budget or self.default_budget, self.rng, to_win=is_last)


SEARCH_BOTS: Final = at_levels(SearchBot, LEVELS)
