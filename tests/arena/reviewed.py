"""Finished games for the tests of reviews."""

from __future__ import annotations

import random
from collections.abc import Callable

from korthus.arena.review.judge import find_adviser, part_of
from korthus.bots.advice import Advice
from korthus.bots.protocol import Budget
from korthus.cli.setup import names_for
from korthus.core.chance import seed_bytes
from korthus.core.protocol import Action, AnyGame, View
from korthus.core.record import Record
from korthus.table import Player, Table

NAMES = names_for(52)

#: Chooses for the seat of a view, at an index among the actions of the record.
Pick = Callable[[int, View], Action]


def play(game: AnyGame, seats: int, seed: int | str, pick: Pick) -> Record:
    """The record of a whole game."""
    table = Table(game, [Player(name) for name in NAMES[:seats]], server_seed=seed_bytes(seed))
    table.start()
    while (seat := table.to_act) is not None:
        table.submit(seat, pick(len(table.record().actions), table.view(seat)))
    return table.record()


def at_random(game: AnyGame, seed: int = 1) -> Pick:
    """Any legal action."""
    rng = random.Random(seed)
    return lambda index, view: rng.choice(game.choices(view))


def quietly(game: AnyGame, seed: int) -> Pick:
    """Anything but a bet: a match of Mus lasts."""
    rng = random.Random(seed)

    def pick(index: int, view: View) -> Action:
        legal: tuple[Action, ...] = game.choices(view)
        calm = tuple(each for each in legal if not str(each).startswith("envido"))
        return rng.choice(calm or legal)

    return pick


def advised(game: AnyGame, budget: Budget, *, seed: int = 0) -> Callable[[int, View], tuple[Advice, ...]]:
    """The advice that a review with this seed goes by in its first long look."""

    def ask(index: int, view: View) -> tuple[Advice, ...]:
        return find_adviser(game, "strong", f"{seed}/{index}/first").hint(view, part_of(budget, 2))

    return ask
