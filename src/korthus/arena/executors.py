"""Who does the work: this process, processes beside it, or a Ray cluster. The results are the same.

A crew is given units and hands them back played, in any order. ``play_plan`` puts them into the order of the
plan, so that a file of results is the same however many hands wrote it.
"""

from __future__ import annotations

import signal
import traceback
from collections import Counter, deque
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, Protocol

import msgspec

from korthus.arena.errors import ArenaError
from korthus.arena.match import Played, play_unit
from korthus.arena.plan import Plan
from korthus.core.errors import KorthusError

#: How often a unit is played again after its worker died.
RETRIES: Final = 3
MAX_JOBS: Final = 1024
#: How far the crew may run ahead of the oldest unit that is not finished, for each unit it holds.
_AHEAD: Final = 16


class Crew(Protocol):
    """Plays units. A unit whose worker dies is played again, by another worker, with the same result."""

    #: How many units it can hold at a time.
    capacity: int

    def start(self, unit: int) -> None:
        """Take a unit to play."""
        ...

    def wait(self) -> list[tuple[int, Played]]:
        """At least one unit that has been played since, of those that were started.

        Raises:
            ArenaError: a unit failed, or ended its worker again and again.
        """
        ...

    def close(self) -> None:
        """Send everybody home at once, finished or not."""
        ...


def play_plan(plan: Plan, crew: Crew, first: int = 0) -> Iterator[Played]:
    """Every unit of a plan from ``first`` on, in order, played by a crew.

    Raises:
        ArenaError: a unit failed, or ended its worker again and again.
    """
    finished: dict[int, Played] = {}
    upcoming = first
    running = 0
    for wanted in range(first, plan.units):
        while wanted not in finished:
            limit = min(plan.units, wanted + _AHEAD * crew.capacity)
            while running < crew.capacity and upcoming < limit:
                crew.start(upcoming)
                upcoming += 1
                running += 1
            for unit, played in crew.wait():
                finished[unit] = played
                running -= 1
        yield finished.pop(wanted)


class Alone:
    """Plays in this process, one unit after the other."""

    capacity = 1

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._units: deque[int] = deque()

    def start(self, unit: int) -> None:
        """See ``Crew.start``."""
        self._units.append(unit)

    def wait(self) -> list[tuple[int, Played]]:
        """See ``Crew.wait``. What a player raises comes out as it is."""
        unit = self._units.popleft()
        return [(unit, play_unit(self._plan, unit))]

    def close(self) -> None:
        """See ``Crew.close``."""
        self._units.clear()


class Processes:
    """Plays in processes of this machine.

    Each worker has a pipe of its own, so it is known which unit a dead worker had; a pool that shares one
    queue can only give up.
    """

    def __init__(self, plan: Plan, jobs: int) -> None:
        """Raises ArenaError for a number of jobs that makes no sense."""
        if not 1 <= jobs <= MAX_JOBS:
            raise ArenaError("BAD_JOBS", limit=MAX_JOBS)
        self.capacity = jobs
        self._plan = plan
        self._raw = msgspec.json.encode(plan)
        # Started afresh rather than forked: the same on every system, and no inherited threads or locks.
        self._context = get_context("spawn")
        self._idle: list[tuple[Connection, BaseProcess]] = []
        self._busy: dict[Connection, tuple[int, BaseProcess]] = {}
        self._deaths: Counter[int] = Counter()

    def start(self, unit: int) -> None:
        """See ``Crew.start``."""
        pipe, worker = self._idle.pop() if self._idle else self._hire()
        self._busy[pipe] = (unit, worker)
        try:
            pipe.send(unit)
        except OSError:
            self._bury(pipe)

    def wait(self) -> list[tuple[int, Played]]:
        """See ``Crew.wait``."""
        played: list[tuple[int, Played]] = []
        while not played:
            for pipe in wait(list(self._busy)):
                assert isinstance(pipe, Connection)
                try:
                    answer = pipe.recv()
                except (EOFError, OSError):
                    self._bury(pipe)
                    continue
                unit, worker = self._busy.pop(pipe)
                self._idle.append((pipe, worker))
                if isinstance(answer, _Failure):
                    raise answer.error(self._plan, unit)
                played.append((unit, answer))
        return played

    def close(self) -> None:
        """See ``Crew.close``."""
        for pipe, worker in self._idle:
            pipe.close()
            worker.join()
        for pipe, (_, worker) in self._busy.items():
            worker.kill()
            worker.join()
            pipe.close()
        self._idle.clear()
        self._busy.clear()

    def _hire(self) -> tuple[Connection, BaseProcess]:
        ours, theirs = self._context.Pipe()
        worker = self._context.Process(target=_serve, args=(theirs, self._raw), daemon=True)
        worker.start()
        theirs.close()  # the worker alone holds that end now, so its death is heard on ours
        return ours, worker

    def _bury(self, pipe: Connection) -> None:
        """A worker is dead: give its unit to another."""
        unit, worker = self._busy.pop(pipe)
        pipe.close()
        worker.join()
        self._deaths[unit] += 1
        if self._deaths[unit] > RETRIES:
            raise died(self._plan, unit)
        self.start(unit)


class _Failure(msgspec.Struct, frozen=True):
    """What a worker says when a unit cannot be played."""

    trouble: str
    trace: str

    def error(self, plan: Plan, unit: int) -> ArenaError:
        return failed(plan, unit, self.trouble, self.trace)


def failed(plan: Plan, unit: int, trouble: str, trace: str) -> ArenaError:
    """The error of a unit that cannot be played; where it went wrong is its note."""
    work = plan.unit(unit)
    error = ArenaError("DEAL_FAILED", deal=work.deal, match=plan.title(work.match), trouble=trouble)
    error.add_note(trace)
    return error


def died(plan: Plan, unit: int) -> ArenaError:
    """The error of a unit that no worker survives."""
    work = plan.unit(unit)
    return ArenaError("WORKER_DIES", deal=work.deal, match=plan.title(work.match), times=RETRIES + 1)


def _serve(pipe: Connection, raw: bytes) -> None:
    """The life of a worker: units in, lines out, until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us stops us
    plan = msgspec.json.decode(raw, type=Plan)
    while True:
        try:
            unit = pipe.recv()
        except EOFError:
            return
        answer: Played | _Failure
        try:
            answer = play_unit(plan, unit)
        except Exception as error:  # whatever a player does wrong is told to whoever asked
            answer = _Failure(trouble_of(error), traceback.format_exc())
        try:
            pipe.send(answer)
        except OSError:
            return


def trouble_of(error: BaseException) -> str:
    """What went wrong, in one line without a full stop."""
    said = error.reason if isinstance(error, KorthusError) else f"{type(error).__name__}: {error}"
    return said.rstrip(".")
