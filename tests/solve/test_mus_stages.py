"""What hands of Mus a descent is made at: turns of one stage are of that stage, and never held out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from bench.mus_exploit import SCORES, stakes_for
from bench.mus_stages import HELD_OUT, STAGES, same, scores_of, stage_of, turns

from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table

#: Turns that are looked at.
MANY = 2_000


def every_stakes() -> Iterator[Stakes]:
    """A single hand, and every score of the match."""
    table = match_table().array()
    yield Stakes()
    yield from (Stakes((mine, theirs), table) for mine, theirs in np.ndindex(table.shape))


@pytest.mark.parametrize("stage", STAGES)
def test_turns_of_a_stage_are_at_all_of_it_but_what_is_held_out(stage: str) -> None:
    """The scores that are judged come often, and most others come."""
    found = list(islice(turns(random.Random(1), stage), MANY))
    assert {stage_of(each) for each in found} == {stage}
    held_out = {stakes_for(score).score for score in scores_of(stage, HELD_OUT)}
    scores = {each.score for each in every_stakes() if stage_of(each) == stage} - held_out
    taken = {each.score for each in found}
    assert taken <= scores
    assert len(taken) > len(scores) / 2
    judged = [stakes_for(score) for score in scores_of(stage, SCORES)]
    assert sum(any(same(each, usual) for usual in judged) for each in found) > MANY / 5


def test_turns_of_all_stages_are_of_every_stage_and_never_held_out() -> None:
    found = list(islice(turns(random.Random(2), None), MANY))
    assert {stage_of(each) for each in found} == set(STAGES)
    held_out = [stakes_for(score) for score in HELD_OUT]
    assert not any(same(each, other) for each in found for other in held_out)


def test_every_stage_of_a_match_is_judged_and_has_scores_that_are_held_out() -> None:
    for stage in STAGES:
        assert scores_of(stage, SCORES)
        assert bool(scores_of(stage, HELD_OUT)) == (stage != "single")
    assert not set(SCORES) & set(HELD_OUT)
    assert sum(len(scores_of(stage, HELD_OUT)) for stage in STAGES) == len(scores_of(None, HELD_OUT))


def test_the_same_is_played_for_at_one_score_only() -> None:
    assert same(Stakes(), stakes_for("single"))
    assert same(stakes_for("0-20"), stakes_for("0-20"))
    assert not same(stakes_for("0-20"), stakes_for("20-0"))
    assert not same(Stakes(), stakes_for("0-0"))
    assert not same(stakes_for("0-0"), Stakes())
