"""A hand of Mus as everybody at the table can follow it: both ranges, lance after lance, and the next mix.

Nothing here depends on anybody's cards. Where the betting is that of the solution, and the score asks for
nothing else, ranges and mix come from the blueprint; else the lance is solved anew (``solve.live``), from the
ranges that the lances before have left.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from korthus.bots.mus.words import Words, nearest_way, result_of
from korthus.games.mus.betting import declared_before
from korthus.games.mus.counting import dejes
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.solve.core.staged import Floats
from korthus.solve.live.lance import LEAST, LanceSolution, Score, Situation, solve_lance, stage_of
from korthus.solve.live.tree import table_tree
from korthus.solve.mus.lookup import load_blueprint
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.packed import Blueprint
from korthus.solve.mus.ranges import lance_reach

#: Iterations by which a lance is solved at the table (``bench/constants.py``: mus.iterations).
_ITERATIONS: Final = 60
#: Solutions that are kept: 47 MiB, at 80 KiB each (``bench/constants.py``: mus.kept).
_KEPT: Final = 600

Told = tuple[tuple[Lance, tuple[Words, ...]], ...]
Pair = tuple[bool, bool]


class Hearing(NamedTuple):
    """What is public about a hand. Seats count from the mano; ``stones`` is the score when it began."""

    told: Told
    pares: Pair | None
    juego: Pair | None
    stones: tuple[int, int]
    #: How much likelier than dealt each hand of each seat is when the betting begins; None for not at all.
    prior: tuple[bytes, bytes] | None = None


class Line(NamedTuple):
    """Where a hand has come to."""

    situation: Situation
    #: What was said in the lances before that were bet on, and in this one.
    done: tuple[Words, ...]
    said: Words
    #: The solution of this lance if it was solved anew; None where the blueprint is followed.
    solution: LanceSolution | None
    #: Both ranges now, after what was said in this lance.
    ranges: tuple[Floats, Floats]


class Follower:
    """Follows hands at one table."""

    def __init__(self, rules: MusRules, blueprint: Blueprint, aware_from: int | None) -> None:
        """``aware_from``: the stones from which either side makes it play for the match; None for never."""
        self._rules = rules
        self.blueprint = blueprint
        self._aware_from = aware_from
        usual = table_tree(rules, ())
        self._fits = usual.betting.paths == blueprint.stages[0].tree.betting.paths
        self._solved: OrderedDict[object, LanceSolution] = OrderedDict()

    def score(self, stones: tuple[int, int]) -> Score:
        """What a lance is played for at a score."""
        target = self._rules.target_stones
        if target is None or self._aware_from is None:
            return Score()
        short = match_table().target - target  # stones count as in the match that the table was solved for
        return Score() if max(stones) + short < self._aware_from else Score(stones, target)

    def is_usual(self, hearing: Hearing) -> bool:
        """Whether the blueprint has everything that was said, and the hands are as they were dealt."""
        tree = self.blueprint.hand.tree
        return (
            self._fits
            and hearing.prior is None
            and all(words in tree(lance).betting.paths for lance, lines in hearing.told for words in lines)
        )

    def follow(self, hearing: Hearing, *, anew: bool = False) -> Line:
        """The lance that is bet on. With ``anew`` it is solved in any case."""
        size = len(self.blueprint.hand.hands.all)
        ranges: tuple[Floats, Floats] = (np.ones(size), np.ones(size))
        if hearing.prior is not None:
            ranges = (np.frombuffer(hearing.prior[0]), np.frombuffer(hearing.prior[1]))
        off = hearing.prior is not None or not self._fits
        done: tuple[tuple[Lance, Words], ...] = ()
        ways: tuple[int, ...] = ()
        stones = hearing.stones
        for index, (lance, lines) in enumerate(hearing.told):
            last = index == len(hearing.told) - 1
            score = self.score(stones)
            pares, juego = declared_before(lance, hearing.pares, hearing.juego)
            results = tuple((each, result_of(self._rules, words)) for each, words in done)
            situation = Situation(lance, pares, juego, results, ways, ranges, score, self._rules)
            usual = self.blueprint.hand.tree(lance).betting.paths
            if score.target is not None or (last and anew) or any(words not in usual for words in lines):
                off = True
            key = (hearing.prior, done, lance, pares, juego, stones)
            reaches = []
            solution = None
            for words in lines:
                if off:
                    solution = self._solve(key, situation, words)
                    reaches.append(tuple(solution.reach(words, size)))
                else:
                    stage, instance = stage_of(self.blueprint, situation), self._instance(ways)
                    reaches.append(lance_reach(self.blueprint, stage, instance, words))
            likely = [self._likely(ranges, reach) for reach in reaches]
            best = likely.index(max(likely))
            words = lines[best]
            ranges = _times(ranges, reaches[best])
            if last:
                return Line(situation, tuple(each for _, each in done), words, solution, ranges)
            done = (*done, (lance, words))
            ways = (*ways, nearest_way(self._rules, self.blueprint.hand.tree(lance), words))
            first, second = dejes((result_of(self._rules, words),))
            stones = (stones[0] + first, stones[1] + second)
        raise AssertionError("a hand that is bet on has a lance")

    def _instance(self, ways: tuple[int, ...]) -> int:
        instance = 0
        for way in ways:
            instance = instance * self.blueprint.stages[0].tree.betting.ways_on + way
        return instance

    def _likely(self, ranges: tuple[Floats, Floats], reach: tuple[Floats, ...]) -> float:
        first, second = ranges[0] * reach[0], ranges[1] * reach[1]
        return float(first @ self.blueprint.hand.hands.chance @ second)

    def _solve(self, key: object, situation: Situation, words: Words) -> LanceSolution:
        tree = table_tree(self._rules, words)
        full = (key, tree.betting.nodes)
        if full in self._solved:
            self._solved.move_to_end(full)
            return self._solved[full]
        solution = self._solved[full] = solve_lance(self.blueprint, situation, tree, _ITERATIONS)
        if len(self._solved) > _KEPT:
            self._solved.popitem(last=False)
        return solution

    def mix(self, hearing: Hearing, hand: int) -> tuple[Line, tuple[str, ...], Floats]:
        """Where the hand has come to, and what a hand does there: actions with their chances."""
        line = self.follow(hearing)
        if line.solution is None:
            stage, instance = stage_of(self.blueprint, line.situation), self._instance(line.situation.ways)
            found = self.blueprint.stages[stage]
            index = found.tree.betting.paths[line.said]
            node = found.tree.betting.nodes[index]
            if line.ranges[node.seat][hand] >= LEAST:
                chances = self.blueprint.chances(stage, index, slice(instance, instance + 1))
                column = int(np.searchsorted(found.hands[node.seat], hand))
                return line, node.actions, chances[:, 0, column]
            line = self.follow(hearing, anew=True)
        assert line.solution is not None
        actions, chances = line.solution.at(line.said, hand)
        return line, actions, chances


def _times(ranges: tuple[Floats, Floats], reach: tuple[Floats, ...]) -> tuple[Floats, Floats]:
    """Ranges after what was said; a range that nothing is left of stays as it was."""
    after = []
    for seat in (0, 1):
        product = ranges[seat] * reach[seat]
        after.append(product if product.any() else np.where(reach[seat] > 0, 1.0, ranges[seat]))
    return after[0], after[1]


@lru_cache(maxsize=32)
def follower(rules: MusRules, aware_from: int | None) -> Follower:
    """A follower for tables with these rules, shared by all that sit at one."""
    return Follower(rules, load_blueprint("ordago" if rules.ordago else "plain"), aware_from)
