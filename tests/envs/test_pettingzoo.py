"""Every game as a PettingZoo environment passes PettingZoo's own tests."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import warnings
from itertools import count
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.envs.zoo import api_test, check_state_space, performance_benchmark, render_test, seed_test

from korthus.core.errors import GameOver, InvalidOptions
from korthus.envs.errors import EnvError
from korthus.envs.pettingzoo import KorthusEnv, env

Asked = tuple[str, dict[str, Any]]

#: What ``api_test`` says of every environment whose observation is a dictionary, unless its name is on a list
#: that PettingZoo keeps of its own; and of a mask at the end of a game, when nothing is legal.
OF_DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",
}


def play(table: KorthusEnv, seed: int, rng: random.Random) -> dict[str, float]:
    """A random game by what ``last`` says; the sum of each agent's rewards."""
    table.reset(seed=seed)
    sums = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        sums[agent] += reward
        mask = info.get("action_mask") if not isinstance(observation, dict) else observation["action_mask"]
        table.step(None if terminated or truncated else rng.choice(np.flatnonzero(mask).tolist()))
    return sums


def test_api_without_a_warning(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    name, options = asked
    api_test(env(name, mask_in="info", **options), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def test_api_with_masks_in_the_observation(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    name, options = asked
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(name, **options), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out
    assert {str(each.message) for each in caught} <= OF_DICTIONARIES


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_equal_seeds_give_equal_games(asked: Asked, mask_in: Any) -> None:
    name, options = asked
    seed_test(lambda: env(name, mask_in=mask_in, **options), num_cycles=60)


def test_state_of_all_seats_together(asked: Asked) -> None:
    name, options = asked
    table = env(name, **options)
    check_state_space(table)
    table.reset(seed=1)
    rows = table.state().reshape(len(table.possible_agents), table.encoding.size)
    assert table.state_space.contains(table.state())
    for seat, row in enumerate(rows):
        assert (row == table.observe(f"player_{seat}")["observation"]).all()


def test_tables_are_rendered(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    name, options = asked
    render_test(lambda render_mode: env(name, render_mode=render_mode, **options))
    assert "player_0" in capsys.readouterr().out, "human prints"


def test_a_picture_as_svg_has_the_words_of_the_text(asked: Asked) -> None:
    name, options = asked
    tables = [env(name, render_mode=mode, **options) for mode in ("ansi", "svg")]
    for table in tables:
        table.reset(seed=3)
    text, drawing = (table.render() for table in tables)
    assert drawing.startswith("<?xml")
    drawn = set("".join(ElementTree.fromstring(drawing).itertext()).split())
    words = {word for word in text.split() if word.isalnum()}
    assert len(words) > 3
    assert words <= drawn


def test_the_loop_of_the_benchmark_runs(
    asked: Asked, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays for five seconds by the clock; here the clock says that after a hundred rounds."""
    name, options = asked
    clock = count()
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock) / 20))
    performance_benchmark(env(name, **options))
    assert "turns per second" in capsys.readouterr().out


def test_rewards_add_up_to_the_outcome(asked: Asked) -> None:
    name, options = asked
    table = env(name, **options)
    start = 1000 if name == "eight" else 0
    for seed in range(3):
        sums = play(table, seed, random.Random(seed))
        outcome = table.episode.game.outcome(table.episode.state)
        assert outcome is not None
        assert [total + start for total in sums.values()] == list(outcome.scores)


def test_a_game_is_cut_off_after_so_many_cycles(asked: Asked) -> None:
    """As ``max_cycles_test`` counts, which plays environments whose agents all act at once."""
    name, options = asked
    table = env(name, max_cycles=4, **options)
    table.reset(seed=3)
    steps = 0
    while not any(table.truncations.values()):
        assert not any(table.terminations.values())
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
        steps += 1
    assert steps == 4 * len(table.possible_agents)
    assert all(table.truncations.values())
    for _ in table.possible_agents:
        table.step(None)
    assert table.agents == []


@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_in_the_middle_goes_on_in_the_same_way(asked: Asked, again: Any) -> None:
    name, options = asked
    table = env(name, **options)
    table.reset(seed=5)
    for _ in range(3):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    other = again(table)
    while table.agents:
        for each in (table, other):
            observation, _, terminated, truncated, _ = each.last()
            done = terminated or truncated
            each.step(None if done else int(np.flatnonzero(observation["action_mask"])[-1]))
        assert table.agents == other.agents
        if table.agents:
            assert table.rewards == other.rewards
            assert (table.state() == other.state()).all()
            agent = table.agent_selection
            assert table.information_state(agent) == other.information_state(agent)


def test_an_illegal_id_is_refused_and_nothing_changes() -> None:
    table = env("kachuful", start_cards=1)
    table.reset(seed=1)
    before = table.information_state("player_1")
    with pytest.raises(
        EnvError, match="9999 is not the id of a legal action now; legal are 52 and 53"
    ) as refused:
        table.step(9999)
    assert refused.value.code == "NOT_AN_ID"
    assert table.information_state("player_1") == before
    with pytest.raises(EnvError, match="None is not the id"):
        table.step(None)


def test_nothing_can_be_done_before_the_first_reset() -> None:
    table = env("mus")
    for ask in (lambda: table.step(0), lambda: table.observe("player_0"), table.render, table.last):
        with pytest.raises(EnvError, match="Reset the environment first"):
            ask()


def test_only_what_there_is_can_be_asked_for() -> None:
    with pytest.raises(EnvError, match="to render called 'oil'; there are ansi, rgb_array, svg and human"):
        env("mus", render_mode="oil")
    with pytest.raises(InvalidOptions, match="There is no game 'muss'"):
        env("muss")
    with pytest.raises(InvalidOptions):
        env("mulle", seats=3)
    with pytest.raises(InvalidOptions, match="There is no game 3"):
        env(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidOptions, match="mask_in cannot be 'x'; it takes observation or info"):
        env("mus", mask_in="x")  # type: ignore[arg-type]


@pytest.mark.parametrize("cycles", [0, -1, 1.5, True])
def test_a_game_is_cut_off_after_one_cycle_or_more(cycles: Any) -> None:
    with pytest.raises(InvalidOptions, match=r"max_cycles cannot be .*; it takes a whole number from 1"):
        env("mus", max_cycles=cycles)


def test_an_episode_that_is_over_says_so() -> None:
    table = env("mus", preset="single_hand")
    play(table, 1, random.Random(1))
    with pytest.raises(GameOver):
        table.episode.step(0)
