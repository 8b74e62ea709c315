"""Kachuful players that search: what each bid and card is worth, by playing on in worlds that may be true.

The kernel and the compiler behind it are loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, cast

from korthus.bots.advice import Advice, SearchingBot
from korthus.bots.kachuful.beginner import by_habit
from korthus.bots.kachuful.heard import Heard
from korthus.bots.kachuful.levels import LEVELS
from korthus.bots.known_tables import kernel_refusal, on_the_rules
from korthus.bots.levels import at_levels
from korthus.bots.protocol import Budget
from korthus.bots.rules_search import Horizon, Tried, advice_of, search
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.games.kachuful import Kachuful, KachufulView
from korthus.games.kachuful.scoring import totals
from korthus.kernels.brings import most_seats

if TYPE_CHECKING:
    from korthus.bots.kachuful.thinking import Mind


#: Where search on the rules themselves stops: at the end of the round, with its points.
ROUND: Final = Horizon(
    period=lambda state: state.round,
    points=lambda state: totals(state.sheet, len(state.hands)),
)

#: Simulations times seats that are enough where more sit than the kernel has room for, unless a budget is
#: given: at 0.15 ms each nobody at such a table thinks for much longer than a second
#: (``bench/constants.py``: search.by_rules).
_CROWD: Final = 8_000


class SearchBot(SearchingBot):
    """Searches every bid and card within its budget."""

    game: Kachuful
    #: Whether it reads the cards of others from all that they play, not from their bids alone (``Mind``).
    reads: ClassVar[bool] = False
    #: Play-outs that are enough for it among players who are not like the sensible seat (``Mind``), unless a
    #: budget is given; None: all that its own allows. Levels differ in little else there, and from a few
    #: hundred on they add next to nothing (``docs/decisions.md``, 23).
    playouts: ClassVar[int | None] = None

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._heard = Heard()

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.kachuful.thinking import Mind

        return Mind(self.game, reads=self.reads, heard=self._heard)

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        self._heard.listen(events)

    def restart(self) -> None:
        """See ``Bot.restart``."""
        self._heard.clear()

    @property
    def note(self) -> str | None:
        """See ``Bot.note``."""
        return self.note_at(self.game.min_seats)

    def note_at(self, seats: int) -> str | None:
        """See ``Bot.note_at``."""
        return on_the_rules(kernel_refusal(self.game, seats))

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(KachufulView, view)
        choices = self.game.choices(table)
        if len(choices) == 1:
            return choices[0]
        if self.beginner and (habit := by_habit(table, choices)) is not None:
            return habit
        if self.note_at(table.seats) is not None:
            return self._on_rules(table, choices, budget)[0].action
        most = self.playouts if budget is None else None
        ranking = self._mind.rank(table, choices, budget or self.default_budget, self.rng, most=most)
        return ranking.found[0][0]

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are points of this round, less the mean of the others'."""
        table = cast(KachufulView, view)
        choices = self.game.choices(table)
        if self.note_at(table.seats) is not None:
            return advice_of(self._on_rules(table, choices, budget))
        return self._mind.advise(table, choices, budget or self.default_budget, self.rng)

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.hint``. In the last rounds of a game the chance to win it counts."""
        table = cast(KachufulView, view)
        if self.note_at(table.seats) is not None or not self._mind.plays_to_win(table):
            return self.advise(view, budget)
        choices = self.game.choices(table)
        return self._mind.hint(table, choices, budget or self.default_budget, self.rng)

    def _on_rules(
        self, view: KachufulView, choices: Sequence[Action], budget: Budget | None
    ) -> tuple[Tried, ...]:
        if budget is None:
            budget = self.default_budget
            if budget.simulations is not None and view.seats > most_seats(self.game):
                budget = Budget(simulations=min(budget.simulations, _CROWD // view.seats))
        return search(self.game, view, choices, ROUND, budget, self.rng)


SEARCH_BOTS: Final = at_levels(SearchBot, LEVELS)
