"""What a step brings each seat, so that the steps of a game add up to its outcome.

Points so far are the outcome's scores once a game is over. Before that they are what the game says: by
``points`` of its package here, else by ``Game.standing``; a game that says neither has none until it is over.
The reward of a step is the points after it less those before it. So the rewards of a game add up to the
outcome's score less what the seat began with, which is nothing unless everybody begins with chips.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from korthus.core.protocol import AnyGame
from korthus.envs.brings import Pays
from korthus.games.registry import brought

Points = tuple[float, ...]


def points(game: AnyGame, state: Any) -> Points:
    """The points of each seat so far, in the unit of ``Outcome.scores``, from what everybody knows."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.scores
    counted = _counted_by(game.name)
    standing = game.standing(state) if counted is None else counted(game, state)
    return (0.0,) * game.seats(state) if standing is None else tuple(standing)


def gained(before: Sequence[float], after: Sequence[float]) -> Points:
    """The points of each seat after, less those before."""
    return tuple([late - early for early, late in zip(before, after, strict=True)])


@cache
def _counted_by(name: str) -> Callable[[AnyGame, Any], Sequence[float]] | None:
    module = cast("Pays | None", brought(name, "envs", "points"))
    return None if module is None else module.points
