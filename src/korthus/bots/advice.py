"""What a bot says about the actions a seat may choose from: numbers, and a reason made from facts."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, View

#: The weight of an action that was never tried.
_HARDLY: Final = 1e-9
#: A chance to win within this of none or of all is the same to a person as none or all: it is shown in whole
#: percent.
_ALIKE: Final = 0.005


class Reason(msgspec.Struct, frozen=True):
    """A sentence to be written by a face: its key in the catalogue, and what goes into it.

    ``card`` and ``cards`` are cards as they are read, with spaces between.
    """

    key: str
    params: dict[str, str | int] = {}


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What one action is worth."""

    action: Action
    #: The expected result in the game's own unit (points, stones, a share of the pot), from this seat's side.
    value: float
    #: The standard error of ``value``; infinite where it is not known.
    error: float
    #: How many simulations tried the action.
    visits: int
    reasons: tuple[Reason, ...] = ()
    #: The chance to win the game after it, a draw counted half, where a hint is about that; else None.
    chance: float | None = None
    #: The standard error of ``chance``.
    chance_error: float | None = None


class Adviser(Bot):
    """A bot that can say what every legal action is worth."""

    @abstractmethod
    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """Every legal action of the seat to act, the best first: values never rise down the list.

        Where a good player mixes, what ``choose`` takes now may be another than the first.
        """

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """The same for a person who wants to win: near the end of a game that may be another thing.

        Either all of it gives ``chance``, and chances never rise down the list, or none of it does. In
        a game that is won or lost already, whatever is played, values count (``decides``).
        """
        return self.advise(view, budget)


class SearchingBot(Adviser):
    """An adviser that searches within its budget; its levels are classes of their own (``levels``)."""

    name: ClassVar[str] = "search"
    #: Whether it chooses as a beginner of its game does; its advice never does.
    beginner: ClassVar[bool] = False


def by_value(advice: Iterable[Advice]) -> tuple[Advice, ...]:
    """The actions by what they are worth; of equals the earlier first."""
    return tuple(sorted(advice, key=lambda each: -each.value))


def by_chance(advice: Iterable[Advice]) -> tuple[Advice, ...]:
    """The actions by the chance to win, then by what they are worth."""
    return tuple(sorted(advice, key=lambda each: (-_chance(each), -each.value)))


def decides(advice: Sequence[Advice]) -> bool:
    """Whether the game can still be won and lost: by which action, or with all of them.

    Actions whose error is not known do not count, unless it is known of none.
    """
    known = [_chance(each) for each in advice if math.isfinite(each.chance_error or 0.0)]
    known = known or [_chance(each) for each in advice]
    return max(known) > _ALIKE and min(known) < 1 - _ALIKE


def _chance(advice: Advice) -> float:
    return advice.chance or 0.0


def fitted(advice: Sequence[Advice], weights: Sequence[float] | None = None) -> tuple[Advice, ...]:
    """Actions in an order that is better founded than their values, with values that agree with it.

    A search may prefer an action that it has tried often to one that a few trials show in a better light.
    Where values rise down the list, the actions there get their common mean, weighted by visits if nothing
    else is said: as far as is known they are as good as each other.
    """
    values = _evened([each.value for each in advice], weights or [each.visits for each in advice])
    return tuple(
        each if each.value == value else replace(each, value=value)
        for each, value in zip(advice, values, strict=True)
    )


def fitted_to_win(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """The same for chances to win."""
    chances = _evened([_chance(each) for each in advice], [each.visits for each in advice])
    return tuple(replace(each, chance=chance) for each, chance in zip(advice, chances, strict=True))


def _evened(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Values that never rise: where they do, they become their common mean."""
    #: Runs with one value: the weight, the value, how many.
    runs: list[tuple[float, float, int]] = []
    for one, its in zip(values, weights, strict=True):
        run = (max(its, _HARDLY), one, 1)
        while runs and not runs[-1][1] >= run[1]:
            weight, value, many = runs.pop()
            both = weight + run[0]
            mean = run[1] if not math.isfinite(value) else (weight * value + run[0] * run[1]) / both
            run = (both, mean, many + run[2])
        runs.append(run)
    return [value for _, value, many in runs for _ in range(many)]
