"""Mus players that search: what each action is worth against every hand that the other may have.

The kernel and the compiler behind it are loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, cast

from msgspec.structs import replace

from korthus.bots.advice import Advice, Adviser, Reason, decides
from korthus.bots.known_tables import on_the_rules
from korthus.bots.levels import at_levels
from korthus.bots.mus.levels import LEVELS
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, View
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.view import MusView

if TYPE_CHECKING:
    from korthus.bots.mus.thinking import Mind


#: Stones before the end of a match from which a hand or two may end it (``bench/constants.py``: mus.near).
NEAR: Final = 15


def near_the_end(rules: MusRules, view: MusView) -> bool:
    """Whether a hand or two may end the match."""
    return rules.target_stones is not None and rules.target_stones - max(view.stones) <= NEAR


def _plain(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """The same without the chance to win."""
    return tuple(replace(each, chance=None, chance_error=None) for each in advice)


class SearchBot(Adviser):
    """Tries every action against hands that the other may have, and plays the rest of the hand out."""

    game: Mus
    name: ClassVar[str] = "search"
    #: Whether it plays the lances after this one out, reads the bets of those before, and in how many rounds
    #: it solves this one anew: see ``Thought``.
    ahead: ClassVar[bool] = True
    reads: ClassVar[bool] = True
    rounds: ClassVar[int] = 0
    #: Whether a pass in this lance tells it something.
    heeds: ClassVar[bool] = True

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.mus.thinking import Mind, Thought

        return Mind(
            self.game,
            Thought(ahead=self.ahead, reads=self.reads, rounds=self.rounds, heeds=self.heeds),
        )

    @cached_property
    def note(self) -> str | None:
        """What is different about this player at this table, in a sentence; None for nothing."""
        from korthus.kernels.mus.kernel import supports

        return on_the_rules(supports(self.game.rules))

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(MusView, view)
        choices = self.game.choices(table)
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
        choices = self.game.choices(table)
        if self.note is not None:
            best = self._slow.choose(view, budget)
            rest = [action for action in choices if action != best]
            nothing = Reason("mus.advice.on_the_rules")
            return tuple(
                Advice(action=each, value=0.0, error=float("inf"), visits=0, reasons=(nothing,))
                for each in (best, *rest)
            )
        return _plain(self._mind.advise(table, choices, budget or self.default_budget, self.rng))

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.hint``. When a hand or two may end the match, the chance to win it is told."""
        table = cast(MusView, view)
        if self.note is not None or not near_the_end(self.game.rules, table):
            return self.advise(view, budget)
        choices = self.game.choices(table)
        advice = self._mind.advise(table, choices, budget or self.default_budget, self.rng)
        return advice if decides(advice) else _plain(advice)

    @cached_property
    def _slow(self) -> Bot:
        from korthus.bots.mus.players import MonteCarloBot

        return MonteCarloBot(self.game, self.rng)


SEARCH_BOTS: Final = at_levels(SearchBot, LEVELS)
