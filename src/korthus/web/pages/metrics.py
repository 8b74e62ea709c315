"""Numbers about a server, as Prometheus reads them, and the page that shows them to whoever runs it.

They are not for players: together with a clock they tell what happens at a table.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from korthus.web.http.asgi import Receive, Scope, Send
from korthus.web.http.security import HEADERS

#: Upper bounds of the buckets of times, in seconds.
_BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
#: The same for bots, in begun seconds, and how many answers are shown together: the time of a single answer
#: would tell whether there was a choice.
_BOT_BOUNDS: Final = (1.0, 2.0, 3.0, 6.0)
_BOT_ANSWERS: Final = 32

# When a counter was made tells nothing, and would be a line for each of them.
disable_created_metrics()  # type: ignore[no-untyped-call]


class BotTimes(Collector):
    """How long bots think, as it was when their answers were last a multiple of ``_BOT_ANSWERS``."""

    def __init__(self) -> None:
        self._answers = 0
        about = "Begun seconds that a bot took to answer."
        self._times = Histogram("korthus_bot_seconds", about, buckets=_BOT_BOUNDS, registry=None)
        self._shown = tuple(self._times.collect())

    def add(self, seconds: float) -> None:
        """Count an answer."""
        self._answers += 1
        self._times.observe(max(1, math.ceil(seconds)))
        if self._answers % _BOT_ANSWERS == 0:
            self._shown = tuple(self._times.collect())

    def collect(self) -> Iterable[Metric]:
        """The figures as they were when they were last brought up to date."""
        return self._shown


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        started = time.time()
        #: What is the case now.
        self.sockets = 0
        self.live_tables = 0
        self._registry = CollectorRegistry()
        #: Things that happened, by name; those that have kinds have a label for them.
        self._counters: dict[str, Counter] = {}
        self._gauge("sockets", "Open WebSockets.").set_function(lambda: self.sockets)
        self._gauge("live_tables", "Tables in memory.").set_function(lambda: self.live_tables)
        self._gauge("uptime_seconds", "Since the process started.").set_function(
            lambda: time.time() - started
        )
        ProcessCollector(registry=self._registry)
        self._commit = self._histogram("commit_seconds", "A commit to the database.")
        self._action = self._histogram(
            "action_seconds", "From when an action came until everybody here was told."
        )
        self._thought = BotTimes()
        self._registry.register(self._thought)

    def count(self, name: str, kind: str = "", by: int = 1) -> None:
        """Something happened. A name is used with kinds or without, never both."""
        counter = self._counters.get(name)
        if counter is None:
            labels = ("kind",) if kind else ()
            counter = Counter(f"korthus_{name}", _about(name), labels, registry=self._registry)
            self._counters[name] = counter
        (counter.labels(kind) if kind else counter).inc(by)

    def value(self, name: str, kind: str = "") -> int:
        """How often something has been counted."""
        labels = {"kind": kind} if kind else {}
        return int(self._registry.get_sample_value(f"korthus_{name}_total", labels) or 0)

    def committed(self, writes: int, seconds: float) -> None:
        """A commit of ``writes`` writes took ``seconds``."""
        self.count("commits")
        self.count("writes", by=writes)
        self._commit.observe(seconds)

    def acted(self, seconds: float) -> None:
        """An action was accepted and everybody here was told, ``seconds`` after it came."""
        self.count("actions")
        self._action.observe(seconds)

    def thought(self, seconds: float) -> None:
        """A bot answered after ``seconds``; they count as begun seconds, and show with other answers only."""
        self.count("bot_answers")
        self._thought.add(seconds)

    def text(self) -> str:
        """Everything, in the Prometheus text format."""
        return generate_latest(self._registry).decode()

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"korthus_{name}", about, registry=self._registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(f"korthus_{name}", about, buckets=_BOUNDS, registry=self._registry)


def _about(name: str) -> str:
    """What Prometheus shows beside a counter.

    >>> _about("bot_workers_started")
    'Bot workers started.'
    """
    return f"{name.replace('_', ' ').capitalize()}."


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
