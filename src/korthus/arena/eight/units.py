"""The scale of a review: chips won or lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.arena.review.units import Unit
from korthus.core.protocol import AnyGame
from korthus.games.eight.state import EightState, Phase


def _result(game: AnyGame, scores: Sequence[float]) -> tuple[float, ...]:
    return tuple(chips - game.rules.bankroll for chips in scores)


def _scores(_: AnyGame, state: EightState) -> Sequence[float]:
    return state.bankrolls


def _settled(state: EightState) -> bool:
    return state.phase in (Phase.DEAL, Phase.OVER)


def _open(_game: AnyGame, state: EightState, _seat: int) -> float:
    """The ante: it lies in the pot, and the advice takes it off again."""
    return state.ante


UNIT: Final = Unit("chips", _result, _scores, _settled, _open)
