"""Environments in Ray actors: sent there in the middle of a game, they go on as they would have at home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from korthus.envs.gymnasium import env as seat_env
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
