"""How often each hand does what when both seats play a strategy, and what each hand is worth.

Frequencies are taken at one node of a lance over everything that can have been said and declared before it,
each course of things with its chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from korthus.games.mus.scoring import Lance, plays
from korthus.solve.core.backend import Backend
from korthus.solve.core.staged import Floats, Ints, Node
from korthus.solve.core.strategy import Strategy, normal
from korthus.solve.core.walk import Place, Walker
from korthus.solve.mus.hand_game import MusHand


@dataclass(frozen=True, eq=False)
class Visits:
    """What the seat to act does at one node of a lance: ``chance[action, hand]``.

    The numbers are chances before the deal: that the seat gets the hand, comes to the node, and does that.
    """

    seat: int
    actions: tuple[str, ...]
    chance: Floats

    @property
    def reached(self) -> Floats:
        """The chance of each hand to be here."""
        total: Floats = self.chance.sum(axis=0)
        return total

    def frequency(self, action: str) -> Floats:
        """How often each hand does something here; not a number for hands that never come here."""
        reached = self.reached
        with np.errstate(invalid="ignore"):
            found: Floats = self.chance[self.actions.index(action)] / np.where(reached > 0, reached, np.nan)
        return found

    def share(self, action: str) -> float:
        """How often it is done here, all hands together; not a number where nobody ever comes."""
        total = float(self.chance.sum())
        return float(self.chance[self.actions.index(action)].sum()) / total if total else float("nan")


#: By lance and what has been said in it.
Frequencies = dict[tuple[Lance, tuple[str, ...]], Visits]


def frequencies(hand: MusHand, strategy: Strategy) -> Frequencies:
    """What both seats do at every node of every lance."""
    return _Count(hand, strategy).found()


class _Count:
    def __init__(self, hand: MusHand, strategy: Strategy) -> None:
        self._hand = hand
        self._game = hand.game
        self._strategy = strategy
        self._nodes: dict[tuple[Lance, tuple[str, ...]], Node] = {}
        self._sums: dict[tuple[Lance, tuple[str, ...]], Floats] = {}

    def found(self) -> Frequencies:
        self._stage(0, [np.ones((1, len(hands))) for hands in self._game.stages[0].hands])
        return {key: Visits(node.seat, node.actions, self._sums[key]) for key, node in self._nodes.items()}

    def _stage(self, number: int, reach: list[Floats]) -> None:
        stage, lance = self._game.stages[number], self._hand.spots[number].lance
        chance = self._hand.hands.chance[np.ix_(*stage.hands)]
        paths = {index: path for path, index in stage.betting.paths.items()}
        here: dict[int, list[Floats]] = {0: reach}
        for index, node in enumerate(stage.betting.nodes):
            both = here.pop(index)
            parts = normal(self._strategy.tables[number][index])
            meet = both[1] @ chance.T if node.seat == 0 else both[0] @ chance
            weights = both[node.seat] * meet
            self._add((lance, paths[index]), node, stage.hands[node.seat], (parts * weights).sum(axis=1))
            for child, part in zip(node.children, parts, strict=True):
                after = list(both)
                after[node.seat] = both[node.seat] * part
                here[child] = after
        for child in self._game.after[number]:
            self._stage(child, self._go_on(number, child, here))

    def _add(self, key: tuple[Lance, tuple[str, ...]], node: Node, hands: Ints, chance: Floats) -> None:
        self._nodes[key] = node
        sums = self._sums.setdefault(key, np.zeros((len(node.actions), len(self._hand.hands.all))))
        sums[:, hands] += chance

    def _go_on(self, number: int, child: int, leaves: dict[int, list[Floats]]) -> list[Floats]:
        """The reach of both seats at the root of a stage that follows."""
        stage, following = self._game.stages[number], self._game.stages[child]
        ways = [~leaf for leaf, on in enumerate(stage.betting.goes_on) if on]
        reach = []
        for seat in (0, 1):
            columns = np.searchsorted(stage.hands[seat], following.hands[seat])
            rows = np.stack([leaves[leaf][seat][:, columns] for leaf in ways], axis=1)
            reach.append(rows.reshape(-1, rows.shape[2]))
        return reach


def hand_values(hand: MusHand, strategy: Strategy, backend: Backend) -> tuple[Floats, Floats]:
    """What each hand wins on average, in stones, for the mano and for the other."""
    walker = Walker(hand.game, backend, wide=True)
    parts = [[normal(tables) for tables in nodes] for nodes in strategy.tables]

    def policy(place: Place) -> list[Floats]:
        return [each[place.rows, :] for each in parts[place.stage][place.node]]

    def mean(place: Place, values: list[Floats], _: Floats | None) -> Floats:
        total: Floats = sum(
            (part * value for part, value in zip(policy(place), values, strict=True)),
            start=np.zeros(values[0].shape),
        )
        return total

    chance = hand.hands.chance.sum(axis=1)
    mano, other = (backend.numpy(walker.values(seat, policy, mean)) / chance for seat in (0, 1))
    return mano, other


def strength_share(hand: MusHand, lance: Lance, seat: int) -> Floats:
    """The chance of each hand to win a lance against a hand dealt at random, as mano (0) or as the other."""
    wins = hand.hands.wins(lance)
    able = np.array([plays(lance, each) for each in hand.hands.all])
    ways = hand.hands.ways * (able[:, None] & able[None, :])
    won = (ways * (wins > 0)).sum(axis=1) if seat == 0 else (ways * (wins < 0)).sum(axis=0)
    met = ways.sum(axis=1 - seat)
    with np.errstate(invalid="ignore"):
        share: Floats = won / np.where(met > 0, met, np.nan)
    return share
