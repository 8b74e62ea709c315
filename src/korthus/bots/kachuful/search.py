"""Kachuful players that search: what each bid and card is worth, by playing on in worlds that may be true.

The kernel and the compiler behind it are loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, cast

from korthus.bots.advice import Advice, Adviser
from korthus.bots.kachuful.levels import LEVELS
from korthus.bots.known_tables import kernel_refusal, most_seats, on_the_rules
from korthus.bots.protocol import Bot, Budget
from korthus.bots.rules_search import Horizon, Tried, search
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.kachuful import Kachuful, KachufulView
from korthus.games.kachuful.scoring import totals

if TYPE_CHECKING:
    from korthus.bots.kachuful.thinking import Mind


#: Where search on the rules themselves stops: at the end of the round, with its points.
ROUND: Final = Horizon(
    period=lambda state: state.round,
    points=lambda state: totals(state.sheet, len(state.hands)),
)

#: Simulations times seats that are enough where more sit than the kernel has room for, unless a budget is
#: given: so nobody at such a table thinks for much longer than a second.
_CROWD: Final = 8_000


class SearchBot(Adviser):
    """Searches every bid and card within its budget."""

    name: ClassVar[str] = "search"
    #: Whether it reads the cards of others from all that they play, not from their bids alone (``Mind``).
    reads: ClassVar[bool] = False
    #: Play-outs that are enough for it among players who are not like the sensible seat (``Mind``), unless a
    #: budget is given; None: all that its own allows. Levels differ in little else there, and from a few
    #: hundred on they add next to nothing (``docs/decisions.md``, 23).
    playouts: ClassVar[int | None] = None

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._kachuful = cast(Kachuful, game)

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.kachuful.thinking import Mind

        return Mind(self._kachuful, reads=self.reads)

    @property
    def note(self) -> str | None:
        """See ``Bot.note``."""
        return self.note_at(self._kachuful.min_seats)

    def note_at(self, seats: int) -> str | None:
        """See ``Bot.note_at``."""
        refusal = kernel_refusal(self._kachuful, seats)
        return on_the_rules(refusal)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(KachufulView, view)
        choices = self._kachuful.choices(table)
        if len(choices) == 1:
            return choices[0]
        if self.note_at(table.seats) is not None:
            return self._on_rules(table, choices, budget)[0].action
        if budget is not None:
            return self._mind.rank(table, choices, budget, self.rng)[0][0]
        ranked = self._mind.rank(table, choices, self.default_budget, self.rng, most=self.playouts)
        return ranked[0][0]

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are points of this round, less the mean of the others'."""
        table = cast(KachufulView, view)
        choices = self._kachuful.choices(table)
        if self.note_at(table.seats) is not None:
            return tuple(
                Advice(action=each.action, value=each.value, error=each.error, visits=each.visits)
                for each in self._on_rules(table, choices, budget)
            )
        return self._mind.advise(table, choices, budget or self.default_budget, self.rng)

    def _on_rules(
        self, view: KachufulView, choices: Sequence[Action], budget: Budget | None
    ) -> tuple[Tried, ...]:
        if budget is None:
            budget = self.default_budget
            if budget.simulations is not None and view.seats > most_seats(self.game):
                budget = Budget(simulations=min(budget.simulations, _CROWD // view.seats))
        return search(self.game, view, choices, ROUND, budget, self.rng)


class EasyBot(SearchBot):
    """Thinks for a moment."""

    name = "easy"
    about = "imagines a few ways the cards may lie"
    default_budget = LEVELS["easy"]


class NormalBot(SearchBot):
    """Thinks as long as nobody notices."""

    name = "normal"
    about = "imagines a dozen or more ways the cards may lie"
    default_budget = LEVELS["normal"]


class StrongBot(SearchBot):
    """Thinks for a moment longer than one notices."""

    name = "strong"
    about = "searches up to four thousand ways to play on"
    playouts = 48
    default_budget = LEVELS["strong"]


class StrongestBot(SearchBot):
    """Thinks for up to a second and a half, and reads cards from bids and plays."""

    name = "strongest"
    about = "searches as much as a second and a half allows and reads your cards from what you play"
    reads = True
    default_budget = LEVELS["strongest"]


SEARCH_BOTS: dict[str, type[Bot]] = {
    each.name: each for each in (EasyBot, NormalBot, StrongBot, StrongestBot)
}
