"""What waits to be sent to one socket. Posting never waits, so a slow reader holds up nobody."""

from __future__ import annotations

import asyncio

from korthus.web.bounds import MAX_WAITING_BYTES, MAX_WAITING_OUT
from korthus.web.http.asgi import Send


class Outbox:
    """A queue of messages and the task that sends them in order."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: list[bytes] = []  # nearly always empty, where a deque would take 760 bytes
        self._bytes = 0
        self._idle: asyncio.Future[None] | None = None
        self._closing: tuple[int, str] | None = None
        self._task = asyncio.create_task(self._run(), name="outbox")

    def post(self, message: bytes) -> None:
        """Send this after what waits."""
        if self._closing is not None:
            return
        self._waiting.append(message)
        self._bytes += len(message)
        several = len(self._waiting) > 1  # a single one, however large, is on its way
        if len(self._waiting) > MAX_WAITING_OUT or (several and self._bytes > MAX_WAITING_BYTES):
            self._waiting.clear()
            self.close(1013, "too slow")
        self._wake()

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket after what waits."""
        if self._closing is None:
            self._closing = (code, reason)
            self._wake()

    @property
    def closing(self) -> bool:
        """Whether the end is decided."""
        return self._closing is not None

    async def finish(self) -> None:
        """Wait until the socket is closed by us."""
        await self._task

    def stop(self) -> None:
        """The socket is gone: send no more."""
        self._task.cancel()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                while self._waiting:
                    await self._send_first()
                if self._closing is not None:
                    code, reason = self._closing
                    await self._send({"type": "websocket.close", "code": code, "reason": reason})
                    return
                self._idle = loop.create_future()
                await self._idle
        except OSError:
            self._closing = (1006, "gone")  # the reader has left; the receiving side hears of it too

    async def _send_first(self) -> None:
        # Apart, so that nothing holds the message while the task waits for the next.
        raw = self._waiting.pop(0)
        self._bytes -= len(raw)
        await self._send({"type": "websocket.send", "text": raw.decode()})
