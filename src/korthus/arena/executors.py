"""Who plays a plan: this process, processes beside it (``crews``), or a Ray cluster (``ray_crew``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from korthus.arena.crews import RETRIES, AloneCrew, Crew, ProcessCrew, in_order, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.hiring import check_jobs
from korthus.arena.match import Played, play_unit
from korthus.arena.plan import Plan
from korthus.arena.ray_crew import RayCrew
from korthus.bots.outside import carried


def play_plan(plan: Plan, crew: Crew[Played], first: int = 0) -> Iterator[Played]:
    """Every unit of a plan from ``first`` on, in order, played by a crew.

    Raises:
        ArenaError: a unit failed, or ended its worker again and again.
    """
    return in_order(crew, range(first, plan.units))


@dataclass(frozen=True)
class _Deals:
    """The units of a plan as a task."""

    plan: Plan

    def do(self, unit: int) -> Played:
        """See ``Task.do``."""
        return play_unit(self.plan, unit)

    def failed(self, unit: int, error: Exception) -> ArenaError:
        """See ``Task.failed``."""
        deal, match = self._place(unit)
        return ArenaError("DEAL_FAILED", deal=deal, match=match, trouble=trouble_of(error))

    def died(self, unit: int) -> ArenaError:
        """See ``Task.died``."""
        deal, match = self._place(unit)
        return ArenaError("WORKER_DIES", deal=deal, match=match, times=RETRIES + 1)

    def _place(self, unit: int) -> tuple[int, str]:
        """The deal and the match of a unit."""
        work = self.plan.unit(unit)
        return work.deal, self.plan.title(work.match)


class Alone(AloneCrew[Played]):
    """Plays in this process, one unit after the other."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(_Deals(plan))


class Processes(ProcessCrew[Played]):
    """Plays in processes of this machine."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        """Raises ArenaError for a number of jobs that makes no sense."""
        check_jobs(jobs)
        super().__init__(_Deals(plan), jobs)


class OnRay(RayCrew[Played]):
    """Plays on a Ray cluster."""

    def __init__(self, plan: Plan, address: str) -> None:
        """Raises ArenaError if the cluster cannot be reached."""
        super().__init__(_Deals(plan), address, carried(plan.bots))
