"""The network that says how likely a good player of Mulle makes a play."""

from __future__ import annotations

import numpy as np
import pytest

from korthus.bots.mulle.learnt import FILE, NAMES, SPACE, TOLD, score, tell
from korthus.bots.mulle.policy import ROOM, WIDE, chance_unseen
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.rng import stream
from korthus.learn.brings import Arrays, joined
from korthus.learn.mulle.positions import MOST, played


@pytest.fixture(scope="module")
def seen() -> Arrays:
    """What a player who thinks a little did in two omgångar."""
    return joined([played(200, deal) for deal in (7001, 7002)])


def scores_of(told: np.ndarray) -> np.ndarray:
    """Scores as the formula of ``learnt`` has them."""
    with np.load(FILE) as file:
        of, bias, out, direct = (file[name].astype(np.float64) for name in NAMES)
    return np.asarray(np.maximum(0, told @ of + bias) @ out + told @ direct)


def test_what_is_told_is_small_and_of_the_play_that_was_made(seen: Arrays) -> None:
    assert len(seen["made"]) > 100
    assert (seen["made"] < seen["plays"]).all()
    assert seen["plays"].max() <= MOST
    assert np.abs(seen["told"]).max() < 10
    # Of each play its kind is told, and only one.
    kinds = seen["told"][:, :, :5].sum(axis=2)
    assert (kinds == (np.arange(MOST) < seen["plays"][:, None])).all()


def test_it_explains_those_who_search_better_than_even_chances_do(seen: Arrays) -> None:
    scores = np.where(np.arange(MOST) < seen["plays"][:, None], scores_of(seen["told"]), -np.inf)
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    learnt = logs[np.arange(len(seen["made"])), seen["made"]].mean()
    assert learnt > -np.log(seen["plays"]).mean() + 0.2


def test_the_compiled_score_is_that_of_the_formula() -> None:
    game = Mulle(MulleRules.make(omgangar=1))
    world, rng = np.zeros(WIDE, dtype=np.int64), stream(5)
    world[: mulle.SIZE] = mulle.pack(game, game.new(2))
    mulle.deal(world, rng)
    codes = np.zeros(mulle.MAX_LEGAL, dtype=np.int64)
    row, room = np.zeros(TOLD), np.zeros(SPACE)
    for _ in range(12):
        number = mulle.legal(world, codes)
        for code in codes[:number].tolist():
            tell(world, world[ROOM:], code, chance_unseen(world), row)
            found = score(world, world[ROOM:], code, chance_unseen(world), room)
            assert found == pytest.approx(scores_of(row))
        mulle.apply(world, int(codes[number // 2]))
