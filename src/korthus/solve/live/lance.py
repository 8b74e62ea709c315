"""A lance solved at the table: from what both may hold, with what was said in the tree, for this score.

The rest of the hand is played by the blueprint (``pay``). Everything that goes in is public, so the
solution is the same whoever asks, and says nothing about anybody's cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.games.mus.betting import DECLARED_AFTER, declare, next_lance
from korthus.games.mus.counting import dejes
from korthus.games.mus.options import SINGLE_HAND_CAP, MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How, Settled
from korthus.solve.core.staged import Betting, Floats, Ints
from korthus.solve.live.cfr import iterate
from korthus.solve.live.pay import LANCES, NOT_BET, Cards, Counts, Later, Spot, Stakes, pay_leaves
from korthus.solve.mus.match.table import TARGET, match_table
from korthus.solve.mus.packed import Blueprint
from korthus.solve.mus.tree import LanceTree, Result
from korthus.solve.mus.utility import count_table

#: The smallest share of a hand in a range, so that it learns what to do although nobody expects it; whose
#: hand is rarer than that by the blueprint does not follow it (``bench/constants.py``: mus.least_share).
LEAST: Final = 1e-4


class Score(NamedTuple):
    """What a lance is played for: ``stones`` of the mano and the other now, and the target.

    Without a target it is the difference in stones, órdago being worth ``ordago``.
    """

    stones: tuple[int, int] = (0, 0)
    target: int | None = None
    ordago: int = SINGLE_HAND_CAP


@dataclass(frozen=True, eq=False)
class Situation:
    """A lance to be solved: how the lances before it ended, what was declared, and both ranges.

    ``done`` has a result for each lance before that was bet on; ``ways`` are the ways of the blueprint that
    are nearest to them.
    """

    lance: Lance
    pares: tuple[bool, bool] | None
    juego: tuple[bool, bool] | None
    done: tuple[tuple[Lance, Result], ...]
    ways: tuple[int, ...]
    ranges: tuple[Floats, Floats]
    score: Score
    #: The rules of the table, by which the hand is counted.
    rules: MusRules


@dataclass(frozen=True, eq=False)
class LanceSolution:
    """How both play a lance: for each node ``[actions, hands of the stage]``."""

    tree: LanceTree
    hands: tuple[Ints, Ints]
    chances: tuple[npt.NDArray[np.float32], ...]

    def at(self, said: tuple[str, ...], hand: int) -> tuple[tuple[str, ...], Floats]:
        """The actions after some words, and how likely a hand takes each."""
        index = self.tree.betting.paths[said]
        node = self.tree.betting.nodes[index]
        column = int(np.searchsorted(self.hands[node.seat], hand))
        return node.actions, self.chances[index][:, column].astype(np.float64)

    def reach(self, said: tuple[str, ...], size: int) -> tuple[Floats, Floats]:
        """For each seat: how likely each hand says what that seat has said."""
        return self.tree.betting.reach(
            said, self.hands, size, lambda node, action: self.chances[node][action]
        )


@cache
def _equity() -> Floats:
    return match_table().array()


def chance_to_win(mine: int, theirs: int, target: int, *, mano: bool) -> float:
    """The chance to win a match from a score, as the mano of the next hand or not."""
    if mine >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    short = TARGET - target
    table = _equity()
    return float(table[mine + short, theirs + short] if mano else 1 - table[theirs + short, mine + short])


@cache
def _cards(blueprint: Blueprint) -> Cards:
    """The hands of the pack."""
    hands, table = blueprint.hand.hands, blueprint.hand.table
    return Cards(
        chance=hands.chance,
        wins=np.stack([table.wins[lance] > 0 for lance in Lance]),
        values=np.stack([table.values[lance] for lance in Lance]),
        has=hands.has(Lance.PARES) + 2 * hands.has(Lance.JUEGO).astype(np.int64),
    )


@cache
def _later(blueprint: Blueprint) -> Later:
    """The blueprint as the kernel reads it; its results have the first rows of ``_counts``."""
    parts, offsets = blueprint.flat
    size = len(blueprint.hand.hands.all)
    columns = np.full((len(blueprint.stages), 2, size), -1, dtype=np.int64)
    widths = np.zeros((len(blueprint.stages), 2), dtype=np.int64)
    last = np.zeros((2, 2, 2), dtype=np.int64)
    for number, stage in enumerate(blueprint.stages):
        for seat in (0, 1):
            columns[number, seat, stage.hands[seat]] = np.arange(len(stage.hands[seat]))
            widths[number, seat] = len(stage.hands[seat])
        if stage.spot.juego is not None and stage.spot.pares is not None:
            last[int(stage.spot.pares[0]), int(stage.spot.pares[1]), int(stage.spot.juego[0])] = number
    tree = blueprint.stages[0].tree
    rows = _rows(tree.results)
    return Later(
        parts=parts,
        whole=blueprint.facts.whole,
        offsets=offsets,
        widths=widths,
        columns=columns,
        nodes=_nodes(tree.betting),
        rows=np.array([rows[result] for result in tree.results], dtype=np.int64),
        leaf_ways=np.array(tree.betting.ways, dtype=np.int64),
        ways=tree.betting.ways_on,
        stage_of_last=last,
    )


def _rows(results: Iterable[Result]) -> dict[Result, int]:
    """The rows of results in the tables of the rules: after ``NOT_BET``, each once."""
    return {result: row for row, result in enumerate(dict.fromkeys(results), start=NOT_BET + 1)}


def _counts(rules: MusRules, rows: dict[Result, int]) -> Counts:
    """What the rules say about each row."""
    taken = np.zeros((len(rows) + 1, 2), dtype=np.int64)
    is_ordago = np.zeros(len(rows) + 1, dtype=np.bool_)
    for result, row in rows.items():
        is_ordago[row] = result.ended
        taken[row] = dejes((result,))
    gains = np.stack([_gains(rules, None), *(_gains(rules, result) for result in rows)])
    return Counts(_played(), gains, taken, is_ordago)


@lru_cache(maxsize=4096)
def _gains(rules: MusRules, result: Result | None) -> Ints:
    """What each lance gives at the count if it ends so; None for one without betting."""
    if result is None:
        return np.stack([_gain_alone(rules, lance) for lance in Lance])
    ends = (Settled(lance, result.how, result.seat, result.stones) for lance in Lance)
    return np.stack([count_table(rules, settled) for settled in ends])


def _gain_alone(rules: MusRules, lance: Lance) -> Ints:
    """What pares or juego give without betting: who has some is told by the values of the hands."""
    found: Ints = np.zeros_like(count_table(rules, Settled(lance, How.NOBODY)))
    if lance not in DECLARED_AFTER[Lance.CHICA]:
        return found
    for mine, theirs in np.ndindex(found.shape[1:]):
        settled = declare(lance, (mine > 0, theirs > 0))
        if isinstance(settled, Settled):
            found[:, mine, theirs] = count_table(rules, settled)[:, mine, theirs]
    return found


@cache
def _played() -> Ints:
    """``Counts.played``: from one lance to the next as the rules say."""
    played = np.full((4, 4, LANCES), -1, dtype=np.int64)
    for mine, theirs in np.ndindex(4, 4):
        lance: Lance | None = Lance.GRANDE
        while lance is not None:
            played[mine, theirs, min(lance.number, LANCES - 1)] = lance.number
            pares, juego = (bool(mine & 1), bool(theirs & 1)), (bool(mine & 2), bool(theirs & 2))
            lance = next_lance(lance, pares, juego)
    return played


def stage_of(blueprint: Blueprint, situation: Situation) -> int:
    """The stage of the blueprint that a situation is in."""
    if situation.lance is Lance.GRANDE:
        return 0
    if situation.lance is Lance.CHICA:
        return 1
    return next(
        number
        for number, spot in enumerate(blueprint.hand.spots)
        if (spot.pares, spot.juego) == (situation.pares, situation.juego)
    )


def payoffs(
    blueprint: Blueprint, situation: Situation, tree: LanceTree
) -> tuple[dict[Result, int], npt.NDArray[np.float32]]:
    """The different results, and what the mano gets after each, ``[results, hands, hands]``.

    That is times the chance of the deal.
    """
    kinds = {result: number for number, result in enumerate(dict.fromkeys(tree.results))}
    later = _later(blueprint)
    rows = _rows((*blueprint.stages[0].tree.results, *kinds, *(result for _, result in situation.done)))
    done = np.full(LANCES, NOT_BET, dtype=np.int64)
    for lance, result in situation.done:
        done[min(lance.number, LANCES - 1)] = rows[result]
    start = 0
    for way in situation.ways:
        start = start * later.ways + way
    first, second = blueprint.stages[stage_of(blueprint, situation)].hands
    score = situation.score
    target = 0 if score.target is None else TARGET
    short = 0 if score.target is None else TARGET - score.target
    out = np.empty((len(kinds), len(first), len(second)), dtype=np.float32)
    pay_leaves(
        _cards(blueprint),
        _counts(situation.rules, rows),
        later,
        Stakes(np.array(score.stones, dtype=np.int64) + short, target, score.ordago, _equity()),
        Spot(
            lance=min(situation.lance.number, LANCES - 1),
            first=first,
            second=second,
            shares=_shares(situation, (first, second)),
            done=done,
            leaves=np.array([rows[result] for result in kinds], dtype=np.int64),
            start=start,
        ),
        np.zeros(LANCES, dtype=np.int64),
        np.zeros((LANCES, 2), dtype=np.int64),
        np.zeros(LANCES, dtype=np.int64),
        out,
    )
    return kinds, out


def _shares(situation: Situation, hands: tuple[Ints, Ints]) -> npt.NDArray[np.float32]:
    """Both ranges, the likeliest hand of each being 1."""
    shares = np.zeros((2, max(map(len, hands))), dtype=np.float32)
    for seat in (0, 1):
        share = situation.ranges[seat][hands[seat]]
        top = share.max()
        shares[seat, : len(share)] = np.maximum(share / top, LEAST) if top > 0 else 1.0
    return shares


def solve_lance(
    blueprint: Blueprint, situation: Situation, tree: LanceTree, iterations: int
) -> LanceSolution:
    """How both play a lance."""
    hands = blueprint.stages[stage_of(blueprint, situation)].hands
    kinds, pays = payoffs(blueprint, situation, tree)
    shares = _shares(situation, hands)
    betting = tree.betting
    decisions, leaves = len(betting.nodes), len(tree.results)
    most = max(len(node.actions) for node in betting.nodes)
    nodes = _nodes(betting)
    width = shares.shape[1]
    regrets, average, now = (np.zeros((decisions, most, width), dtype=np.float32) for _ in range(3))
    for index, node in enumerate(betting.nodes):
        now[index, : len(node.actions)] = 1 / len(node.actions)
    iterate(
        pays,
        np.ascontiguousarray(pays.transpose(0, 2, 1)),
        np.array([kinds[result] for result in tree.results], dtype=np.int64),
        nodes,
        shares,
        np.array([len(each) for each in hands], dtype=np.int64),
        iterations,
        regrets,
        average,
        now,
        np.zeros((decisions, 2, width), dtype=np.float32),
        np.zeros((leaves, width), dtype=np.float32),
        np.zeros((decisions, width), dtype=np.float32),
        np.zeros((leaves, width), dtype=np.float32),
    )
    chances = []
    for index, node in enumerate(betting.nodes):
        actions, size = len(node.actions), len(hands[node.seat])
        # A hand that never comes here does what it last thought of.
        weights = average[index, :actions, :size] + np.float32(1e-6) * now[index, :actions, :size]
        chances.append(weights / weights.sum(axis=0))
    return LanceSolution(tree, hands, tuple(chances))


def action_values(
    blueprint: Blueprint, situation: Situation, solution: LanceSolution, said: tuple[str, ...], hand: int
) -> list[float]:
    """What each action after some words is worth to a hand, in the unit of the score, if both go on so."""
    tree, betting = solution.tree, solution.tree.betting
    kinds, pays = payoffs(blueprint, situation, tree)
    index = betting.paths[said]
    seat = betting.nodes[index].seat
    column = int(np.searchsorted(solution.hands[seat], hand))
    rows = pays[:, column, :] if seat == 0 else -pays[:, :, column]
    values: dict[int, Floats] = {
        ~leaf: rows[kinds[result]].astype(np.float64) for leaf, result in enumerate(tree.results)
    }
    for each in reversed(range(len(betting.nodes))):
        node = betting.nodes[each]
        chances = solution.chances[each]
        parts = chances[:, column, None] if node.seat == seat else chances
        values[each] = np.sum(
            [part * values[child] for part, child in zip(parts, node.children, strict=True)], axis=0
        )
    theirs = solution.hands[1 - seat]
    ranges = situation.ranges[1 - seat][theirs]
    likely = ranges * solution.reach(said, len(blueprint.hand.hands.all))[1 - seat][theirs]
    deal = blueprint.hand.hands.chance
    dealt = deal[hand, theirs] if seat == 0 else deal[theirs, hand]
    if not (likely * dealt).any():
        likely = np.ones(len(theirs))
    total = float(likely @ dealt)
    return [float(values[child] @ likely) / total for child in betting.nodes[index].children]


def _nodes(betting: Betting) -> Ints:
    """The nodes for a kernel: seat, number of actions, children."""
    most = max(len(node.actions) for node in betting.nodes)
    nodes = np.zeros((len(betting.nodes), 2 + most), dtype=np.int64)
    for index, node in enumerate(betting.nodes):
        nodes[index, :2] = node.seat, len(node.actions)
        nodes[index, 2 : 2 + len(node.actions)] = node.children
    return nodes
