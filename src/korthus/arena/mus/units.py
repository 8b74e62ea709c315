"""The scale of a review: stones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.arena.review.units import Unit, lead, nothing_open
from korthus.core.protocol import AnyGame
from korthus.games.mus.state import MusState, Phase


def _scores(_: AnyGame, state: MusState) -> Sequence[float]:
    return state.stones


def _settled(state: MusState) -> bool:
    return state.phase in (Phase.DEAL, Phase.OVER)


UNIT: Final = Unit("stones", lead, _scores, _settled, nothing_open)
