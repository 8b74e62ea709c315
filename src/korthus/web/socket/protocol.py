"""The WebSocket protocol of uvicorn with a short way for what nearly every message is.

A small text message in one frame is read and written here. Everything else (handshake, pings, closing, long,
fragmented, malformed) goes the way of ``websockets``, which knows all of the protocol. Bounded here are the
frames of a message, the control frames of a second, and the messages that wait.

The bounds are why this class exists (``docs/decisions.md``, 27). The short way saves a quarter of what a
message costs: 15 µs of processor time for one in and one out, 20 µs with the bounds alone, 18 µs with
uvicorn's own class, which has no bounds (``python -m bench.socket_frames``). When an inner name that is used
here moves, ``tests/web/test_inner_names.py`` fails; ``pyproject.toml`` bounds both libraries from above.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from korthus.web.bounds import CONTROL_FRAMES, HEAD_WITHIN, MAX_FRAMES, MAX_WAITING_IN, PIECE
from korthus.web.http.gate import Gate, Patience
from korthus.web.http.limits import Bucket
from korthus.web.socket.wire import ClosingCode

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
        self._gate: Gate = self.config.gate  # type: ignore[attr-defined]  # a GatedConfig
        self._began = self.loop.time()
        self._controls = Bucket(*CONTROL_FRAMES)
        self._patience = Patience()

    # -- coming and going --------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """Give its place back: the HTTP connection that it began as was let in."""
        super().connection_lost(exc)
        self._gate.leave(self.client[0] if self.client else "")

    def look(self, now: float) -> None:
        """End it, if its time is up."""
        shaking = not self.handshake_complete and now - self._began > HEAD_WITHIN
        if shaking or self._patience.is_over(self.transport, now):
            self.transport.abort()

    def resume_writing(self) -> None:
        """What was sent is being read."""
        self._patience.read()
        super().resume_writing()

    # -- reading -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read what has come, unless it was decided that nothing more is read."""
        if self.transport.is_closing():
            return
        if not self.handshake_complete:
            super().data_received(data)
            return
        start = 0
        while self._whole and start < len(data) and not self.transport.is_closing():
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
        while start < len(data) and not self.transport.is_closing():
            super().data_received(data[start : start + PIECE])
            start += PIECE

    def _take_text(self, frame: bytes) -> None:
        self.curr_msg_data_type = "text"
        self.frames = [_unmask(frame[2 + _MASK_BYTES :], frame[2 : 2 + _MASK_BYTES])]
        self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.queue.qsize() >= MAX_WAITING_IN:
            self._hang_up("too many messages")
            return
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._hang_up("not UTF-8", CloseCode.INVALID_DATA)
            return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """A frame that goes on with a message."""
        if self.transport.is_closing():
            return
        if len(self.frames) >= MAX_FRAMES:
            self._hang_up("too many frames")
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping, which websockets has answered already; the answer waits to be written."""
        if not self._is_flooded():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, asked for or not."""
        if not self._is_flooded():
            super().handle_pong(event)

    def _is_flooded(self) -> bool:
        """Whether a control frame is one too many, or came after one that was."""
        if not self.transport.is_closing() and not self._controls.take():
            self._hang_up("too many control frames")
        return self.transport.is_closing()

    def _hang_up(self, why: str, code: int = ClosingCode.TOO_MANY) -> None:
        """Close at once, and read no more."""
        if self.transport.is_closing():
            return
        self.frames = []
        self.conn.data_to_send()  # answers to what was too much
        self.conn.fail(code, why)
        self.handle_parser_exception()

    # -- writing -----------------------------------------------------------------------------------

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
            if not self.transport.is_closing():  # it may have gone in the same turn of the loop
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


def _is_text(data: bytes) -> bool:
    """Whether bytes are UTF-8."""
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _header(size: int) -> bytes:
    """The head of a text frame, by the length of the text in bytes."""
    if size <= _SMALL:
        return bytes((_TEXT, size))
    if size < _LONG:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)
