"""Kuhn's poker: three cards, one bet. Its value to the first seat is -1/18; every solver begins here."""

from __future__ import annotations

from typing import Final

import numpy as np

from korthus.solve.core.staged import Betting, Node, Stage, StagedGame

_BETTING: Final = Betting(
    (
        Node(0, ("pass", "bet"), (1, 3)),
        Node(1, ("pass", "bet"), (~0, 2)),
        Node(0, ("pass", "bet"), (~1, ~2)),
        Node(1, ("pass", "bet"), (~3, ~4)),
    ),
    (False,) * 5,
)


def kuhn() -> StagedGame:
    """The game: antes of one, and one bet of one."""
    cards = np.arange(3)
    chance = (cards[:, None] != cards[None, :]) / 6
    showdown = np.sign(cards[:, None] - cards[None, :]) * chance
    payoffs = np.array([showdown, -chance, 2 * showdown, chance])
    paid = np.array([[0], [1], [2], [3], [2]])
    stage = Stage("bets", _BETTING, (cards, cards), None, 1, payoffs, paid)
    return StagedGame("kuhn", ("J", "Q", "K"), (stage,))
