"""Strategies given as code, judged exactly."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from korthus.arena.mus.coded_bots import coded_bot
from korthus.bots.mus.players import RulesBot
from korthus.core.errors import InvalidOptions
from korthus.games.mus.game import Mus
from korthus.games.mus.view import MusView
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.strategy import Strategy, normal
from korthus.solve.mus.coded import tabulate
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

BACKEND = numpy_backend(1)
NINE = (4, 0, 0, 2, 0, 0, 2, 1)


@pytest.fixture(scope="module")
def hand() -> MusHand:
    return MusHand(MENUS["plain"], deck=NINE)


def test_random_is_uniform(hand: MusHand) -> None:
    asked: list[int] = []
    strategy = tabulate(hand, coded_bot("random", Mus(hand.rules), simulations=1, seed=1), asked.append)
    assert judge(strategy, BACKEND) == judge(Strategy.uniform(hand.game), BACKEND)
    assert asked[-1] == hand.game.information_sets


class Watched:
    """A strategy whose views are kept."""

    def __init__(self, game: Mus) -> None:
        self.inner = coded_bot("rules", game, simulations=1, seed=1)
        self.views: list[tuple[MusView, tuple[str, ...]]] = []

    def chances(self, view: MusView, words: tuple[str, ...]) -> list[float]:
        self.views.append((view, words))
        return list(self.inner.chances(view, words))


def test_the_rule_based_player_is_asked_for_its_exact_mix(hand: MusHand) -> None:
    game = Mus(hand.rules)
    watched = Watched(game)
    tabulate(hand, watched)
    rng = random.Random(2)
    bot = RulesBot(game, rng)
    mixed = [each for each in watched.views if max(watched.inner.chances(*each)) < 1]
    assert mixed
    for view, words in [*rng.sample(mixed, 3), *rng.sample(watched.views, 20)]:
        said = Counter(str(bot.choose(view)) for _ in range(400))
        expected = dict(zip(words, watched.inner.chances(view, words), strict=True))
        assert sum(expected.values()) == pytest.approx(1)
        for word in words:
            assert said[word] / 400 == pytest.approx(expected[word], abs=0.1)
            assert expected[word] > 0 or not said[word]


def test_every_view_is_one_the_engine_shows(hand: MusHand) -> None:
    game = Mus(hand.rules)
    watched = Watched(game)
    tabulate(hand, watched)
    for view, words in random.Random(1).sample(watched.views, 200):
        assert view.to_act == view.seat
        assert tuple(map(str, game.choices(view))) == words
        world = game.sample(view, random.Random(3))
        assert game.view(world, view.seat) == view


def test_a_simulating_player_is_a_strategy_of_its_seed(hand: MusHand) -> None:
    game = Mus(hand.rules)
    first, again, other = (
        tabulate(hand, coded_bot("montecarlo", game, simulations=1, seed=seed)) for seed in (1, 1, 2)
    )
    assert judge(first, BACKEND) == judge(again, BACKEND) != judge(other, BACKEND)
    sure = normal(first.tables[0][0])
    assert set(np.unique(sure)) == {0.0, 1.0}


def test_an_unknown_player_is_refused(hand: MusHand) -> None:
    with pytest.raises(InvalidOptions, match="no player called"):
        coded_bot("nobody", Mus(hand.rules), simulations=1, seed=1)
