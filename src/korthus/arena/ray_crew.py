"""The arena on a Ray cluster. Ray is loaded when somebody asks for it; it comes with ``korthus[ray]``.

Every node of the cluster needs the same korthus. A node or worker that dies takes no result with it: Ray
gives its units to others.
"""

from __future__ import annotations

import logging
import socket
import traceback
from importlib import import_module
from typing import Any, Final

import msgspec

from korthus.arena.crews import RETRIES, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.executors import died, failed
from korthus.arena.match import Played, play_unit
from korthus.arena.plan import Plan

#: The address that starts a cluster of this machine alone, for this run.
LOCAL: Final = "local"
#: Units that wait at the cluster for each processor, so that none is idle between two.
_QUEUED: Final = 2
#: Seconds that a cluster may take to answer.
_PATIENCE: Final = 5.0


def play_remotely(raw: bytes, unit: int) -> tuple[bytes, bytes]:
    """What a worker of the cluster does: a plan and a number in, two lines out."""
    played = play_unit(msgspec.json.decode(raw, type=Plan), unit)
    return played.result, played.times


def _knock(address: str) -> None:
    """Raise OSError if nobody answers at a ``host:port``: Ray itself would try for two minutes."""
    host, colon, port = address.rpartition(":")
    if colon and "/" not in host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()


class RayCrew:
    """Plays units on a cluster."""

    def __init__(self, plan: Plan, address: str) -> None:
        """Join the cluster at ``address`` (``host:port``, ``auto``, ``ray://…``), or start a ``local`` one.

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
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise ArenaError("RAY_TROUBLE", address=address, trouble=trouble_of(error)) from None
        self._plan = plan
        self._raw = ray.put(msgspec.json.encode(plan))
        self._play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_remotely)
        self._refs: dict[Any, int] = {}
        self.capacity = max(1, int(ray.cluster_resources().get("CPU", 1))) * _QUEUED

    def start(self, unit: int) -> None:
        """See ``Crew.start``."""
        self._refs[self._play.remote(self._raw, unit)] = unit

    def wait(self) -> list[tuple[int, Played]]:
        """See ``Crew.wait``."""
        ready, _ = self._ray.wait(list(self._refs), num_returns=1)
        played = []
        for ref in ready:
            unit = self._refs.pop(ref)
            try:
                played.append((unit, Played(*self._ray.get(ref))))
            except self._ray.exceptions.RayTaskError as error:
                refusal = failed(self._plan, unit, trouble_of(error.cause))
                refusal.add_note(traceback.format_exc())
                raise refusal from None
            except self._ray.exceptions.RayError:
                raise died(self._plan, unit) from None
        return played

    def close(self) -> None:
        """See ``Crew.close``."""
        for ref in self._refs:
            self._ray.cancel(ref, force=True)
        self._refs.clear()
        self._ray.shutdown()
