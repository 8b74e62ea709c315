"""What a game is played for, as one number a seat: the scale on which a review measures.

``Advice`` counts from the moment it is asked for, or from the start of a hand. A unit says what to add, so
that values of any moment of a game lie on one scale and end at the result itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, cast

from korthus.core.protocol import AnyGame
from korthus.games.registry import brought


class Unit(NamedTuple):
    """The scale of one game. States are the reviewer's; of them only what everybody knows is used."""

    #: ``points``, ``stones`` or ``chips``: the end of a key in the catalogue.
    name: str
    #: What final scores come to for each seat.
    result: Callable[[AnyGame, Sequence[float]], tuple[float, ...]]
    #: The scores of what is finished: rounds, omgångar, hands.
    scores: Callable[[AnyGame, Any], Sequence[float]]
    #: Whether nothing is being played between the scores of now and the next deal.
    settled: Callable[[Any], bool]
    #: What a seat that is to act has beyond the scores, where its advice begins to count.
    open: Callable[[AnyGame, Any, int], float]

    def standing(self, game: AnyGame, state: Any) -> tuple[float, ...]:
        """What the finished part has come to for each seat."""
        return self.result(game, self.scores(game, state))

    def base(self, game: AnyGame, state: Any, seat: int) -> float:
        """What to add to the value of an advice for the seat that is to act in ``state``."""
        return self.standing(game, state)[seat] + self.open(game, state, seat)


def ahead(scores: Sequence[float]) -> tuple[float, ...]:
    """Each seat's score less the mean of the others'.

    >>> ahead([10, 4, 1])
    (7.5, -1.5, -6.0)
    """
    total, others = sum(scores), len(scores) - 1
    return tuple(score - (total - score) / others for score in scores)


def lead(_: AnyGame, scores: Sequence[float]) -> tuple[float, ...]:
    """The usual result: how far each seat is ahead."""
    return ahead(scores)


def nothing_open(_game: AnyGame, _state: Any, _seat: int) -> float:
    """For games whose advice counts from the scores on."""
    return 0.0


def default_unit(game: AnyGame) -> Unit:
    """The scale of a game that brings none: its standing where it says how it stands, else the final scores.

    The default players' advice counts from the standing on, so that both lie on one scale.
    """

    def scores(game: AnyGame, state: Any) -> Sequence[float]:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.scores
        standing = game.standing(state)
        return (0.0,) * game.seats(state) if standing is None else standing

    def settled(state: Any) -> bool:
        return game.standing(state) is not None and not game.located(state)

    return Unit("points", lead, scores, settled, nothing_open)


class Measures(Protocol):
    """``units``: what a game may bring to the arena."""

    UNIT: Unit


def unit_of(game: AnyGame) -> Unit:
    """The scale of a game: ``units.UNIT`` of its package here, else the default."""
    brings = cast("Measures | None", brought(game.name, "arena", "units"))
    return default_unit(game) if brings is None else brings.UNIT
