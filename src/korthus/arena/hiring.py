"""Who does a job: this process, processes beside it, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from korthus.arena.crews import MAX_JOBS, Crew, Task, crew_for
from korthus.arena.errors import ArenaError
from korthus.arena.ray_crew import RayCrew
from korthus.bots.outside import carried

R = TypeVar("R")


def check_jobs(jobs: int) -> None:
    """Raise ArenaError for a number of jobs that makes no sense."""
    if not 1 <= jobs <= MAX_JOBS:
        raise ArenaError("BAD_JOBS", limit=MAX_JOBS)


def hire(
    task: Task[R], units: int, *, jobs: int = 1, ray: str | None = None, players: Iterable[str] = ()
) -> Crew[R]:
    """A crew for a task of some units.

    Args:
        ray: the address of a cluster that does the work instead of ``jobs`` processes.
        players: whom the task seats; those of the working folder are sent to the nodes of the cluster.

    Raises:
        ArenaError: the number of jobs makes no sense, or the cluster cannot be reached.
    """
    if ray is not None:
        return RayCrew(task, ray, carried(players))
    check_jobs(jobs)
    return crew_for(task, min(jobs, max(1, units)))
