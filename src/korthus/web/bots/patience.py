"""How long anybody waits for workers that compile for themselves, where nothing can be compiled ahead.

That is so where compiled code cannot be kept, or is not to be made ahead (``--no-warm``). A worker then goes
on compiling, and whoever waited asks somebody else meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Question:
    """One question to a worker, as the one who waits for the answer sees it."""

    def __init__(self, patience: Patience) -> None:
        #: Set when it is not worth waiting any longer.
        self.over = asyncio.Event()
        self._patience = patience
        self._timer: asyncio.TimerHandle | None = None

    def compiles(self) -> None:
        """The worker that was asked compiles."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._patience.seconds, self._patience.slow, self)

    def done(self) -> None:
        """The worker is free again."""
        if self._timer is not None:
            self._timer.cancel()
        self._patience.free(self)


class Patience:
    """Which of some workers have been compiling for longer than anybody should wait."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self._workers = workers
        self._slow: set[Question] = set()
        self._waiting: set[Question] = set()

    @property
    def over(self) -> bool:
        """Whether there is no worker that is not slow."""
        return len(self._slow) >= self._workers

    @contextmanager
    def question(self) -> Iterator[Question]:
        """A question, as long as somebody waits for its answer or for its turn."""
        asked = Question(self)
        self._waiting.add(asked)
        try:
            yield asked
        finally:
            self._waiting.discard(asked)

    def slow(self, asked: Question) -> None:
        """Whoever is asked this takes too long. If all do, nobody waits for a free one either."""
        self._slow.add(asked)
        for waiting in self._waiting if self.over else (asked,):
            waiting.over.set()

    def free(self, asked: Question) -> None:
        """Whoever was asked this has answered, or has gone."""
        self._slow.discard(asked)
