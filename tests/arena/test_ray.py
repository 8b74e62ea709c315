"""The arena on a Ray cluster of two nodes, both of them on this machine."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.arena.held_units import HeldUnits
from tests.arena.odd_bots import DEADLY, DYING, MEETING, TRACES, UNSEATED
from tests.arena.plans import quick, results
from tests.cli.running import Korthus

import korthus
from korthus.arena.crews import in_order
from korthus.arena.errors import ArenaError
from korthus.arena.executors import Alone, OnRay, play_plan
from korthus.arena.kept import plan_of
from korthus.arena.mus.sweep import Problem, Solves, SweepPlan
from korthus.arena.ray_crew import RayCrew, work_remotely
from korthus.arena.runs import RESULTS
from korthus.arena.simulation import Pieces, SimulationPlan
from korthus.bots.outside import carried
from korthus.cli.commands import simulate
from korthus.cli.mus import sweep


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Path]]:
    """A cluster of two nodes with one processor each, and the folder in which its players leave traces."""
    from ray.cluster_utils import Cluster  # slow to load, and only these tests need it

    folder = tmp_path_factory.mktemp("traces")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(TRACES, str(folder))
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)  # odd players
        patch.setenv("RAY_DEDUP_LOGS", "0")
        patch.chdir(folder)  # what lies in the working folder is sent to the nodes
        cluster: Any = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        cluster.add_node(num_cpus=1)
        yield cluster, folder
        cluster.shutdown()


@pytest.fixture
def cluster(nodes: tuple[Any, Path]) -> Any:
    """The cluster; nobody has left traces yet."""
    for trace in nodes[1].iterdir():
        trace.unlink()
    return nodes[0]


def test_both_nodes_play_what_one_plays_alone(cluster: Any, nodes: tuple[Any, Path]) -> None:
    plan = quick(MEETING, "random", deals=12)
    played = results(plan, OnRay(plan, cluster.address))
    assert len(list(nodes[1].iterdir())) >= 2  # each process has left its number
    assert played == results(plan, Alone(plan))


def test_a_worker_that_dies_in_the_middle_changes_nothing(cluster: Any, nodes: tuple[Any, Path]) -> None:
    plan = quick(DYING, "random", deals=6)
    played = results(plan, OnRay(plan, cluster.address))
    assert len(list(nodes[1].iterdir())) > 5  # they went on after the fifth move, which killed one
    assert played == results(plan, Alone(plan))


def test_a_deal_that_nobody_survives_is_given_up(cluster: Any) -> None:
    plan = quick(DEADLY, "random", deals=1)
    with pytest.raises(ArenaError) as refused:
        results(plan, OnRay(plan, cluster.address))
    assert refused.value.code == "WORKER_DIES"


def test_a_player_that_cannot_sit_down_is_named(cluster: Any) -> None:
    plan = quick("random", UNSEATED, deals=1)
    with pytest.raises(ArenaError) as refused:
        results(plan, OnRay(plan, cluster.address))
    assert refused.value.code == "DEAL_FAILED"
    assert f"'{UNSEATED}' cannot be used: RuntimeError: it does not sit down." in refused.value.reason


def test_the_command_writes_the_same_results(cluster: Any, run_korthus: Korthus, tmp_path: Path) -> None:
    words = (
        "arena",
        "eight",
        "--set",
        "hands=1",
        "--bots",
        "random",
        "rules",
        "--matches",
        "4",
        "--seed",
        "3",
    )
    alone = run_korthus(*words, "--out", str(tmp_path / "alone"))
    ray = run_korthus(*words, "--out", str(tmp_path / "ray"), "--ray", cluster.address)
    assert alone.code == ray.code == 0
    assert (tmp_path / "alone" / RESULTS).read_bytes() == (tmp_path / "ray" / RESULTS).read_bytes()


def test_a_run_on_the_cluster_plays_the_same_games(cluster: Any, run_korthus: Korthus) -> None:
    words = ("run", "eight", "--set", "hands=1", "--games", "6", "--seed", "3", "--bots", "random,rules")
    assert run_korthus(*words, "--ray", cluster.address).out == run_korthus(*words).out


def test_a_simulation_on_the_cluster_comes_to_the_same(
    cluster: Any, run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "_each", lambda *_: 2)  # pieces in a unit: the six of them are three units
    words = ("simulate", "eight", "--set", "hands=1", "--games", "2600", "--seed", "4", "--out")
    files = [tmp_path / name for name in ("here", "there")]
    assert run_korthus(*words, str(files[0])).code == 0
    assert run_korthus(*words, str(files[1]), "--ray", cluster.address).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_sweep_on_the_cluster_solves_the_same(
    cluster: Any, run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "PACK", (4, 0, 0, 2, 0, 0, 2, 1))  # nine cards, which take no time
    words = ("solve", "mus", "--target", "0.1", "--algorithm", "dcfr,cfr+")
    here, there = run_korthus(*words), run_korthus(*words, "--ray", cluster.address)
    assert here.code == there.code == 0
    assert here.out == there.out


def test_players_of_the_working_folder_are_sent_along(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "from korthus.bots.random import RandomBot\n\nclass Same(RandomBot):\n    pass\n"
    (tmp_path / "own_on_ray.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    plan = quick("own_on_ray:Same", "random", deals=2)
    alone = results(plan, Alone(plan))
    assert carried(plan.bots) == (str(tmp_path / "own_on_ray.py"),)
    crew = OnRay(plan, cluster.address)
    (tmp_path / "own_on_ray.py").unlink()  # a machine elsewhere does not have it
    assert results(plan, crew) == alone


def test_a_node_with_another_korthus_is_refused() -> None:
    with pytest.raises(ArenaError) as refused:
        work_remotely(_Nothing(), 0, "0.0")
    assert refused.value.code == "OTHER_KORTHUS"
    assert work_remotely(_Nothing(), 7, korthus.__version__) == 7


def test_auto_joins_the_cluster_that_runs(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of ``RAY_ADDRESS``: without it, Ray would take any of those that other tests have begun."""
    import ray

    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    plan = quick("random", "random", deals=2)
    crew = OnRay(plan, "auto")
    try:
        assert ray.get_runtime_context().gcs_address == cluster.address
        assert [unit.result for unit in play_plan(plan, crew)] == results(plan, Alone(plan))
    finally:
        crew.close()


def simulated() -> Any:
    """2,600 games at random, six pieces, each of them a unit."""
    game = korthus.game("eight", hands=1)
    plan = SimulationPlan(**plan_of(game, None, 2), policy="random", seed=4, games=2600)
    return Pieces(plan, 0, 1)


def solved() -> Any:
    """Nine cards of Mus, solved by two ways to two distances."""
    problems = [
        Problem(menu="plain", algorithm=way, target=target)
        for way in ("dcfr", "cfr+")
        for target in (0.1, 0.05)
    ]
    return Solves(SweepPlan(device="cpu", deck=(4, 0, 0, 2, 0, 0, 2, 1), problems=tuple(problems)), 1)


@pytest.mark.parametrize(("task", "units"), [(simulated, 6), (solved, 4)])
def test_a_node_that_is_killed_with_a_unit_in_its_hands_changes_nothing(
    cluster: Any, tmp_path: Path, task: Callable[[], Any], units: int
) -> None:
    """A simulation and a sweep: what it had is done once more, and comes once."""
    if not cluster.worker_nodes:
        cluster.add_node(num_cpus=1)
    crew: Any = RayCrew(HeldUnits(task(), tmp_path, cluster.head_node.node_id), cluster.address)

    def kill() -> None:
        while not (tmp_path / "held").exists():
            time.sleep(0.01)
        cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        done = list(in_order(crew, range(units)))
    finally:
        crew.close()
    killer.join()
    assert len(list(tmp_path.glob("* *"))) > units, "what the dead node had was done once more"
    alone = task()
    assert done == [alone.do(unit) for unit in range(units)]


def test_a_node_that_is_killed_in_the_middle_changes_nothing(cluster: Any) -> None:
    """The last test: one node is left after it. No unit is lost, and none comes twice."""
    if not cluster.worker_nodes:
        cluster.add_node(num_cpus=1)
    plan = quick(MEETING, "random", deals=20)
    crew = OnRay(plan, cluster.address)
    played = []
    try:
        for unit in play_plan(plan, crew):
            played.append(unit.result)
            if len(played) == 3:
                cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
    finally:
        crew.close()
    assert not cluster.worker_nodes
    assert played == results(plan, Alone(plan))


class _Nothing:
    """A task that does nothing."""

    def do(self, unit: int) -> int:
        """See ``Task.do``."""
        return unit

    def failed(self, unit: int, error: Exception) -> ArenaError:
        """See ``Task.failed``."""
        raise error

    def died(self, unit: int) -> ArenaError:
        """See ``Task.died``."""
        raise AssertionError


def test_without_ray_it_says_where_ray_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError) as refused:
        OnRay(quick(), "local")
    assert refused.value.code == "NO_RAY"


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:1", "127.0.0.1:99999999", "[::1]:1"])
def test_a_cluster_that_is_not_there_is_told(address: str) -> None:
    with pytest.raises(ArenaError) as refused:
        OnRay(quick(), address)
    assert refused.value.code == "RAY_TROUBLE"
