"""The WebSocket protocol of uvicorn with a short way for what nearly every message is.

A small text message in one frame is read and written here. Everything else (handshake, pings, closing, long,
fragmented, malformed) goes the way of ``websockets``, which knows all of the protocol.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

_TEXT: Final = 0x81
_CONTROL: Final = (0x88, 0x89, 0x8A)
_MASKED: Final = 0x80
#: Frames up to this size have a header of two bytes.
_SMALL: Final = 125
_MASK_BYTES: Final = 4
_LONG: Final = 2**16


class KorthusWebSocket(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        #: Whether everything so far came in whole, small frames, so that the parser has nothing in hand.
        self._whole = True
        #: Frames that are written together at the end of this turn of the loop.
        self._frames_out: list[bytes] = []

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        if not self.handshake_complete:
            super().data_received(data)
            return
        start = 0
        while self._whole and start < len(data):
            end = _end_of_small(data, start)
            if end is None:
                self._whole = False
            else:
                if data[start] == _TEXT:
                    self._take_text(data[start:end])
                else:
                    self._flush()
                    super().data_received(data[start:end])
                    self._whole = self.conn.state is State.OPEN
                start = end
        if start < len(data):
            self._flush()
            super().data_received(data[start:])

    def _take_text(self, frame: bytes) -> None:
        self.curr_msg_data_type = "text"
        self.frames = [_unmask(frame[2 + _MASK_BYTES :], frame[2 : 2 + _MASK_BYTES])]
        self.send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        text = message.get("text")
        if (
            text is None
            or not self.writable.is_set()
            or self.disconnected
            or self.close_sent
            or not self.handshake_complete
            or self.conn.state is not State.OPEN
        ):
            self._flush()
            await super().send(message)
            if message["type"] == "websocket.accept":
                del self.request, self.response  # a socket lives long and needs its handshake no more
            return
        payload = text.encode()
        if not self._frames_out:
            self.loop.call_soon(self._flush)
        self._frames_out += (_header(len(payload)), payload)

    def shutdown(self) -> None:
        """Say goodbye after what was said before."""
        self._flush()
        super().shutdown()

    def _flush(self) -> None:
        if self._frames_out:
            self.transport.write(b"".join(self._frames_out))
            self._frames_out.clear()


def _end_of_small(data: bytes, start: int) -> int | None:
    """Where the frame at ``start`` ends, if it is whole, small, masked, and a text or a control frame."""
    if len(data) < start + 2 + _MASK_BYTES:
        return None
    size = data[start + 1] - _MASKED
    if not 0 <= size <= _SMALL or not (data[start] == _TEXT or data[start] in _CONTROL):
        return None
    end = start + 2 + _MASK_BYTES + size
    return end if end <= len(data) else None


def _unmask(payload: bytes, mask: bytes) -> bytes:
    """What a client has masked, for the mask hides nothing.

    >>> _unmask(bytes.fromhex("09040d0d0e"), b"aaaa")
    b'hello'
    """
    size = len(payload)
    repeated = (mask * (size // _MASK_BYTES + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(repeated)).to_bytes(size)


def _header(size: int) -> bytes:
    """What comes before a text of so many bytes."""
    if size <= _SMALL:
        return bytes((_TEXT, size))
    if size < _LONG:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)
