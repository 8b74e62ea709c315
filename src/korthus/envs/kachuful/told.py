"""How much a seat is told in a game of Kachuful."""

from __future__ import annotations

from korthus.games.kachuful.game import Kachuful


def most_told(game: Kachuful, seats: int) -> int:
    """See ``brings.Tells``: every game of these rules has exactly as much."""
    # The round, the number of cards and one's own; all bids and the own action; the score.
    around = 3 + seats + 1 + 1
    # Of every trick each card, who won it, and the own action.
    trick = seats + 2
    return sum(around + cards * trick for cards in game.setup(seats).schedule) + 1  # the end
