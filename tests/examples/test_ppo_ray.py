"""The example that learns on a Ray cluster of two nodes, both of them on this machine, with PyTorch."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.examples.fresh import EXAMPLES

TINY = ["kachuful", "--seats=2", "--set=start_cards=2", "--width=16", "--slots=18", "--slices=4"]
TINY += ["--goal=win", "--updates=3", "--parts=1", "--rivals"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A cluster of two nodes with one processor each."""
    pytest.importorskip("torch", reason="PyTorch is no part of the development environment")
    from ray.cluster_utils import Cluster  # slow to load, and only these tests need it

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)  # this file
        patch.chdir(tmp_path_factory.mktemp("nodes"))  # what lies in the working folder is sent to the nodes
        made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        made.add_node(num_cpus=1)
        yield made
        made.shutdown()


def learn(ppo: Any, *words: str) -> dict[str, Any]:
    """Learn in a tiny game; what the player got. Nothing is left of it."""
    ppo.main([*TINY, *words])
    learnt = numbers(ppo.KEPT)
    ppo.KEPT.unlink()
    return learnt


def numbers(file: Path) -> dict[str, Any]:
    """What a player plays by."""
    with np.load(file) as kept:
        return {name: kept[name] for name in kept.files}


def same(one: dict[str, Any], two: dict[str, Any]) -> bool:
    """Whether all arrays are equal."""
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


def test_a_module_that_plays_on_the_nodes_learns_the_same(cluster: Any, ppo: Any) -> None:
    assert same(learn(ppo, "--ray", cluster.address), learn(ppo))


def test_the_script_learns_the_same_on_the_cluster(cluster: Any, tmp_path: Path) -> None:
    found: list[dict[str, Any]] = []
    for words in ([], ["--ray", cluster.address]):
        kept = tmp_path / str(len(found)) / "ppo.npz"
        kept.parent.mkdir()
        command = [sys.executable, str(EXAMPLES / "ppo" / "ppo.py"), *TINY, *words]
        subprocess.run(command, check=True, env={**os.environ, "KORTHUS_PPO": str(kept)}, capture_output=True)
        found.append(numbers(kept))
    assert same(*found)


def traced(roll_out: Callable[..., Any], folder: Path, head: str, *given: Any) -> Any:
    """Roll out, and leave a trace. The other node plays one slice, and holds the next until it is killed."""
    import ray

    node = ray.get_runtime_context().get_node_id()
    begun = len(list(folder.glob(f"{node} *")))
    (folder / f"{node} {uuid.uuid4()}").touch()
    held = folder / "held"
    if node != head and begun:
        held.touch()
        time.sleep(600)
    while node == head and begun and not held.exists():  # the other node has begun, too
        time.sleep(0.01)
    return roll_out(*given)


def test_a_node_that_is_killed_with_a_slice_in_its_hands_changes_nothing(
    cluster: Any, ppo: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The last test: one node is left after it. No decision is lost, and none is learnt from twice."""
    import ray

    alone, learnt_from, learn_once = learn(ppo), [], ppo.learn
    folder = tmp_path / "traces"
    folder.mkdir()
    head = cluster.head_node.node_id
    monkeypatch.setattr(ppo, "roll_out", partial(traced, ppo.roll_out, folder, head))
    monkeypatch.setattr(ppo, "MODULES", ())

    def counted(network: Any, optimizer: Any, rollout: Any, *more: Any) -> float:
        learnt_from.append(rollout.actions.shape)
        found: float = learn_once(network, optimizer, rollout, *more)
        return found

    monkeypatch.setattr(ppo, "learn", counted)

    def kill() -> None:
        while not (folder / "held").exists():
            time.sleep(0.01)
        cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    pickling: Any = ray.cloudpickle
    pickling.register_pickle_by_value(ppo)  # so that the nodes get what was changed here
    try:
        played = learn(ppo, "--ray", cluster.address)
    finally:
        pickling.unregister_pickle_by_value(ppo)
    killer.join()
    assert not cluster.worker_nodes
    assert len(list(folder.glob("* *"))) > 3 * 4, "what the dead node had was played once more"
    assert learnt_from == [(ppo.STEPS, 18)] * 3
    assert same(played, alone)
