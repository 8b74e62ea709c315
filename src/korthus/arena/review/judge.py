"""What a decision cost, by an adviser that sees what the seat saw.

It is asked for a hint, as a person would ask. Near the end of a game that is about winning it, and so is the
cost then: what a hint puts first costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from korthus.arena.review.data import SURE, Decision
from korthus.arena.review.errors import ReviewError
from korthus.bots.advice import Advice, Adviser
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_types, make_bot
from korthus.core.protocol import Action, AnyGame, View


def find_adviser(game: AnyGame, level: str, seed: str = "") -> Adviser:
    """A player that can judge.

    Raises:
        InvalidOptions: there is no such player.
        ReviewError: it cannot, or nobody can.
    """
    names = [name for name, kind in bot_types(game.name).items() if issubclass(kind, Adviser)]
    if not names:
        raise ReviewError("NO_ADVISER", game=game.name)
    bot = make_bot(level, game, seed)
    if not isinstance(bot, Adviser):
        raise ReviewError("NOT_AN_ADVISER", name=level, names=tuple(names))
    return bot


def glance(adviser: Adviser, view: View, played: str, budget: Budget, *, index: int, base: float) -> Decision:
    """What a decision seems to have cost the seat of a view, at a first glance.

    Args:
        budget: the thought of a glance.
        base: what to add to the adviser's values.
    """
    assert view.seat is not None
    advice = adviser.hint(view, budget)
    return _compare(advice, _choice(advice).action, played, view.seat, index, base, looks=1)


def is_enough(seen: Decision) -> bool:
    """Whether a glance has shown all: what was played is what it would play, or the position is solved."""
    return seen.cost is not None and (seen.text == seen.best or seen.cost_error == 0)


def judge(
    adviser: Callable[[str], Adviser], view: View, played: str, budget: Budget, *, index: int, base: float
) -> Decision:
    """What a decision cost the seat of a view.

    Half of the thought says whether it may be a mistake; what may be one gets all of it, with other luck.

    Args:
        adviser: makes the one that judges, for a seed.
        base: what to add to its values.
    """
    assert view.seat is not None
    first = adviser("first").hint(view, part_of(budget, 2))
    choice = _choice(first).action
    found = _compare(first, choice, played, view.seat, index, base, looks=2)
    if not found.is_mistake or found.cost_error == 0:
        return found
    second = adviser("second").hint(view, budget)
    return _compare(second, choice, played, view.seat, index, base, looks=3)


def _choice(advice: Sequence[Advice]) -> Advice:
    """What should have been played: what the adviser would play, but where it bluffs now and then on purpose
    and says itself that something else is worth more, that.
    """
    first = _worth(advice[0])
    better = [
        (each, worth)
        for each, worth in ((each, _worth(each)) for each in advice[1:])
        if math.isfinite(worth.value)
        and worth.value - first.value > SURE * math.hypot(_error(worth, first), first.error)
    ]
    return max(better, key=lambda pair: pair[1].value, default=(advice[0], first))[0]


class _Worth(NamedTuple):
    """By what an action is judged: the chance to win the game where the advice tells it, else its value."""

    value: float
    error: float
    visits: int

    @property
    def is_known(self) -> bool:
        return math.isfinite(self.value) and math.isfinite(self.error)


def _worth(advice: Advice) -> _Worth:
    return _value(advice) if (chance := _chance(advice)) is None else chance


def _chance(advice: Advice) -> _Worth | None:
    if advice.chance is None or advice.chance_error is None:
        return None
    return _Worth(advice.chance, advice.chance_error, advice.visits)


def _value(advice: Advice) -> _Worth:
    return _Worth(advice.value, advice.error, advice.visits)


def _error(worth: _Worth, choice: _Worth) -> float:
    """The standard error of what an action is worth.

    One that was tried a few times may show less spread than it has: it is taken to have no less than the
    choice, which was tried often.
    """
    if not worth.visits or not choice.visits:
        return worth.error
    return max(worth.error, choice.error * math.sqrt(choice.visits / worth.visits))


def _compare(
    advice: Sequence[Advice], choice: Action, played: str, seat: int, index: int, base: float, looks: int
) -> Decision:
    best = next((each for each in advice if each.action == choice), advice[0])
    mine = next((each for each in advice if str(each.action) == played), None)
    decision = Decision(
        index=index,
        seat=seat,
        text=played,
        best=str(best.action),
        choices=len(advice),
        looks=looks,
        value=None,
        error=None,
        best_value=None,
        best_error=None,
        cost=None,
        cost_error=None,
        reasons=() if mine is None else mine.reasons,
        best_reasons=best.reasons,
    )
    if mine is None:
        return decision
    value, most, worth, top = _value(mine), _value(best), _worth(mine), _worth(best)
    # What is judged by the chance to win may have been tried for points once only, which shows no spread.
    if not all(each.is_known for each in (most, worth, top)) or math.isinf(value.value):
        return decision
    of_one = most.error * math.sqrt(most.visits)
    is_to_win, same = _chance(mine) is not None, mine is best
    return replace(
        decision,
        value=base + value.value,
        error=_error(value, most) if value.is_known else of_one,
        best_value=base + most.value,
        best_error=most.error,
        chance=worth.value if is_to_win else None,
        best_chance=top.value if is_to_win else None,
        cost=0.0 if same else max(0.0, top.value - worth.value),
        cost_error=0.0 if same else math.hypot(_error(worth, top), top.error),
    )


def part_of(budget: Budget, part: int, least: int = 1) -> Budget:
    """A budget divided by ``part``, but at least ``least`` simulations, if it has them."""
    if budget.simulations is None:
        return Budget(seconds=(budget.seconds or 0.0) / part)
    return Budget(simulations=min(budget.simulations, max(least, budget.simulations // part)))
