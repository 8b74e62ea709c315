"""Who plays a plan: this process or processes beside it (``crews``), or a Ray cluster (``ray_crew``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from korthus.arena.crews import MAX_JOBS, RETRIES, AloneCrew, Crew, ProcessCrew, in_order, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.match import Played, play_unit
from korthus.arena.plan import Plan


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
        return failed(self.plan, unit, trouble_of(error))

    def died(self, unit: int) -> ArenaError:
        """See ``Task.died``."""
        return died(self.plan, unit)


class Alone(AloneCrew[Played]):
    """Plays in this process, one unit after the other."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(_Deals(plan))


class Processes(ProcessCrew[Played]):
    """Plays in processes of this machine."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        """Raises ArenaError for a number of jobs that makes no sense."""
        if not 1 <= jobs <= MAX_JOBS:
            raise ArenaError("BAD_JOBS", limit=MAX_JOBS)
        super().__init__(_Deals(plan), jobs)


def failed(plan: Plan, unit: int, trouble: str) -> ArenaError:
    """The error of a unit that cannot be played."""
    work = plan.unit(unit)
    return ArenaError("DEAL_FAILED", deal=work.deal, match=plan.title(work.match), trouble=trouble)


def died(plan: Plan, unit: int) -> ArenaError:
    """The error of a unit that no worker survives."""
    work = plan.unit(unit)
    return ArenaError("WORKER_DIES", deal=work.deal, match=plan.title(work.match), times=RETRIES + 1)
