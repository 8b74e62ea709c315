"""Environments in Ray actors: sent there in the middle of a game, they go on as they would have at home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import korthus.envs
from korthus.envs.gymnasium import env as seat_env
from korthus.envs.openspiel import load
from korthus.envs.pettingzoo import env


@pytest.fixture(scope="module")
def ray(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Ray with one processor, on this machine."""
    import ray  # slow to load, and only these tests need it
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
        patch.chdir(tmp_path_factory.mktemp("ray"))
        cluster: Any = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        ray.init(address=cluster.address, log_to_driver=False)
        yield ray
        ray.shutdown()
        cluster.shutdown()


class Table:
    """An actor that holds a PettingZoo environment and plays it to its end by the first legal id."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def play(self) -> tuple[list[float], str]:
        """All rewards from here on, and what the first agent was told in the end."""
        rewards = []
        while not any(self._table.terminations.values()):
            mask = self._table.last()[0]["action_mask"]
            self._table.step(int(np.flatnonzero(mask)[0]))
            rewards.append(self._table.rewards["player_0"])
        return rewards, self._table.information_state("player_0")


class Chair:
    """The same for one seat against players of the house."""

    def __init__(self, chair: Any) -> None:
        self._chair = chair

    def play(self) -> list[float]:
        """All rewards from here on."""
        rewards, over = [], False
        while not over:
            mask = self._chair.episode.mask(self._chair.seat)
            _, reward, over, _, _ = self._chair.step(int(np.flatnonzero(mask)[0]))
            rewards.append(float(reward))
        return rewards


class Many:
    """The same for many games at once, some steps by the actions that they draw themselves."""

    def __init__(self, many: Any) -> None:
        self._many = many

    def play(self) -> tuple[list[Any], list[Any]]:
        """The rewards of each step, and the observations after the last."""
        rewards = [self._many.step(self._many.random_actions()).rewards.tolist() for _ in range(100)]
        return rewards, self._many.batch.observations.tolist()


class Spiel:
    """The same for a state of OpenSpiel, by the first legal action, of chance too."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def play(self) -> tuple[str, list[float]]:
        """What happened, and what it brought."""
        while not self._state.is_terminal():
            self._state.apply_action(self._state.legal_actions()[0])
        return self._state.history_str(), self._state.returns()


@pytest.mark.parametrize("name", ["mulle", "kachuful", "mus", "eight"])
def test_an_actor_plays_on_what_it_was_sent(ray: Any, name: str) -> None:
    table = env(name)
    table.reset(seed=9)
    table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    actor = ray.remote(Table).remote(table)
    assert ray.get(actor.play.remote()) == Table(table).play()


def test_a_seat_against_players_goes_on_in_an_actor(ray: Any) -> None:
    chair = seat_env("kachuful", opponents="rules", start_cards=3)
    chair.reset(seed=2)
    actor = ray.remote(Chair).remote(chair)
    assert ray.get(actor.play.remote()) == Chair(chair).play()


def test_many_games_at_once_go_on_in_an_actor(ray: Any) -> None:
    many = korthus.envs.vector("kachuful", n=4, seed=3)
    for _ in range(5):
        many.step(many.random_actions())
    actor = ray.remote(Many).remote(many)
    assert ray.get(actor.play.remote()) == Many(many).play()


def test_a_state_of_openspiel_goes_on_in_an_actor(ray: Any) -> None:
    state = load("kachuful", players=3, start_cards=2).new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    assert not state.is_chance_node()
    actor = ray.remote(Spiel).remote(state)
    assert ray.get(actor.play.remote()) == Spiel(state).play()
