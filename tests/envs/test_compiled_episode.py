"""A game on its kernel shows, allows and pays what the rules show, allow and pay."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from tests.support.scopa import scopa

import korthus
from korthus.core.errors import GameOver, InvalidOptions
from korthus.envs.brings import compiled_of
from korthus.envs.compiled_episode import CompiledEpisode
from korthus.envs.errors import EnvError
from korthus.envs.rewards import gained, points

#: Short games of those that have compiled numbers.
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "mulle": ({"omgangar": 1}, 2),
    "kachuful": ({"start_cards": 4}, 4),
    "mus": ({"preset": "mus"}, 2),
    "eight": ({"hands": 3}, 2),
}
COMPILED = [name for name in GAMES if compiled_of(korthus.game(name)) is not None]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", COMPILED)
def test_every_step_is_that_of_the_rules(name: str, seed: int) -> None:
    options, seats = GAMES[name]
    game = korthus.game(name, **options)
    episode = CompiledEpisode(game, seats)
    rng = random.Random(seed)
    episode.begin(rng)
    sums = [0.0] * seats
    start = before = points(game, game.new(seats))
    while episode.to_act is not None:
        state: Any = episode.state
        assert game.to_act(state) == episode.to_act
        for seat in range(seats):
            view = game.view(state, seat)
            assert (episode.observe(seat) == episode.encoding.observe(view)).all()
            assert (episode.mask(seat) == episode.encoding.mask(view)).all()
        chosen = rng.choice(np.flatnonzero(episode.mask(episode.to_act)).tolist())
        rewards = episode.step(chosen)
        after = points(game, episode.state)
        assert rewards == gained(before, after)
        before = after
        sums = [total + reward for total, reward in zip(sums, rewards, strict=True)]
    for seat in range(seats):
        assert (episode.observe(seat) == episode.encoding.observe(game.view(episode.state, seat))).all()
        assert not episode.mask(seat).any()
    outcome = game.outcome(episode.state)
    assert outcome is not None
    assert sums == [score - first for score, first in zip(outcome.scores, start, strict=True)]
    with pytest.raises(GameOver):
        episode.step(0)


#: Games whose compiled numbers say that they know what any seat sees, by rules that change who sees what.
FOR_ANY_SEAT: list[tuple[str, dict[str, Any]]] = [
    ("eight", {"hands": 2, "preset": "simultaneous"}),
    ("eight", {"hands": 2, "bankroll": 100, "ante": 33, "odd_chips_rule": "p1_default"}),
    ("eight", {"hands": 2, "burn_cards": "classic"}),
    ("mulle", {"omgangar": 2}),
    ("mulle", {"omgangar": 1, "preset": "draft"}),
]


def test_only_games_that_are_tried_say_that_they_know_what_any_seat_sees() -> None:
    said = {name for name in COMPILED if getattr(compiled_of(korthus.game(name)), "ANY_SEAT", False)}
    assert said == {name for name, _ in FOR_ANY_SEAT}


@pytest.mark.parametrize(("name", "options"), FOR_ANY_SEAT)
def test_compiled_numbers_for_any_seat_are_those_of_the_rules(name: str, options: dict[str, Any]) -> None:
    game = korthus.game(name, **options)
    episode = CompiledEpisode(game)
    for seed in range(3):
        rng = random.Random(seed)
        episode.begin(rng)
        while True:
            for seat in range(episode.seats):
                seen = episode.encoding.observe(game.view(episode.state, seat))
                assert (episode.observe(seat) == seen).all()
            if episode.to_act is None:
                break
            episode.step(rng.choice(np.flatnonzero(episode.mask(episode.to_act)).tolist()))


@pytest.mark.parametrize("name", COMPILED)
def test_equal_luck_gives_equal_games_and_copies_go_on_alike(name: str) -> None:
    options, seats = GAMES[name]
    game = korthus.game(name, **options)
    episodes = [CompiledEpisode(game, seats) for _ in range(2)]
    for episode in episodes:
        episode.begin(random.Random(7))
    assert episodes[0].state == episodes[1].state
    episodes += [copy.deepcopy(episodes[0]), pickle.loads(pickle.dumps(episodes[0]))]
    while episodes[0].to_act is not None:
        chosen = int(np.flatnonzero(episodes[0].mask(episodes[0].to_act))[-1])
        for episode in episodes:
            episode.step(chosen)
        assert len({episode.state for episode in episodes}) == 1


def test_illegal_ids_change_nothing() -> None:
    episode = CompiledEpisode(korthus.game("kachuful", start_cards=1), 2)
    before = episode.state
    for wrong in (-1, 9_999, None, 0.5):
        with pytest.raises(EnvError, match="is not the id of a legal action now"):
            episode.step(wrong)  # type: ignore[arg-type]
    assert episode.state == before


def test_who_asks_for_what_there_is_not_is_told_so() -> None:
    with pytest.raises(InvalidOptions, match="scopa has no compiled rules"):
        CompiledEpisode(scopa())
    with pytest.raises(InvalidOptions, match="deck"):
        CompiledEpisode(korthus.game("kachuful", decks=2))
    with pytest.raises(EnvError, match="keeps no history"):
        CompiledEpisode(korthus.game("kachuful")).heard(0)
