"""A cable that counts: every request that goes up it, and every byte that comes down, whoever asks."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tests.browser.wire import Wire

_REQUEST: Final = re.compile(rb"(GET|POST|HEAD|PUT|DELETE|OPTIONS) (\S+) HTTP/1\.1\r\n")
_UPGRADE: Final = b"\r\nupgrade: websocket"


class Count(NamedTuple):
    """What has gone through a cable."""

    #: Method and path of each request, in order.
    requests: tuple[str, ...]
    #: Bytes of answers, their heads included.
    received: int
    #: Bytes of WebSocket frames that came, the answer to the upgrade included.
    told: int

    def since(self, before: Count) -> Count:
        """What went through after an earlier count."""
        return Count(
            self.requests[len(before.requests) :], self.received - before.received, self.told - before.told
        )


class CountedWire(Wire):
    """A cable between a browser and the server; ``count`` says what has gone through it so far.

    A page's own tools do not see what its service worker asks for; a cable does.
    """

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._requests: list[str] = []
        self._received = 0
        self._told = 0
        self._sockets: set[int] = set()

    @property
    def count(self) -> Count:
        """What has gone through."""
        with self._lock:
            return Count(tuple(self._requests), self._received, self._told)

    def _passed(self, connection: int, upwards: bool, data: bytes) -> None:
        with self._lock:
            if not upwards and connection in self._sockets:
                self._told += len(data)
            elif not upwards:
                self._received += len(data)
            elif connection not in self._sockets:
                self._requests += [b" ".join(found).decode() for found in _REQUEST.findall(data)]
                if _UPGRADE in data.lower():
                    self._sockets.add(connection)
