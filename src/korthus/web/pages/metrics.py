"""Numbers about a server, as Prometheus reads them, and the page that shows them to whoever runs it.

They are not for players: together with a clock they tell what happens at a table.
"""

from __future__ import annotations

import math
import mmap
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from korthus.web.http.asgi import Receive, Scope, Send
from korthus.web.http.security import HEADERS

_STATM: Final = Path("/proc/self/statm")
#: Upper bounds of the buckets of times, in seconds.
_BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
#: The same for bots, counted in begun seconds and shown after so many answers: the time of a single answer
#: would tell whether there was a choice.
_BOT_BOUNDS: Final = (1.0, 2.0, 3.0, 6.0)
_BOT_ANSWERS: Final = 32


class Histogram:
    """How long something takes."""

    def __init__(self, bounds: Sequence[float] = _BOUNDS) -> None:
        self._bounds = bounds
        self._buckets = [0] * len(bounds)
        self._sum = 0.0
        self._count = 0

    def add(self, seconds: float) -> None:
        """Count one."""
        self._sum += seconds
        self._count += 1
        for place, bound in enumerate(self._bounds):
            if seconds <= bound:
                self._buckets[place] += 1
                return

    def lines(self, name: str) -> list[str]:
        """The text of it: buckets count everything up to their bound."""
        lines = [f"# TYPE {name} histogram"]
        total = 0
        for bound, count in zip(self._bounds, self._buckets, strict=True):
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
        self._thought = Histogram(_BOT_BOUNDS)
        self._thought_lines = self._thought.lines("korthus_bot_seconds")
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
        """A bot answered after so long, which counts as so many begun seconds, and shows with others only."""
        self.count("bot_answers")
        self._thought.add(max(1, math.ceil(seconds)))
        if self.value("bot_answers") % _BOT_ANSWERS == 0:
            self._thought_lines = self._thought.lines("korthus_bot_seconds")

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
        lines += self._thought_lines
        return "\n".join(lines) + "\n"


class MetricsPage:
    """The numbers as an ASGI app of their own: ``GET /metrics`` and nothing else."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        found = scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/metrics"
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = b"text/plain; version=0.0.4; charset=utf-8"
        await send(
            {
                "type": "http.response.start",
                "status": 200 if found else 404,
                "headers": [(b"content-type", kind), (b"cache-control", b"no-store"), *HEADERS],
            }
        )
        await send({"type": "http.response.body", "body": self._metrics.text().encode() if found else b""})
