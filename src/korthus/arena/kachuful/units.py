"""The scale of a review: points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.arena.review.units import Unit, lead, nothing_open
from korthus.core.protocol import AnyGame
from korthus.games.kachuful.scoring import totals
from korthus.games.kachuful.state import KachufulState, Phase


def _scores(_: AnyGame, state: KachufulState) -> Sequence[float]:
    return totals(state.sheet, len(state.hands))


def _settled(state: KachufulState) -> bool:
    return state.phase in (Phase.DEAL, Phase.OVER)


UNIT: Final = Unit("points", lead, _scores, _settled, nothing_open)
