"""Search on the readable rules, for tables that a kernel does not know.

It is some hundred times slower than search on a kernel, and plain: every action is tried in the same imagined
worlds, the rest is played at random to the end of the round, and the worse half of the actions is given up
again and again until the budget is spent. What it never does is play by other rules than the table's.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from korthus.bots.advice import Advice, fitted
from korthus.bots.protocol import Budget
from korthus.core.protocol import CHANCE, Action, AnyGame, State, View

#: Simulations where a budget bounds neither these nor the time: 0.1 s in Mus, 0.5 s in Kachuful with four
#: seats (``bench/constants.py``: search.by_rules).
_SIMULATIONS: Final = 1_000


class Horizon(NamedTuple):
    """How far a game is played on, and what it is worth there."""

    #: Play goes on as long as this stays the same: the number of the round, say.
    period: Callable[[Any], Hashable]
    #: The points of each seat so far.
    points: Callable[[Any], Sequence[float]]


class Tried(NamedTuple):
    """An action, the mean of its results, the standard error of that and how many results there are."""

    action: Action
    value: float
    error: float
    visits: int


def advice_of(tried: Iterable[Tried]) -> tuple[Advice, ...]:
    """What a search found, as advice without reasons."""
    return fitted(
        [Advice(action=each.action, value=each.value, error=each.error, visits=each.visits) for each in tried]
    )


class _Arm:
    """The results of one action so far."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, result: float) -> None:
        self.visits += 1
        self.total += result
        self.squares += result * result

    @property
    def tried(self) -> Tried:
        if not self.visits:
            return Tried(self.action, -math.inf, math.inf, 0)
        mean = self.total / self.visits
        if self.visits == 1:
            return Tried(self.action, mean, math.inf, 1)
        spread = max(0.0, self.squares - self.visits * mean * mean) / (self.visits - 1)
        return Tried(self.action, mean, math.sqrt(spread / self.visits), self.visits)


def search(
    game: AnyGame,
    view: View,
    choices: Sequence[Action],
    horizon: Horizon,
    budget: Budget,
    rng: random.Random,
) -> tuple[Tried, ...]:
    """What each action is worth to the seat of a view, compared with the mean of the others; the best first.

    A simulation is one action tried in one world. Every action is tried at least once, whatever the budget;
    those that were given up late come before those that were given up early.
    """
    assert view.seat is not None
    live = [_Arm(action) for action in choices]
    given_up: list[_Arm] = []
    purse = _Purse(budget, math.ceil(math.log2(max(2, len(live)))))
    while True:
        for _ in purse.rounds(len(live)):
            world = game.sample(view, rng)
            for arm in live:
                arm.add(_play_on(game, world, arm.action, view.seat, horizon, rng))
        live.sort(key=lambda arm: -arm.tried.value)
        if len(live) <= 2:
            return tuple(arm.tried for arm in (*live, *given_up))
        half = (len(live) + 1) // 2
        given_up[:0] = live[half:]
        del live[half:]


class _Purse:
    """Deals a budget out in equal parts to the halvings of a search; of two bounds the first one ends it."""

    def __init__(self, budget: Budget, halvings: int) -> None:
        self._halvings = halvings
        self._simulations = budget.simulations
        self._ends = None if budget.seconds is None else time.monotonic() + budget.seconds
        if budget.simulations is None and budget.seconds is None:
            self._simulations = _SIMULATIONS

    def rounds(self, arms: int) -> Iterator[None]:
        """One item for each world in which ``arms`` actions are tried next; at least one."""
        share = self._halvings
        self._halvings = max(1, self._halvings - 1)
        end = math.inf if self._ends is None else time.monotonic() + self._time_left() / share
        worlds = math.inf if self._simulations is None else max(1, self._simulations // share // arms)
        made = 0
        while made == 0 or (made < worlds and time.monotonic() < end):
            made += 1
            yield None
        if self._simulations is not None:
            self._simulations = max(0, self._simulations - made * arms)

    def _time_left(self) -> float:
        assert self._ends is not None
        return max(0.0, self._ends - time.monotonic())


class _Luck:
    """Draws with an ordinary generator: these worlds are imagined, nobody checks their cards."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, pool: Sequence[Any], count: int) -> tuple[Any, ...]:
        return tuple(self._rng.sample(pool, count))


def _play_on(
    game: AnyGame, world: State, action: Action, seat: int, horizon: Horizon, rng: random.Random
) -> float:
    """The points a seat gains more than the others, on average, if it does ``action`` in this world."""
    before, period = horizon.points(world), horizon.period(world)
    state = game.apply(world, action).state
    luck = _Luck(rng)
    while horizon.period(state) == period and (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.apply(state, game.draw(state, luck)).state
        else:
            state = game.apply(state, game.pick(game.view(state, actor), rng)).state
    gains = [after - first for after, first in zip(horizon.points(state), before, strict=True)]
    others = [gain for each, gain in enumerate(gains) if each != seat]
    return gains[seat] - sum(others) / len(others)
