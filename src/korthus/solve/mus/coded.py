"""Strategies given as code: anything that can say what it does with a view, written down as arrays.

Only situations are asked about that the code can come to by its own choices: what it would do in others
changes nothing about what a best response wins from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from korthus.games.mus.actions import Deal
from korthus.games.mus.game import Mus
from korthus.games.mus.state import MusState
from korthus.games.mus.view import MusView, with_hand
from korthus.solve.core.staged import Floats, Ints
from korthus.solve.core.strategy import Strategy
from korthus.solve.mus.hand_game import MusHand


class Coded(Protocol):
    """Something that plays Mus."""

    def chances(self, view: MusView, words: tuple[str, ...]) -> Sequence[float]:
        """How likely each of the legal actions is, in the order of ``words``."""


#: Told how many information sets have been asked about, now and then.
Tick = Callable[[int], None]


def tabulate(hand: MusHand, coded: Coded, tick: Tick | None = None) -> Strategy:
    """What the code does in both seats, in every situation it can come to."""
    return _Table(hand, coded, tick).fill()


class _Table:
    def __init__(self, hand: MusHand, coded: Coded, tick: Tick | None) -> None:
        self._hand = hand
        self._coded = coded
        self._tick = tick
        self._asked = 0
        self._mus = Mus(hand.rules)
        self._game = hand.game
        self._strategy = Strategy.uniform(hand.game)
        self._words = [_words_of(stage.betting.paths) for stage in self._game.stages]

    def fill(self) -> Strategy:
        """Stage after stage: the code is asked where its hands can be."""
        first = self._game.stages[0]
        self._stage(0, [np.ones((1, len(hands))) for hands in first.hands], [()])
        return self._strategy

    def _stage(self, number: int, reach: list[Floats], said: list[tuple[str, ...]]) -> None:
        """Fill a stage; ``reach[seat]`` is ``[instances, hands]``, ``said`` the words before it."""
        stage = self._game.stages[number]
        betting = stage.betting
        pair = self._pair(number)
        leaves = [[np.zeros_like(reach[seat]) for _ in betting.goes_on] for seat in (0, 1)]
        for instance in range(stage.instances):
            here: dict[int, list[Floats]] = {0: [each[instance] for each in reach]}
            for index, node in enumerate(betting.nodes):
                both = here[index]
                parts = self._node(number, instance, index, both[node.seat], pair, said[instance])
                for child, part in zip(node.children, parts, strict=True):
                    after = list(both)
                    after[node.seat] = both[node.seat] * part
                    here[child] = after
            for leaf in range(len(betting.goes_on)):
                for seat in (0, 1):
                    leaves[seat][leaf][instance] = here[~leaf][seat]
        for child in self._game.after[number]:
            self._go_on(number, child, leaves, said)

    def _node(
        self,
        number: int,
        instance: int,
        index: int,
        reach: Floats,
        pair: tuple[int, int],
        said: tuple[str, ...],
    ) -> list[Floats]:
        """Ask the code at one node, for every hand it can have there."""
        stage = self._game.stages[number]
        node = stage.betting.nodes[index]
        tables = self._strategy.tables[number][index]
        if reach.any():
            state = self._state(pair, (*said, *self._words[number][index]))
            view = self._mus.view(state, node.seat)
            for column in np.flatnonzero(reach):
                cards = self._hand.hands.all[stage.hands[node.seat][column]]
                for table, chance in zip(
                    tables, self._coded.chances(with_hand(view, cards), node.actions), strict=True
                ):
                    table[instance, column] = chance
                self._asked += 1
            if self._tick is not None:
                self._tick(self._asked)
        return [table[instance] for table in tables]

    def _go_on(
        self, number: int, child: int, leaves: list[list[Floats]], said: list[tuple[str, ...]]
    ) -> None:
        stage, following = self._game.stages[number], self._game.stages[child]
        ways = [leaf for leaf, on in enumerate(stage.betting.goes_on) if on]
        reach = []
        for seat in (0, 1):
            rows = np.stack([leaves[seat][leaf] for leaf in ways], axis=1)
            columns = np.searchsorted(stage.hands[seat], following.hands[seat])
            reach.append(rows.reshape(-1, rows.shape[2])[:, columns])
        words = [(*before, *self._words[number][~leaf]) for before in said for leaf in ways]
        self._stage(child, reach, words)

    def _pair(self, number: int) -> tuple[int, int]:
        """Two hands that can meet in a stage: what is public there does not depend on which."""
        mine, theirs = self._game.stages[number].hands
        found: Ints = np.argwhere(self._hand.hands.ways[np.ix_(mine, theirs)])
        return int(mine[found[0][0]]), int(theirs[found[0][1]])

    def _state(self, pair: tuple[int, int], words: tuple[str, ...]) -> MusState:
        hands = self._hand.hands.all
        state = self._mus.apply(self._mus.new(), Deal((*hands[pair[0]], *hands[pair[1]]))).state
        for word in words:
            state = self._mus.apply(state, self._mus.parse(word)).state
        return state


def _words_of(paths: dict[tuple[str, ...], int]) -> dict[int, tuple[str, ...]]:
    """What was said on the way to each node and (below zero) leaf."""
    return {index: words for words, index in paths.items()}
