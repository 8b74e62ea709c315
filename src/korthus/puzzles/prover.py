"""What a game may bring to this room: ``prover`` with ``PROVER``, which says where one action is the best.

A game that brings none has the default: two searches by its strong player that agree.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol, cast

import msgspec

from korthus.arena.review.judge import find_adviser
from korthus.arena.review.units import unit_of
from korthus.bots.advice import Advice
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.bots.registry import bot_names, make_bot
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.registry import brought
from korthus.puzzles.puzzle import Kind

#: Standard errors that a gap must be away from nothing: chance alone makes one in 370 as large as three.
_SURE: Final = 3.0
_BEGINNER: Final = "easy"


class Valued(msgspec.Struct, frozen=True):
    """An action and what it is worth."""

    action: Action
    value: float


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """All actions that could be valued, the best first."""

    ranked: tuple[Valued, ...]

    @property
    def best(self) -> Action:
        """The one best action."""
        return self.ranked[0].action

    @property
    def gap(self) -> float:
        """What the second best costs."""
        return self.ranked[0].value - self.ranked[1].value


class Prover(ABC):
    """Finds out whether one action is clearly the best, and where to look for such positions."""

    kind: ClassVar[Kind]
    #: The rules and seats of the games in which puzzles are looked for; None for the fewest seats.
    options: ClassVar[Mapping[str, Any]] = {}
    seats: ClassVar[int | None] = None
    #: Who plays them.
    player: ClassVar[str] = "normal"
    #: The least gap, in the unit of the game's review.
    margin: ClassVar[float]
    #: Simulations of one look; None where nothing is drawn.
    simulations: ClassVar[int | None] = None
    #: The fewest actions that make a question, the most puzzles of one game, and decisions between two.
    choices: ClassVar[int] = 3
    each: ClassVar[int] = 2
    apart: ClassVar[int] = 8

    def unit(self, game: AnyGame) -> str:
        """What a gap is counted in: ``points``, ``stones`` or ``chips``."""
        return unit_of(game).name

    def may_be(self, game: AnyGame, view: View) -> bool:
        """Whether a view is worth a proof; quick."""
        return True

    def beginner(self, game: AnyGame, seed: str) -> Bot:
        """Somebody who plays a little: how often it finds the action tells how hard that is."""
        return make_bot(_BEGINNER if _BEGINNER in bot_names(game.name) else RandomBot.name, game, seed)

    @abstractmethod
    def prove(self, game: AnyGame, view: View, seed: str) -> Proof | None:
        """What the actions are worth, if one is the best by ``margin``; else None."""


class SearchProver(Prover):
    """Two searches with luck of their own agree on the best action, each by the margin."""

    kind: ClassVar[Kind] = "search"
    level: ClassVar[str] = "strong"
    #: Of a first look, which drops most views.
    quick: ClassVar[int] = 400
    simulations: ClassVar[int | None] = 4_000
    margin: ClassVar[float] = 1.0

    def prove(self, game: AnyGame, view: View, seed: str) -> Proof | None:
        """See ``Prover.prove``. Values are those of the second search."""
        found = None
        for look, simulations in (("quick", self.quick), ("first", self.deep), ("second", self.deep)):
            advice = find_adviser(game, self.level, f"{seed}/{look}").advise(
                view, Budget(simulations=simulations)
            )
            ranked = ranking(advice)
            if len(ranked) < 2 or not self._is_clear(ranked, quick=look == "quick"):
                return None
            if found is not None and found.best != ranked[0].action:
                return None
            found = Proof(ranked=tuple(Valued(each.action, each.value) for each in ranked))
        return found

    @property
    def deep(self) -> int:
        """Simulations of a look that counts."""
        assert self.simulations is not None
        return self.simulations

    def _is_clear(self, ranked: Sequence[Advice], *, quick: bool) -> bool:
        """Whether the first is ahead of every other by the margin, and by more than luck explains."""
        best = ranked[0]
        gap = best.value - ranked[1].value
        if quick:
            return gap >= self.margin / 2
        return gap >= self.margin and all(
            best.value - each.value >= _SURE * math.hypot(best.error, error_of(each, best))
            for each in ranked[1:]
        )


def ranking(advice: Sequence[Advice]) -> list[Advice]:
    """The actions whose values are known, the best first."""
    known = [each for each in advice if math.isfinite(each.value) and math.isfinite(each.error)]
    return sorted(known, key=lambda each: -each.value)


def error_of(advice: Advice, best: Advice) -> float:
    """The standard error of a value; what was tried a few times has no less spread than the best."""
    if not advice.visits or not best.visits:
        return advice.error
    return max(advice.error, best.error * math.sqrt(best.visits / advice.visits))


class Proves(Protocol):
    """``prover``: what a game may bring to this room."""

    PROVER: Prover


def prover_of(game: str) -> Prover:
    """The prover that a game brings, or the default."""
    brings = cast("Proves | None", brought(game, "puzzles", "prover"))
    return SearchProver() if brings is None else brings.PROVER
