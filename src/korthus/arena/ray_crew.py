"""Long jobs on a Ray cluster. Ray is loaded when somebody asks for it; it comes with ``korthus[ray]``.

Every node of the cluster needs the same korthus; players of the working folder are sent along. A node or
worker that dies takes no result with it: Ray gives its units to others, and each unit is handed back once.
"""

from __future__ import annotations

import logging
import socket
import time
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Generic, TypeVar

from korthus.arena.crews import RETRIES, Task, trouble_of
from korthus.arena.errors import ArenaError
from korthus.core.version import __version__

R = TypeVar("R")

#: The address that starts a cluster of this machine alone, for this run.
LOCAL: Final = "local"
#: Units that wait at the cluster for each processor, so that none is idle between two.
_QUEUED: Final = 2
#: Seconds that a cluster may take to answer.
_PATIENCE: Final = 5.0
#: Units at the cluster from which on it is asked for all that are done, and not for the first of them.
_MANY: Final = 16
#: Seconds between two counts of the processors: nodes come and go.
_COUNTED: Final = 5.0


def work_remotely(task: Task[R], unit: int, version: str) -> R:
    """What a worker of the cluster does: a task and a number in, the unit done out.

    Raises:
        ArenaError: its node has another korthus, which may play otherwise.
    """
    if version != __version__:
        raise ArenaError("OTHER_KORTHUS", node=socket.gethostname(), version=__version__, wanted=version)
    return task.do(unit)


def _knock(address: str) -> None:
    """Raise OSError if nobody answers at a ``host:port``: Ray itself would try for two minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()


class RayCrew(Generic[R]):
    """Does units on a cluster."""

    def __init__(self, task: Task[R], address: str, modules: Sequence[str] = ()) -> None:
        """Join the cluster at ``address`` (``host:port``, ``auto``, ``ray://…``), or start a ``local`` one.

        Args:
            modules: files and folders of modules that the task needs and that the nodes do not have.

        Raises:
            ArenaError: Ray is not installed, or the cluster cannot be reached.
        """
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise ArenaError("NO_RAY") from None
        ray = self._ray
        try:
            _knock(address)
            ray.init(
                address=address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=False if address == LOCAL else None,
                runtime_env={"py_modules": [*modules]} if modules else None,
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise ArenaError("RAY_TROUBLE", address=address, trouble=trouble_of(error)) from None
        self._task = task
        self._sent = ray.put(task)
        self._work = ray.remote(num_cpus=1, max_retries=RETRIES)(work_remotely)
        self._units: dict[Any, int] = {}
        self._counted = time.monotonic()
        self.capacity = self._count()

    def renew(self, task: Task[R]) -> None:
        """Do another task from now on. All units of the one before have been handed back."""
        self._task, self._sent = task, self._ray.put(task)

    def start(self, unit: int) -> None:
        """See ``Crew.start``."""
        self._units[self._work.remote(self._sent, unit, __version__)] = unit

    def wait(self) -> list[tuple[int, R]]:
        """See ``Crew.wait``."""
        waiting = list(self._units)
        ready, _ = self._ray.wait(waiting, num_returns=1)
        if len(waiting) > _MANY:  # all that has come by now: asking costs more than fetching
            ready, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        if time.monotonic() - self._counted >= _COUNTED:
            self._counted = time.monotonic()
            self.capacity = self._count()
        return [self._fetch(ref) for ref in ready]

    def _fetch(self, ref: Any) -> tuple[int, R]:
        unit = self._units.pop(ref)
        try:
            return unit, self._ray.get(ref)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            refusal = cause if isinstance(cause, ArenaError) else self._task.failed(unit, cause)
            refusal.add_note(traceback.format_exc())
            raise refusal from None
        except self._ray.exceptions.RayError:
            raise self._task.died(unit) from None

    def _count(self) -> int:
        """The units that the cluster may hold now."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1))) * _QUEUED

    def close(self) -> None:
        """See ``Crew.close``."""
        for ref in self._units:
            self._ray.cancel(ref, force=True)
        self._units.clear()
        self._ray.shutdown()
