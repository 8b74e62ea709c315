"""A WebSocket client that costs next to nothing, so that a load test measures the server and not itself.

It speaks to our own server only: text frames in one piece, no compression, a mask of zeros.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Final, cast

_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_PING: Final = 0x89
_PONG: Final = 0x8A
_MASKED: Final = 0x80
#: A mask of zeros leaves the payload as it is.
_MASK: Final = bytes(4)


def frame(payload: bytes, opcode: int = _TEXT) -> bytes:
    """A frame from a client."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, _MASKED | size)) + _MASK + payload
    return struct.pack("!BBH", opcode, _MASKED | 126, size) + _MASK + payload


class LoadSocket(asyncio.Protocol):
    """One socket: ``hear`` gets every text message, ``lost`` is called at the end, whoever caused it."""

    def __init__(self, path: str, hear: Callable[[bytes], None], lost: Callable[[LoadSocket], None]) -> None:
        self._path = path
        self._hear = hear
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self.upgraded: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._closing = False
        #: Bytes sent and received, headers of frames included.
        self.up = 0
        self.down = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are no subclass of it
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: a29ydGh1cyBsb2FkIHRlcw==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        """Say so."""
        self._transport = None
        if not self.upgraded.done():
            self.upgraded.set_exception(ConnectionResetError())
        self._lost(self)

    def send(self, payload: bytes) -> None:
        """Send a text message."""
        if self._transport is not None and not self._closing:
            data = frame(payload)
            self.up += len(data)
            self._transport.write(data)

    def close(self) -> None:
        """Leave politely."""
        if self._transport is not None and not self._closing:
            self._closing = True
            self._transport.write(frame(struct.pack("!H", 1000), _CLOSE))

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come."""
        buffer = self._buffer + data if self._buffer else data
        place = 0
        if self.upgraded.done():
            self.down += len(data)
        else:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.upgraded.set_exception(ConnectionRefusedError(buffer[:100].decode("latin-1")))
                return
            self.upgraded.set_result(None)
            place = end + 4
            self.down += len(buffer) - place
        whole = len(buffer)
        while whole - place >= 2:
            size, start = buffer[place + 1], place + 2
            if size == 126:
                size = int.from_bytes(buffer[start : start + 2])
                start += 2
            elif size == 127:
                size = int.from_bytes(buffer[start : start + 8])
                start += 8
            if start + size > whole:
                break
            self._frame(buffer[place], buffer[start : start + size])
            place = start + size
        self._buffer = buffer[place:]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == _TEXT:
            self._hear(payload)
        elif opcode == _PING and self._transport is not None:
            self._transport.write(frame(payload, _PONG))
        elif opcode == _CLOSE and self._transport is not None:
            self._transport.close()


async def open_socket(
    host: str, port: int, path: str, hear: Callable[[bytes], None], lost: Callable[[LoadSocket], None]
) -> LoadSocket:
    """Connect and shake hands.

    Raises:
        OSError: nobody listens there, or no WebSocket is to be had.
    """
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: LoadSocket(path, hear, lost), host, port)
    await socket.upgraded
    return socket
