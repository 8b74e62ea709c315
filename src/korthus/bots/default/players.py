"""The usual levels for a game that brings only its rules.

Every level plays each action on in imagined worlds, at random, and takes the one that did best: to the end of
the round where the game says how it stands (``Game.standing``), else to the end of the game. No rule is known
here but what the game itself answers.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, Final

from korthus.bots.advice import Advice, Adviser
from korthus.bots.default.levels import LEVELS
from korthus.bots.levels import at_levels
from korthus.bots.protocol import Bot, Budget
from korthus.bots.rules_search import Horizon, advice_of, search
from korthus.core.errors import TooManyActions
from korthus.core.phrases import Phrase
from korthus.core.protocol import Action, AnyGame, View

#: Actions that are drawn and compared where a game has too many to list them: the best of 32 is among the
#: best 3 % on average (1 of 33).
_DRAWN: Final = 32


def horizon_of(game: AnyGame) -> Horizon:
    """How far a game is played on: until no card lies anywhere any more and the standing is known, or to the
    end, and what has been won by then.
    """

    def points(state: Any) -> Sequence[float]:
        if (outcome := game.outcome(state)) is not None:
            return outcome.scores
        standing = game.standing(state)
        return (0,) * game.seats(state) if standing is None else standing

    def period(state: Any) -> Hashable:
        """False once a round is over; the seat to act is never asked there."""
        return game.standing(state) is None or bool(game.located(state))

    return Horizon(period=period, points=points)


class RulesSearchBot(Adviser):
    """Searches every legal action within its budget, on the readable rules."""

    name: ClassVar[str] = "search"

    @property
    def note(self) -> str | None:
        """See ``Bot.note``."""
        return Phrase("tools.default_player", "It knows the rules of this game and nothing else about it.")

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        choices = self._choices(view)
        return choices[0] if len(choices) == 1 else self._search(view, choices, budget)[0].action

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """See ``Adviser.advise``. Values are points gained from now on, less the mean of the others'."""
        return self._search(view, self._choices(view), budget)

    def _search(self, view: View, choices: Sequence[Action], budget: Budget | None) -> tuple[Advice, ...]:
        horizon = horizon_of(self.game)
        return advice_of(search(self.game, view, choices, horizon, budget or self.default_budget, self.rng))

    def _choices(self, view: View) -> tuple[Action, ...]:
        """The legal actions, or some of them where there are too many to list."""
        try:
            return self.game.choices(view)
        except TooManyActions:
            drawn = (self.game.pick(view, self.rng) for _ in range(_DRAWN))
            return tuple(dict.fromkeys(drawn))


BOTS: Final[dict[str, type[Bot]]] = {**at_levels(RulesSearchBot, LEVELS)}
#: The usual opponent plays a person's automatic move, too.
AUTOMATIC: Final = ""
