"""Mus players that search: what each action is worth against every hand that the other may have.

The kernel and the compiler behind it are loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from korthus.bots.advice import Advice, Adviser, Reason
from korthus.bots.known_tables import on_the_rules
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.mus.game import Mus
from korthus.games.mus.view import MusView

if TYPE_CHECKING:
    from korthus.bots.mus.thinking import Mind


class SearchBot(Adviser):
    """Tries every action against hands that the other may have, and plays the rest of the hand out."""

    name: ClassVar[str] = "search"
    #: Whether it plays the lances after this one out, reads the bets of those before, and in how many rounds
    #: it solves this one anew: see ``Thought``.
    ahead: ClassVar[bool] = True
    reads: ClassVar[bool] = True
    rounds: ClassVar[int] = 0

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._mus = cast(Mus, game)

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.mus.thinking import Mind, Thought

        return Mind(self._mus, Thought(ahead=self.ahead, reads=self.reads, rounds=self.rounds))

    @cached_property
    def note(self) -> str | None:
        """What is different about this player at this table, in a sentence; None for nothing."""
        from korthus.kernels.mus.kernel import supports

        refusal = supports(self._mus.rules)
        return on_the_rules(refusal)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(MusView, view)
        choices = self._mus.choices(table)
        if len(choices) == 1:
            return choices[0]
        if self.note is not None:
            return self._slow.choose(view, budget)
        return self._mind.choose(table, choices, budget or self.default_budget, self.rng)

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are stones: what the hand still brings more than the other gets.

        In a match that is the change of the chance to win it, divided by what a stone changes at this score.
        """
        table = cast(MusView, view)
        choices = self._mus.choices(table)
        if self.note is not None:
            best = self._slow.choose(view, budget)
            rest = [action for action in choices if action != best]
            nothing = Reason("mus.advice.on_the_rules")
            return tuple(
                Advice(action=each, value=0.0, error=float("inf"), visits=0, reasons=(nothing,))
                for each in (best, *rest)
            )
        return self._mind.advise(table, choices, budget or self.default_budget, self.rng)

    @cached_property
    def _slow(self) -> Bot:
        from korthus.bots.mus.players import MonteCarloBot

        return MonteCarloBot(self.game, self.rng)


class EasyBot(SearchBot):
    """Thinks about a few hands and this lance only."""

    name = "easy"
    about = "tries each action against a few hands, one lance at a time"
    default_budget = Budget(simulations=24)
    ahead = False
    reads = False


class NormalBot(SearchBot):
    """Thinks about all lances, but reads nothing from those that are over."""

    name = "normal"
    about = "tries each action against some hundreds of hands and plays all lances out"
    default_budget = Budget(simulations=400)
    reads = False


class StrongBot(SearchBot):
    """Reads bets and passes."""

    name = "strong"
    about = "also reads from every lance before what the other may hold"
    default_budget = Budget(simulations=4_000)


class StrongestBot(SearchBot):
    """Solves the lance anew at every turn."""

    name = "strongest"
    about = "also solves the betting of each lance anew for this score and these hands"
    default_budget = Budget(simulations=12_000)
    rounds = 120


SEARCH_BOTS: dict[str, type[Bot]] = {
    each.name: each for each in (EasyBot, NormalBot, StrongBot, StrongestBot)
}
