"""The HTTP protocol of uvicorn with bounds on heads, bodies and pipelines, and on how long each may take."""

from __future__ import annotations

from enum import Enum
from http import HTTPStatus
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from korthus.web.bounds import (
    BODY_WITHIN,
    HEAD_WITHIN,
    MAX_HEAD,
    MAX_HEADERS,
    MAX_PIPELINED,
    MAX_RAW_BODY,
    PIECE,
)
from korthus.web.http.gate import Gate, Patience
from korthus.web.http.refusals import ServerRefusal, bad_request
from korthus.web.http.security import HEADERS
from korthus.web.pages.words import refusal_body

#: These answers are for whoever cannot be understood, so their language is not known.
_LANGUAGE: Final = "en"


class _Part(Enum):
    """What is waited for."""

    HEAD = HEAD_WITHIN
    BODY = BODY_WITHIN
    #: Nothing: a request is whole, and the next has not begun.
    NOTHING = float("inf")


class KorthusHttp(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._gate: Gate = self.config.gate  # type: ignore[attr-defined]  # a GatedConfig
        self._inside = False
        self._part = _Part.HEAD
        #: When this part began, and how many bytes of it have come.
        self._began = self.loop.time()
        self._bytes = 0
        #: Of the head so far: headers, those that name the host, and bytes of lines that are whole.
        self._header_count = 0
        self._hosts = 0
        self._head_size = 0
        self._patience = Patience()
        self._refused: ServerRefusal | None = None

    # -- coming and going --------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Let it in, unless its address has enough."""
        super().connection_made(transport)
        self._inside = self._gate.enter(self._host)
        if not self._inside:
            self._turn_away(ServerRefusal("TOO_MANY"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Give its place back."""
        super().connection_lost(exc)
        self._gate.release(self._host, self)
        if self._inside:
            self._inside = False
            self._gate.leave(self._host)

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def look(self, now: float) -> None:
        """End it, if its time is up."""
        if self._patience.is_over(self.transport, now):
            self.transport.abort()
        elif self.flow.read_paused:
            self._began = now  # it is we who do not read
        elif now - self._began > self._part.value and not self.transport.is_closing():
            if self._part is _Part.HEAD and not self._bytes:
                self.transport.close()  # browsers connect in advance, and have not asked for anything
            else:
                self._turn_away(ServerRefusal("TOO_SLOW"))

    def pause_writing(self) -> None:
        """What was sent is not read as quickly."""
        super().pause_writing()
        self._gate.hold(self._host, self)

    def resume_writing(self) -> None:
        """What was sent is being read."""
        self._patience.read()
        self._gate.release(self._host, self)
        super().resume_writing()

    # -- reading -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read what has come, piece by piece, as long as it stays within the bounds."""
        self._unset_keepalive_if_required()
        for start in range(0, len(data), PIECE):
            if self._refused is not None or self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            if self._part is _Part.NOTHING:
                self._expect(_Part.HEAD)
            try:
                self.parser.feed_data(piece)
            except httptools.HttpParserUpgrade:
                self._upgrade()
                return
            except httptools.HttpParserError:
                self._turn_away(self._refused or bad_request("HTTP"))
                return
            self._count(len(piece))

    def _upgrade(self) -> None:
        if self._should_upgrade():
            answering = self.cycle is not None and not self.cycle.response_complete
            if answering or self.pipeline or self.flow.write_paused:
                # The answers to what was asked before would wait for a reader that nobody tells of any more.
                self._turn_away(bad_request("Upgrade"))
                return
            self._inside = False  # the WebSocket gives the place back
            self.handle_websocket_upgrade()
        elif self.cycle is not None:
            self.cycle.keep_alive = False  # answered as if it had not asked for another protocol

    def _count(self, size: int) -> None:
        """Count bytes that belong to what is being read."""
        self._bytes += size
        if self._part is _Part.HEAD and self._bytes > MAX_HEAD:
            self._turn_away(ServerRefusal("HEAD_TOO_LARGE"))
        elif self._part is _Part.BODY and self._bytes > MAX_RAW_BODY:
            self._turn_away(ServerRefusal("TOO_LARGE"))

    def _expect(self, part: _Part) -> None:
        self._part, self._began, self._bytes = part, self.loop.time(), 0

    # -- what the parser finds ---------------------------------------------------------------------

    def on_message_begin(self) -> None:
        """A request begins."""
        if self._part is not _Part.HEAD:
            self._expect(_Part.HEAD)
        self._header_count = self._hosts = self._head_size = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer."""
        self._header_count += 1
        self._head_size += len(name) + len(value)
        if self._header_count > MAX_HEADERS or self._head_size + len(self.url) > MAX_HEAD:
            self._refuse(ServerRefusal("HEAD_TOO_LARGE"))
        self._hosts += name.lower() == b"host"
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        if self._hosts > 1 or (not self._hosts and self.parser.get_http_version() == "1.1"):
            self._refuse(bad_request("Host"))
        if len(self.pipeline) >= MAX_PIPELINED:
            self._refuse(ServerRefusal("TOO_MANY"))
        self._expect(_Part.BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._expect(_Part.NOTHING)
        super().on_message_complete()

    def _refuse(self, why: ServerRefusal) -> None:
        """Stop the parser; ``data_received`` then turns the client away."""
        self._refused = why
        raise why

    # -- turning away ------------------------------------------------------------------------------

    def _turn_away(self, why: ServerRefusal) -> None:
        """Say why, if nothing else is being said, and hang up."""
        self._refused = why
        cycle = self.cycle
        silent = cycle is None or cycle.response_complete or not cycle.response_started
        if silent and not self.pipeline:
            if cycle is not None:
                cycle.disconnected = True  # whatever the app may still say is not for this client
                cycle.message_event.set()
            body = refusal_body(why, _LANGUAGE)
            lines = [
                b"HTTP/1.1 %d %s" % (why.status, HTTPStatus(why.status).phrase.encode()),
                b"content-type: application/json",
                b"content-length: %d" % len(body),
                b"connection: close",
                *(b"%s: %s" % header for header in HEADERS),
            ]
            self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        self.transport.close()
