"""What hands of Mus a descent is made at (``bench.mus_match_descend``): turns of one stage, or of all.

What is played for falls into stages: a single hand, and four parts of a match by how far the side nearer to
the end has to go. That is public and stays for a hand, so each stage could have a network of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from bench.mus_exploit import SCORES, stakes_for

from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table

#: The most stones that the side nearer to the end lacks. What may win the match now: the dejes of a lance or
#: two; a usual hand; a very good one; large bets only.
LACKS: Final = {"end": 4, "late": 12, "middle": 20, "early": 40}
STAGES: Final = ("single", *reversed(LACKS))
#: Scores that no turn is taken at, to see what is learnt about any score of a stage.
HELD_OUT: Final = ("5-12", "13-2", "23-26", "27-18", "28-33", "33-31", "20-28", "36-30", "37-37")
#: Of the turns of one stage: those at its scores that are judged.
JUDGED: Final = 0.25
#: Of all turns, without a stage: those of single hands, of scores near the end, and at any score; the rest
#: is at scores that are judged.
SINGLE, NEAR, ANY = 0.3, 0.25, 0.15
#: Stones before the end, on average, of a score near the end.
CLOSE: Final = 8


def stage_of(stakes: Stakes) -> str:
    """The stage of what is played for."""
    if stakes.equity is None:
        return "single"
    lacks = len(stakes.equity) - max(stakes.score)
    return next(stage for stage, most in LACKS.items() if lacks <= most)


def scores_of(stage: str | None, scores: Sequence[str]) -> list[str]:
    """Those of some scores that belong to a stage; all of them without one."""
    return [score for score in scores if stage is None or stage_of(stakes_for(score)) == stage]


def same(some: Stakes, others: Stakes) -> bool:
    """Whether the same is played for; there is one table of the match."""
    if some.equity is None or others.equity is None:
        return some.equity is others.equity and some.ordago == others.ordago
    return some.score == others.score


def turns(source: random.Random, stage: str | None) -> Iterator[Stakes]:
    """What the next hand is played for: at one stage, or anything. Never what is held out."""
    held_out = [stakes_for(score) for score in HELD_OUT]
    drawn = _turns_anywhere(source) if stage is None else _turns_of(stage, source)
    return (stakes for stakes in drawn if not any(same(stakes, each) for each in held_out))


def _turns_of(stage: str, source: random.Random) -> Iterator[Stakes]:
    """Some at the scores of the stage that are judged, the rest at any, the open ones oftener."""
    judged, table = [stakes_for(score) for score in scores_of(stage, SCORES)], match_table().array()
    scores = [Stakes((mine, theirs), table) for mine, theirs in np.ndindex(table.shape)]
    found = [each for each in scores if stage_of(each) == stage]
    # Far from even nobody can gain much: a turn there teaches little.
    is_open = [float(table[each.score] * (1 - table[each.score])) for each in found]
    while True:
        if not found or source.random() < JUDGED:
            yield source.choice(judged)
        else:
            yield source.choices(found, is_open)[0]


def _turns_anywhere(source: random.Random) -> Iterator[Stakes]:
    judged, table = [stakes_for(score) for score in SCORES if score != "single"], match_table().array()
    while True:
        draw = source.random()
        if draw < SINGLE:
            yield Stakes()
        elif draw < SINGLE + NEAR:
            yield Stakes((_near_the_end(source), _near_the_end(source)), table)
        elif draw < SINGLE + NEAR + ANY:
            yield Stakes((source.randrange(40), source.randrange(40)), table)
        else:
            yield source.choice(judged)


def _near_the_end(source: random.Random) -> int:
    """Stones of a side that has not far to go."""
    return max(0, 39 - int(source.expovariate(1 / CLOSE)))
