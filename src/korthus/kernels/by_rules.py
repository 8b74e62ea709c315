"""Whole games at random on the readable rules, for games that bring no kernel."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from korthus.core.protocol import CHANCE, AnyGame
from korthus.kernels.brings import kernel_named
from korthus.kernels.bulk import Sums


def has_kernel(game: AnyGame) -> bool:
    """Whether a game brings compiled rules."""
    return kernel_named(game.name) is not None


def games_by_rules(game: AnyGame, seats: int, games: int, seed: int, number: int = 0) -> Sums:
    """As ``bulk.random_games``, from the first state; some hundred times slower than a kernel."""
    rng = random.Random(f"{seed}/{number}")
    luck = _Luck(rng)
    rows = [[0.0] * seats for _ in range(3)]
    for _ in range(games):
        state = game.new(seats)
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                action = game.draw(state, luck)
            else:
                action = game.pick(game.view(state, actor), rng)
            state = game.apply(state, action).state
        outcome = game.outcome(state)
        assert outcome is not None, "nobody is to act any more"
        for seat, score in enumerate(outcome.scores):
            rows[0][seat] += score
            rows[1][seat] += score * score
        for seat in outcome.winners:
            rows[2][seat] += 1 / len(outcome.winners)
    return Sums(games, *(tuple(row) for row in rows))


class _Luck:
    """Draws with an ordinary generator: nobody checks the cards of these games."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def draw(self, pool: Sequence[Any], count: int) -> tuple[Any, ...]:
        return tuple(self._rng.sample(pool, count))
