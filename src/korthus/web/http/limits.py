"""How much one connection, and one address, may ask for."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from korthus.web.bots.line import Line, Person
from korthus.web.bounds import AT_ONCE, LONG_TURN, LONGEST_REST, MAX_ADDRESSES, MAX_SOCKETS


class Bucket:
    """A token bucket: a rate (tokens a second) and a burst (tokens at once)."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it has had time to fill up, so that it need not be remembered."""
        return self._left + (time.monotonic() - self._seen) * self._rate >= self._burst


class Addresses:
    """Limits by address. Turned off, everything is allowed."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._buckets: dict[tuple[str, tuple[float, float]], Bucket] = {}
        self._sockets: Counter[str] = Counter()
        self._turns: dict[str, Line] = {}

    def take(self, address: str, limit: tuple[float, float]) -> bool:
        """Whether an address may do one more of something."""
        if not self._enabled:
            return True
        bucket = self._buckets.get((address, limit))
        if bucket is None:
            if len(self._buckets) >= MAX_ADDRESSES:
                self._forget()
            bucket = self._buckets[address, limit] = Bucket(*limit)
        return bucket.take()

    def _forget(self) -> None:
        """Make room: those that have had time to fill up go, and at least the older half."""
        kept = [(key, each) for key, each in self._buckets.items() if not each.full]
        self._buckets = dict(kept[-(MAX_ADDRESSES // 2) :])

    def connect(self, address: str) -> bool:
        """Whether an address may open one more socket; ``disconnect`` gives it back."""
        if self._enabled and self._sockets[address] >= MAX_SOCKETS:
            return False
        self._sockets[address] += 1
        return True

    @asynccontextmanager
    async def turn(self, person: Person) -> AsyncIterator[None]:
        """Work on one message of an address, a few of them at a time; its people take turns.

        What kept the loop busy is followed by a rest as long, so that one address has half of it at most.
        """
        if not self._enabled:
            yield
            return
        turns = self._turns.setdefault(person.address, Line(AT_ONCE))
        async with turns.turn(person):
            began = time.thread_time()
            try:
                yield
            finally:
                spent = time.thread_time() - began
                if spent > LONG_TURN:
                    await asyncio.sleep(min(spent, LONGEST_REST))

    def disconnect(self, address: str) -> None:
        """A socket that ``connect`` allowed is closed."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]
            self._turns.pop(address, None)
