"""The strongest Mus player: it plays what was solved, and solves anew what was not.

In a single hand with the usual bets the blueprint says how likely each action is. In a match, and after any
other amount, a network does that was taught by hands solved for their score and against such amounts
(``match``); what its words are worth is played out (``outlook``). After cards were changed the lance is
solved at the table (``line``). Solver and compiler are loaded when it first thinks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace

from korthus.bots.advice import Advice, Adviser, decides
from korthus.bots.mus.search import NEAR, SEARCH_BOTS, SearchBot, near_the_end
from korthus.bots.protocol import Budget
from korthus.core.phrases import Phrase, either
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.games.mus.cards import PACK
from korthus.games.mus.counting import dejes
from korthus.games.mus.game import Mus
from korthus.games.mus.state import Phase
from korthus.games.mus.view import MusView

if TYPE_CHECKING:
    from korthus.bots.mus.line import Follower, Hearing
    from korthus.bots.mus.words import Ear


class SolvedBot(Adviser):
    """Plays the solution of Mus, for the match."""

    name = "strongest"
    about = "plays what was solved: the hand for itself, or for the score of the match and any bet"
    #: Simulations are for tables that the solution does not know, and for changing cards.
    default_budget = Budget(simulations=12_000)
    #: From how many stones of either side it plays for the match and not for stones; None for never.
    aware_from: ClassVar[int | None] = 40 - NEAR

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._mus = cast(Mus, game)

    @cached_property
    def note(self) -> str | None:
        """See ``Bot.note``: tables that the solution does not know."""
        rules = self._mus.rules
        strange = [
            name
            for name, same in (
                ("deck", rules.deck == PACK),
                ("deje_after_raise", rules.deje_after_raise == "previous_stake"),
                ("punto_bonus_on_accept", rules.punto_bonus_on_accept),
            )
            if not same
        ]
        if not strange:
            return None
        told = Phrase(
            "tools.solution.strange",
            "The solution of Mus knows no other {options}. It searches here.",
            options=either(strange),
        )
        more = self._searching.note
        return (
            told if more is None else Phrase("tools.solution.further", "{told} {more}", told=told, more=more)
        )

    @cached_property
    def _searching(self) -> SearchBot:
        return SEARCH_BOTS["strongest"](self.game, self.rng)

    @cached_property
    def _ear(self) -> Ear:
        from korthus.bots.mus.words import Ear

        return Ear()

    @cached_property
    def _follower(self) -> Follower:
        from korthus.bots.mus.line import follower

        return follower(self._mus.rules, self.aware_from)

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        self._ear.listen(events)

    def restart(self) -> None:
        """See ``Bot.restart``."""
        self._ear.forget()

    def _searches(self, view: MusView) -> bool:
        return self.note is not None or view.phase is not Phase.BET

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        table = cast(MusView, view)
        choices = self._mus.choices(table)
        if len(choices) == 1:
            return choices[0]
        if self._searches(table):
            return self._searching.choose(view, budget)
        return self._mus.parse(self._pick(self.mix(table)))

    def mix(self, view: MusView) -> dict[str, float]:
        """How likely each action is, for a seat that is to bet at a table that the solution knows."""
        from korthus.bots.mus.model import NUMBER_OF

        hearing, hand = self.hearing(view), NUMBER_OF[view.hand]
        if self._is_for_network(hearing):
            from korthus.bots.mus.match import mix

            return mix(self._mus.rules, hearing, view, hand)
        _, actions, chances = self._follower.mix(hearing, hand)
        return dict(zip(actions, map(float, chances), strict=True))

    def _is_for_network(self, hearing: Hearing) -> bool:
        """Whether it is a match, or somebody has said what the solution of a single hand does not hold.

        The network knows órdago, and hands as they are dealt.
        """
        rules = self._mus.rules
        if self.aware_from is None or not rules.ordago or rules.mus_phase:
            return False
        return rules.target_stones is not None or not self._follower.is_usual(hearing)

    def _pick(self, mix: dict[str, float]) -> str:
        return self.rng.choices(list(mix), list(mix.values()))[0]

    def hearing(self, view: MusView) -> Hearing:
        """What is public about the hand that a seat sees, with the words that it has heard."""
        from korthus.bots.mus.line import Hearing
        from korthus.bots.mus.words import said_in

        stones = [now - taken for now, taken in zip(view.stones, dejes(view.settled), strict=True)]
        mano, other = view.mano, 1 - view.mano
        prior = None
        if self._mus.rules.mus_phase:
            from korthus.bots.mus.changes import after_changes

            prior = after_changes(self._mus, view)
        return Hearing(
            said_in(self._mus.rules, view, self._ear),
            None if view.pares is None else (view.pares[mano], view.pares[other]),
            None if view.juego is None else (view.juego[mano], view.juego[other]),
            (stones[mano], stones[other]),
            prior,
        )

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are stones, as those of the other levels.

        The first reason is how often it takes the action.
        """
        table = cast(MusView, view)
        if self._searches(table):
            return self._searching.advise(view, budget)
        from korthus.bots.mus.advice import in_order, played_out, values_of

        choices, hearing = self._mus.choices(table), self.hearing(table)
        if self._is_for_network(hearing):
            thought = budget or self.default_budget
            found = played_out(self._mus, hearing, table, self.mix(table), thought, self.rng)
            return in_order(found, choices)
        return in_order(values_of(self._mus, self._follower, hearing, table), choices)

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.hint``. When a hand or two may end the match, the chance to win it is told."""
        table = cast(MusView, view)
        if self._searches(table):
            return self._searching.hint(view, budget)
        advice, target = self.advise(view, budget), self._mus.rules.target_stones
        if target is None or self.aware_from is None or not near_the_end(self._mus.rules, table):
            return advice
        from korthus.bots.mus.advice import score_of

        now, stone = score_of(table, target)
        to_win = tuple(
            replace(
                each,
                chance=min(1.0, max(0.0, now + each.value * stone)),
                chance_error=each.error * stone,
            )
            for each in advice
        )
        return to_win if decides(to_win) else advice


class StonesOnlyBot(SolvedBot):
    """The same without an eye on the match, for comparison."""

    name = "stones_only"
    about = "plays the solution of each hand for stones, whatever the score"
    aware_from = None
