"""Who does a long job: this process, threads of it, or processes beside it. The results are the same.

A task is work in numbered units. A crew is given units and hands them back done, in any order; ``in_order``
puts them into theirs, so that a file of results is the same however many hands wrote it.
"""

from __future__ import annotations

import signal
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, Generic, Protocol, TypeVar

from korthus.core.errors import KorthusError
from korthus.threads import Threads

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

#: How often a unit is done again after its worker died.
RETRIES: Final = 3
MAX_JOBS: Final = 1024
#: How far a crew may run ahead of the oldest unit that is not finished, for each unit it holds.
_AHEAD: Final = 16
#: Seconds between two looks while nothing is finished: on Windows, a wait without end hears no Ctrl-C.
_LOOK: Final = 0.5


class Task(Protocol[R_co]):
    """Work in units that do not depend on each other. It can be sent to another process."""

    def do(self, unit: int) -> R_co:
        """Do one unit."""
        ...

    def failed(self, unit: int, error: Exception) -> KorthusError:
        """How to say that a unit raised something."""
        ...

    def died(self, unit: int) -> KorthusError:
        """How to say that a unit ended its worker again and again."""
        ...


class Crew(Protocol[R]):
    """Does units. A unit whose worker dies is done again, by another worker, with the same result."""

    #: How many units it can hold at a time.
    capacity: int

    def start(self, unit: int) -> None:
        """Take a unit to do."""
        ...

    def wait(self) -> list[tuple[int, R]]:
        """At least one unit that has been done since, of those that were started.

        Raises:
            KorthusError: a unit failed, or ended its worker again and again.
        """
        ...

    def close(self) -> None:
        """Send everybody home at once, finished or not."""
        ...


def in_order(crew: Crew[R], units: Sequence[int]) -> Iterator[R]:
    """Some units, each of them once, in the order given, done by a crew. The crew is not closed.

    Raises:
        KorthusError: a unit failed, or ended its worker again and again.
    """
    finished: dict[int, R] = {}
    upcoming = running = 0
    for index, wanted in enumerate(units):
        while wanted not in finished:
            limit = min(len(units), index + _AHEAD * crew.capacity)
            while running < crew.capacity and upcoming < limit:
                crew.start(units[upcoming])
                upcoming += 1
                running += 1
            for unit, done in crew.wait():
                finished[unit] = done
                running -= 1
        yield finished.pop(wanted)


def crew_for(task: Task[R], jobs: int) -> Crew[R]:
    """One process works alone; several have a crew."""
    return AloneCrew(task) if jobs == 1 else ProcessCrew(task, jobs)


class AloneCrew(Generic[R]):
    """Works in this process, one unit after the other."""

    capacity = 1

    def __init__(self, task: Task[R]) -> None:
        self._task = task
        self._units: deque[int] = deque()

    def start(self, unit: int) -> None:
        """See ``Crew.start``."""
        self._units.append(unit)

    def wait(self) -> list[tuple[int, R]]:
        """See ``Crew.wait``."""
        unit = self._units.popleft()
        try:
            return [(unit, self._task.do(unit))]
        except Exception as error:  # whatever a player does wrong is told, as a crew of processes would
            refusal = _refusal(self._task, unit, error)
            raise refusal from (None if refusal is error else error)

    def close(self) -> None:
        """See ``Crew.close``."""
        self._units.clear()


class ThreadCrew(Generic[R]):
    """Works in threads of this process, for tasks that let go of the interpreter."""

    def __init__(self, task: Task[R], jobs: int) -> None:
        self.capacity = 2 * jobs  # each thread finds its next unit waiting
        self._task = task
        self._threads: Threads[R] = Threads(jobs)

    def start(self, unit: int) -> None:
        """See ``Crew.start``."""
        self._threads.begin(unit, partial(self._task.do, unit))

    def wait(self) -> list[tuple[int, R]]:
        """See ``Crew.wait``."""
        outcome = None
        while outcome is None:
            outcome = self._threads.wait(_LOOK)
        unit = outcome.key
        assert isinstance(unit, int)
        try:
            return [(unit, outcome.value())]
        except Exception as error:
            refusal = _refusal(self._task, unit, error)
            raise refusal from (None if refusal is error else error)

    def close(self) -> None:
        """See ``Crew.close``. Units that have begun are finished first, but nobody hears of them."""
        self._threads.close()


class ProcessCrew(Generic[R]):
    """Works in processes of this machine.

    Each worker has a pipe of its own, so it is known which unit a dead worker had; a pool that shares one
    queue can only give up.
    """

    def __init__(self, task: Task[R], jobs: int) -> None:
        self.capacity = jobs
        self._task = task
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

    def wait(self) -> list[tuple[int, R]]:
        """See ``Crew.wait``."""
        done: list[tuple[int, R]] = []
        while not done:
            for pipe in wait(list(self._busy), _LOOK):
                assert isinstance(pipe, Connection)
                try:
                    answer = pipe.recv()
                except (EOFError, OSError):
                    self._bury(pipe)
                    continue
                unit, worker = self._busy.pop(pipe)
                self._idle.append((pipe, worker))
                if isinstance(answer, _Failure):
                    raise answer.refusal
                done.append((unit, answer))
        return done

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
        worker = self._context.Process(target=_serve, args=(theirs, self._task), daemon=True)
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
            raise self._task.died(unit)
        self.start(unit)


@dataclass(frozen=True)
class _Failure:
    """What a worker says when a unit cannot be done."""

    refusal: KorthusError


def _serve(pipe: Connection, task: Task[object]) -> None:
    """The life of a worker: units in, results out, until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us stops us
    while True:
        try:
            unit = pipe.recv()
        except EOFError:
            return
        answer: object
        try:
            answer = task.do(unit)
        except Exception as error:  # whatever a player does wrong is told to whoever asked
            answer = _Failure(_refusal(task, unit, error))
        try:
            pipe.send(answer)
        except OSError:
            return


def _refusal(task: Task[object], unit: int, error: Exception) -> KorthusError:
    """The error of a unit that cannot be done; where it went wrong is its note."""
    refusal = task.failed(unit, error)
    refusal.add_note(traceback.format_exc())
    return refusal


def trouble_of(error: BaseException) -> str:
    """What went wrong, in one line without a full stop. Ray's own errors go on with whole tracebacks."""
    said = (
        error.reason if isinstance(error, KorthusError) else f"{type(error).__name__}: {str(error).strip()}"
    )
    return said.partition("\n")[0].rstrip(".: ")
