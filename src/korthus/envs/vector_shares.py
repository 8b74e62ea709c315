"""Slots shared out among threads. Compiled code lets go of the interpreter, so all of them work at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from korthus.threads import Threads

T = TypeVar("T")

#: A thread for fewer slots than this costs more time than it saves. ``bench/bench_envs_vector.py`` has the
#: steps a second of one thread, by the number of slots.
LEAST_SHARE: Final = 512


class Shares:
    """``n`` slots in parts, one for each thread."""

    def __init__(self, n: int, threads: int | None) -> None:
        """Without a number of threads there is one for each core, if there are slots enough."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        parts = min(cores if threads is None else threads, max(n // LEAST_SHARE, 1))
        bounds = [n * part // parts for part in range(parts + 1)]
        #: The number of each part, its first slot, and where it ends.
        self.parts: Final = [*zip(range(parts), bounds, bounds[1:], strict=False)]
        self._threads: Final[Threads[Any] | None] = Threads(parts) if parts > 1 else None

    def run(self, work: Callable[[int, int, int], T]) -> list[T]:
        """What ``work`` gives for each part, all at once; in the order of the parts."""
        if self._threads is None:
            return [work(*self.parts[0])]
        return self._threads.do_all([partial(work, *part) for part in self.parts])
