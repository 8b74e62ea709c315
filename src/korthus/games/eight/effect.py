"""What putting a card on a board leads to, as far as its seat can tell: the fourth card fixes the kinds."""

from __future__ import annotations

from korthus.core.protocol import Effect
from korthus.games.eight.actions import EightAction, PlaceCard
from korthus.games.eight.boards import BOARDS, NLHE_SIZE, PLO_SIZE, Board
from korthus.games.eight.view import EightView


class Puts(Effect, frozen=True, kw_only=True):
    """A card put on a board."""

    #: Whether that board becomes the Omaha board by it (EI-1).
    omaha: bool = False
    #: The board from which the other's third card then goes back to its hand (EI-3).
    returns: Board | None = None


def effect(view: EightView, action: EightAction) -> Puts | None:
    """What a card put on a board does; None for other actions, which do just what they say."""
    if not isinstance(action, PlaceCard) or view.seat is None:
        return None
    own, other = view.counts[view.seat], view.counts[1 - view.seat]
    if view.plo is not None or own is None or own[action.board.number] + 1 < PLO_SIZE:
        return Puts()
    held = other or (0, 0, 0)
    too_many = (board for board in BOARDS if board is not action.board and held[board.number] > NLHE_SIZE)
    return Puts(omaha=True, returns=next(too_many, None))
