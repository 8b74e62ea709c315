"""Who is let in and shown out: connections are counted by address, and those that are overdue are ended."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any, Protocol

import uvicorn

from korthus.web.bounds import (
    LOOK_EVERY,
    MAX_CONNECTIONS,
    SLOWEST_READER,
    UNREAD_OF_AN_ADDRESS,
    UNREAD_WITHIN,
)
from korthus.web.http.asgi import network


class Overdue(Protocol):
    """A connection that knows how long it may take."""

    def look(self, now: float) -> None:
        """End it, if its time is up."""


class Sending(Protocol):
    """A connection whose reader does not keep up."""

    @property
    def transport(self) -> asyncio.Transport:
        """The transport whose buffer holds what was not read."""


class Gate:
    """The connections of a server. Turned off, any number of them is let in."""

    def __init__(self, enabled: bool = True, proxies: frozenset[str] = frozenset()) -> None:
        self._enabled = enabled
        #: Addresses that speak for many.
        self._proxies = proxies
        self._inside: Counter[str] = Counter()
        #: By address: the connections whose readers do not keep up, those that have not longest first.
        self._unread: dict[str, dict[Sending, None]] = {}

    def enter(self, host: str) -> bool:
        """Whether an address may have one more connection; ``leave`` gives it back."""
        where = network(host)
        if self._enabled and host not in self._proxies and self._inside[where] >= MAX_CONNECTIONS:
            return False
        self._inside[where] += 1
        return True

    def leave(self, host: str) -> None:
        """A connection that was let in is gone."""
        where = network(host)
        self._inside[where] -= 1
        if not self._inside[where]:
            del self._inside[where]

    def hold(self, host: str, connection: Sending) -> None:
        """Much was sent and not read; ``release`` follows. Who leaves too much loses connections."""
        if not self._enabled or host in self._proxies:
            return
        unread = self._unread.setdefault(network(host), {})
        unread[connection] = None
        sizes = {each: each.transport.get_write_buffer_size() for each in unread}
        for each in list(unread)[:-1]:
            if sum(sizes.values()) <= UNREAD_OF_AN_ADDRESS:
                break
            del unread[each], sizes[each]
            each.transport.abort()

    def release(self, host: str, connection: Sending) -> None:
        """Most of it was read, or the connection is gone."""
        where = network(host)
        unread = self._unread.get(where, {})
        unread.pop(connection, None)
        if not unread:
            self._unread.pop(where, None)

    def __len__(self) -> int:
        return self._inside.total()

    async def watch(self, connections: Iterable[object]) -> None:
        """Look through the connections again and again, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = loop.time()
            for connection in list(connections):
                if hasattr(connection, "look"):
                    connection.look(now)


class GatedConfig(uvicorn.Config):
    """What the protocols of a server share."""

    def __init__(self, app: Any, gate: Gate, **options: Any) -> None:
        super().__init__(app, **options)
        self.gate = gate


class Patience:
    """How long a reader may leave lying what was sent. What is read earns more time."""

    __slots__ = ("_seen", "_until")

    def __init__(self) -> None:
        self._until = 0.0
        #: What waited when somebody last looked, in bytes.
        self._seen = 0

    def read(self) -> None:
        """The reader has taken most of it."""
        self._until = 0.0

    def is_over(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether too little of what waits in a transport is taken."""
        waiting = transport.get_write_buffer_size()
        taken, self._seen = max(0, self._seen - waiting), waiting
        if not waiting:
            self._until = 0.0
        elif not self._until:
            self._until = now + UNREAD_WITHIN
        else:
            self._until = min(self._until + taken / SLOWEST_READER, now + UNREAD_WITHIN)
        return bool(self._until) and now > self._until
