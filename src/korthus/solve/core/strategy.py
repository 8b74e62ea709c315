"""Strategies as arrays: for every node of every stage the probability of each action.

The numbers of one action at one node are an array ``[instances, hands]``. The instance counts the ways of the
stages before like digits, the first stage first, so an information set is found without searching.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from korthus.solve.core.staged import Floats, StagedGame

#: ``tables[stage][node][action]``, each ``[instances, hands of the seat]``.
Tables = list[list[list[npt.NDArray[Any]]]]


class Strategy:
    """How both seats play a game. The numbers of an information set need not add up to one: they are weights.

    Where all of them are zero every action is as likely as the others.
    """

    def __init__(self, game: StagedGame, tables: Tables) -> None:
        self.game = game
        self.tables = tables

    @classmethod
    def uniform(cls, game: StagedGame) -> Strategy:
        """Every action as likely as the others."""
        tables: Tables = [[] for _ in game.stages]
        for number, _, stage, node in game.spots():
            shape = (stage.instances, len(stage.hands[node.seat]))
            tables[number].append([np.ones(shape) for _ in node.actions])
        return cls(game, tables)

    def at(self, stage: int, node: int, instance: int, hand: int) -> Floats:
        """The probabilities of the actions for one hand, by its number among the hands of the game."""
        seat = self.game.stages[stage].betting.nodes[node].seat
        column = int(np.searchsorted(self.game.stages[stage].hands[seat], hand))
        return normal([table[instance, column] for table in self.tables[stage][node]])


def normal(weights: list[npt.NDArray[Any]]) -> Floats:
    """Weights as probabilities, ``[actions, …]``, in double precision."""
    stacked = np.asarray(weights, dtype=np.float64)
    total = stacked.sum(axis=0)
    empty = total <= 0
    return np.where(empty, 1 / len(weights), stacked / np.where(empty, 1.0, total))
