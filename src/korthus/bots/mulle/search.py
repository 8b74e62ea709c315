"""Mulle players that search: what each play is worth, by playing the rond on in worlds that may be true.

In the last rond, when all unseen cards are in the other's hand, they solve what is left instead.

The kernel and the compiler behind it are loaded when a bot first thinks, not when it is listed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, cast

from msgspec.structs import replace

from korthus.bots.advice import Advice, SearchingBot, decides
from korthus.bots.known_tables import on_the_rules
from korthus.bots.levels import at_levels
from korthus.bots.mulle.beginner import noticed
from korthus.bots.mulle.levels import LEVELS
from korthus.bots.protocol import Budget
from korthus.bots.rules_search import Horizon, Tried, advice_of, search
from korthus.core.errors import TooManyActions
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.games.mulle.actions import Play
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import side_score, totals
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView

if TYPE_CHECKING:
    from korthus.bots.mulle.thinking import Mind


def rond(rules: MulleRules) -> Horizon:
    """Where search on the rules themselves stops: at the end of the rond, with the points of all omgångar."""

    def points(state: MulleState) -> tuple[int, int]:
        if len(state.sheet) == state.omgang:  # the omgång is over, and written down
            return totals(rules, state.sheet)
        first, second = state.sides
        return totals(rules, (*state.sheet, (side_score(rules, first), side_score(rules, second))))

    return Horizon(period=lambda state: (state.omgang, state.rond), points=points)


class SearchBot(SearchingBot):
    """Searches every play within its budget."""

    #: Hands of the other that are weighed by what they played in the rond; none: all are equally likely.
    reads: ClassVar[int] = 0

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        #: What the seat was told since it last thought.
        self._news: list[Event] = []

    @cached_property
    def _mind(self) -> Mind:
        from korthus.bots.mulle.thinking import Mind

        return Mind(cast(Mulle, self.game), reads=self.reads)

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        if self.reads:
            self._news.extend(events)

    def restart(self) -> None:
        """See ``Bot.restart``."""
        self._news.clear()
        self.__dict__.pop("_mind", None)  # it remembers the game before

    @property
    def note(self) -> str | None:
        """See ``Bot.note``."""
        from korthus.kernels.mulle.kernel import supports

        return on_the_rules(supports(self.game.rules))

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(MulleView, view)
        choices = self._choices(table)
        if choices is None:
            return self._on_rules(table, budget)[0].action
        if self.beginner:
            choices = noticed(table, choices)
        if len(choices) == 1:
            return choices[0]
        return self._rank(table, choices, budget)[0].action

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are points that the seat gains more than the other in this rond.

        Where captures are too many to list, the largest are named.
        """
        table = cast(MulleView, view)
        choices = self._choices(table)
        if choices is None:
            return advice_of(self._on_rules(table, budget))
        return self._rank(table, choices, budget, explain=True)

    def _rank(
        self, view: MulleView, choices: Sequence[Play], budget: Budget | None, *, explain: bool = False
    ) -> tuple[Advice, ...]:
        self._mind.listen(self._news)
        self._news.clear()
        return self._mind.rank(view, choices, budget or self.default_budget, self.rng, explain=explain)

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.hint``. The end of the last omgång is solved, and with it who wins."""
        table = cast(MulleView, view)
        advice = self.advise(view, budget)
        if table.omgang < table.omgangar or any(each.error or each.visits for each in advice):
            return advice
        lead = self._mind.lead(table)
        to_win = tuple(
            replace(
                each,
                chance=0.5 + 0.5 * ((lead + each.value > 0) - (lead + each.value < 0)),
                chance_error=0.0,
            )
            for each in advice
        )
        return to_win if decides(to_win) else advice

    def _choices(self, view: MulleView) -> tuple[Play, ...] | None:
        """The plays to search on the kernel; None where it searches on the rules: see ``note``.

        It does so too where captures are too many to list, or a plain pile of several cards lies there, which
        only positions written by hand have.
        """
        if self.note is not None or any(not pile.is_build and not pile.is_single for pile in view.table):
            return None
        try:
            return cast(tuple[Play, ...], self.game.choices(view))
        except TooManyActions:
            return None

    def _on_rules(self, view: MulleView, budget: Budget | None) -> tuple[Tried, ...]:
        from korthus.bots.mulle.players import Eye, candidates

        plays = candidates(self.game, Eye(self.game.rules, view), self.rng)
        rules = self.game.rules
        return search(self.game, view, plays, rond(rules), budget or self.default_budget, self.rng)


SEARCH_BOTS: Final = at_levels(SearchBot, LEVELS)
