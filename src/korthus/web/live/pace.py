"""Long work that must be done on the loop steps aside every few milliseconds, one piece of it at a time."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Final, Self

#: How long such work goes on before others have their turn, in seconds.
SLICE: Final = 0.005


class Pace:
    """The pace of one piece of long work.

    All pieces share a gate: whatever goes on after its first slice waits until no other does, so that the
    loop has one slice at a time between whatever else there is to do.
    """

    def __init__(self, gate: asyncio.Lock) -> None:
        self._gate = gate
        self._has_gate = False
        self._began = time.perf_counter()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._has_gate:
            self._gate.release()

    async def breathe(self) -> None:
        """Let others go on, if it is time."""
        if time.perf_counter() - self._began < SLICE:
            return
        if not self._has_gate:
            await self._gate.acquire()
            self._has_gate = True
        await asyncio.sleep(0)
        self._began = time.perf_counter()
