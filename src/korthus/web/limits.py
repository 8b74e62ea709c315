"""How much one connection, and one address, may ask for."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

#: Messages on one socket: a second, and at once.
MESSAGES: Final = (20.0, 40.0)
CHATS: Final = (0.5, 5.0)
#: Requests of one address.
REQUESTS: Final = (30.0, 120.0)
#: Tables opened by one address: five a minute, ten at once.
TABLES: Final = (5 / 60, 10.0)
#: Seats, invitations and player tokens tried by one address.
SECRETS: Final = (1.0, 30.0)
#: Sockets of one address.
MAX_SOCKETS: Final = 64
#: How many addresses are remembered.
_MAX_ADDRESSES: Final = 10_000


class Bucket:
    """A token bucket: so many a second, and so many at once."""

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

    def take(self, address: str, limit: tuple[float, float]) -> bool:
        """Whether an address may do one more of something."""
        if not self._enabled:
            return True
        bucket = self._buckets.get((address, limit))
        if bucket is None:
            if len(self._buckets) >= _MAX_ADDRESSES:
                self._buckets = {key: each for key, each in self._buckets.items() if not each.full}
            bucket = self._buckets[address, limit] = Bucket(*limit)
        return bucket.take()

    def connect(self, address: str) -> bool:
        """Whether an address may open one more socket; ``disconnect`` gives it back."""
        if self._enabled and self._sockets[address] >= MAX_SOCKETS:
            return False
        self._sockets[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        """A socket that ``connect`` allowed is closed."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]
