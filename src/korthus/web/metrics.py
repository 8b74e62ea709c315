"""Numbers about a server, as Prometheus reads them."""

from __future__ import annotations

import mmap
import time
from collections import Counter
from pathlib import Path
from typing import Final

_STATM: Final = Path("/proc/self/statm")
#: Upper bounds of the buckets of times, in seconds.
_BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """How long something takes."""

    def __init__(self) -> None:
        self._buckets = [0] * len(_BOUNDS)
        self._sum = 0.0
        self._count = 0

    def add(self, seconds: float) -> None:
        """Count one."""
        self._sum += seconds
        self._count += 1
        for place, bound in enumerate(_BOUNDS):
            if seconds <= bound:
                self._buckets[place] += 1
                return

    def lines(self, name: str) -> list[str]:
        """The text of it: buckets count everything up to their bound."""
        lines = [f"# TYPE {name} histogram"]
        total = 0
        for bound, count in zip(_BOUNDS, self._buckets, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        lines += [f'{name}_bucket{{le="+Inf"}} {self._count}', f"{name}_sum {self._sum:.6f}"]
        return [*lines, f"{name}_count {self._count}"]


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self._started = time.time()
        #: Things that happened, by name and what kind.
        self._counts: Counter[tuple[str, str]] = Counter()
        self._commit = Histogram()
        self._action = Histogram()
        self._thought = Histogram()
        #: What is the case now.
        self.sockets = 0
        self.rooms = 0

    def count(self, name: str, kind: str = "", by: int = 1) -> None:
        """Something happened."""
        self._counts[name, kind] += by

    def value(self, name: str, kind: str = "") -> int:
        """How often it did."""
        return self._counts[name, kind]

    def committed(self, writes: int, seconds: float) -> None:
        """A commit took so many writes and so long."""
        self.count("commits")
        self.count("writes", by=writes)
        self._commit.add(seconds)

    def acted(self, seconds: float) -> None:
        """An action was accepted and everybody here was told, so long after it came."""
        self.count("actions")
        self._action.add(seconds)

    def thought(self, seconds: float) -> None:
        """A bot answered after so long."""
        self.count("bot_answers")
        self._thought.add(seconds)

    def text(self) -> str:
        """Everything, in the Prometheus text format."""
        lines = [
            "# TYPE korthus_sockets gauge",
            f"korthus_sockets {self.sockets}",
            "# TYPE korthus_rooms gauge",
            f"korthus_rooms {self.rooms}",
            "# TYPE korthus_uptime_seconds gauge",
            f"korthus_uptime_seconds {time.time() - self._started:.1f}",
            "# TYPE process_cpu_seconds_total counter",
            f"process_cpu_seconds_total {time.process_time():.3f}",
        ]
        if _STATM.exists():  # Linux only
            pages = int(_STATM.read_text().split()[1])
            lines += [
                "# TYPE process_resident_memory_bytes gauge",
                f"process_resident_memory_bytes {pages * mmap.PAGESIZE}",
            ]
        names: dict[str, list[str]] = {}
        for (name, kind), count in sorted(self._counts.items()):
            label = f'{{kind="{kind}"}}' if kind else ""
            names.setdefault(name, []).append(f"korthus_{name}_total{label} {count}")
        for name, counts in names.items():
            lines += [f"# TYPE korthus_{name}_total counter", *counts]
        lines += self._commit.lines("korthus_commit_seconds")
        lines += self._action.lines("korthus_action_seconds")
        lines += self._thought.lines("korthus_bot_seconds")
        return "\n".join(lines) + "\n"
