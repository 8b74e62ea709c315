"""The scale of a review: points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from korthus.arena.review.units import Unit, ahead, lead
from korthus.core.protocol import AnyGame
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.scoring import omgang_points, side_score, totals
from korthus.games.mulle.state import MulleState


def _scores(game: AnyGame, state: MulleState) -> Sequence[float]:
    """Points of the finished omgångar. A bonus over the session is part of what is still open."""
    return [sum(omgang_points(game.rules, row[seat]) for row in state.sheet) for seat in (0, 1)]


def _settled(state: MulleState) -> bool:
    return len(state.sheet) == state.omgang


def _open(game: AnyGame, state: MulleState, seat: int) -> float:
    """The lead of this omgång as the search sees it: its advice is what will be gained on top of that.

    On the kernel a lead counts what the table and the bonus promise, on the rules only what is made.
    """
    from korthus.bots.mulle.policy import ONE, START
    from korthus.bots.mulle.worlds import pack_view
    from korthus.kernels.mulle.kernel import supports

    if supports(game.rules) is not None:
        sides = tuple(side_score(game.rules, side) for side in state.sides)
        now = totals(game.rules, (*state.sheet, (sides[0], sides[1])))
        return ahead(now)[seat] - ahead(_scores(game, state))[seat]
    promised = float(pack_view(cast(Mulle, game), game.view(state, seat))[START] / ONE)
    return promised if seat == 0 else -promised


UNIT: Final = Unit("points", lead, _scores, _settled, _open)
