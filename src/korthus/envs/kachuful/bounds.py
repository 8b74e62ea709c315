"""How long a game of Kachuful is, and how many points it can bring."""

from __future__ import annotations

from korthus.envs.brings import Bounds
from korthus.envs.kachuful.encoding import points_of
from korthus.games.kachuful.game import Kachuful


def bounds(game: Kachuful, seats: int) -> Bounds:
    """See ``brings.Bounded``: in every round each seat bids once and plays its cards."""
    setup = game.setup(seats)
    least, most = points_of(setup)
    return Bounds(moves=sum(seats * (1 + cards) for cards in setup.schedule), low=least, high=most)
