"""One stranger sends without end, or not at all: whatever a connection may do is bounded."""

from __future__ import annotations

import asyncio
import base64
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api
from tests.web.inside import at_the_door
from tests.web.support import in_loop

from korthus.web import bounds
from korthus.web.http.gate import Gate
from korthus.web.http.limits import Addresses
from korthus.web.http.protocol import KorthusHttp
from korthus.web.run import Doors

#: More than any bound lets in, and little enough to send quickly.
MUCH = 4 * 2**20
#: Later than any deadline, in seconds.
LATER = 10_000.0


class Stranger:
    """A bare connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer
        self.sent = 0

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()
        self.sent += len(data)

    async def send_until_refused(self, piece: bytes) -> None:
        """Send without end; it ends because the server hangs up."""
        with suppress(ConnectionError):
            while self.sent < MUCH:
                await self.send(piece)
                await asyncio.sleep(0)
        assert self.sent < MUCH, "all of it was read"

    async def answer(self) -> bytes:
        """Everything until the server hangs up."""
        found = b""
        try:
            while piece := await self.reader.read(2**16):
                found += piece
        except ConnectionError:
            pass
        return found

    def leave(self) -> None:
        self._writer.transport.abort()


@asynccontextmanager
async def stranger(url: str) -> AsyncIterator[Stranger]:
    """Somebody connects."""
    each = Stranger(*await asyncio.open_connection("127.0.0.1", urlsplit(url).port))
    try:
        yield each
    finally:
        each.leave()


@asynccontextmanager
async def shaken(url: str, code: str = "ABCDEFGH", more: str = "") -> AsyncIterator[Stranger]:
    """A bare WebSocket after its handshake."""
    async with stranger(url) as each:
        key = base64.b64encode(os.urandom(16)).decode()
        await each.send(
            f"GET /ws/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await each.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head
        assert b"extensions" not in head.lower(), "a small frame could grow into a large message"
        yield each


def frame(first: int, payload: bytes = b"") -> bytes:
    """A masked frame; the mask is zero."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
    return bytes((first,)) + length + b"\0\0\0\0" + payload


async def until_alone(doors: Doors) -> None:
    """Wait until the server has given every connection back."""
    while doors.server_state.connections or len(doors._gate):
        await asyncio.sleep(0.01)


async def until_read(doors: Doors, data: bytes) -> None:
    """Wait until the server has read what was sent."""
    while not any(
        isinstance(each, KorthusHttp) and (each._bytes or not data) for each in doors.server_state.connections
    ):
        await asyncio.sleep(0.01)


def refusal(answer: bytes) -> tuple[int, str]:
    """Status and code of what is the last answer."""
    found = re.findall(rb"HTTP/1\.1 (\d+) .*?\r\n\r\n(\{[^}]*\})", answer, re.S)
    status, body = found[-1]
    return int(status), msgspec.json.decode(body)["code"]


HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (HEAD, b"X-Much: " + b"a" * 1000 + b"\r\n"),
        (HEAD + b"X-Much: ", b"a" * 1000),
        (HEAD, b"A: b\r\n" * 100),
        (b"GET /", b"a" * 1000),
        (b"", b"\r\n" * 500),
        (
            b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1;" + b"x" * 999 + b"\r\na\r\n",
        ),
        (
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"400\r\n" + b"a" * 1024 + b"\r\n",
        ),
        (b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"A: b\r\n" * 100),
        (b"", HEAD + b"\r\n"),
    ],
    ids=[
        "headers",
        "one header",
        "small headers",
        "address",
        "empty lines",
        "chunk extensions",
        "body nobody reads",
        "trailers",
        "pipeline",
    ],
)
@in_loop
async def test_a_request_without_end_is_cut_off(tmp_path: Path, start: bytes, piece: bytes) -> None:
    async with at_the_door(tmp_path) as (url, _, doors):
        async with stranger(url) as each:
            await each.send(start)
            # The pipeline is many whole requests at once; everything else is one that goes on.
            await each.send_until_refused(piece * (10_000 if piece.startswith(HEAD) else 1))
        await until_alone(doors)


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (HEAD + b"X-Much: " + b"a" * bounds.MAX_HEAD + b"\r\n\r\n", (431, "HEAD_TOO_LARGE")),
        (HEAD + b"A: b\r\n" * bounds.MAX_HEADERS + b"\r\n", (431, "HEAD_TOO_LARGE")),
        (b"GET /healthz HTTP/1.1\r\n\r\n", (400, "BAD_REQUEST")),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", (400, "BAD_REQUEST")),
        (b"nonsense\r\n\r\n", (400, "BAD_REQUEST")),
    ],
    ids=["head", "headers", "no host", "two hosts", "no request"],
)
@in_loop
async def test_what_is_refused_at_the_door_is_told_why(
    tmp_path: Path, request_: bytes, expected: tuple[int, str]
) -> None:
    async with at_the_door(tmp_path) as (url, _, _), stranger(url) as each:
        await each.send(request_)
        answer = await each.answer()
        assert refusal(answer) == expected
        assert b"content-security-policy" in answer


@pytest.mark.parametrize(
    "half",
    [
        b"",
        HEAD,
        b"\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        HEAD + b"\r\n" + HEAD,
    ],
    ids=["nothing", "half a head", "an empty line", "half a body", "no chunk", "half a second head"],
)
@in_loop
async def test_half_a_request_is_not_waited_for_forever(tmp_path: Path, half: bytes) -> None:
    async with at_the_door(tmp_path) as (url, services, doors):
        async with stranger(url) as each:
            await each.send(half)
            whole = half.startswith(HEAD + b"\r\n")
            if whole:
                await each.reader.readuntil(b"}")
            await until_read(doors, half)
            now = asyncio.get_running_loop().time()
            for open_ in list(doors.server_state.connections):
                open_.look(now)  # type: ignore[union-attr]  # ours
            assert doors.server_state.connections, "ended too early"
            for open_ in list(doors.server_state.connections):
                open_.look(now + LATER)  # type: ignore[union-attr]  # ours
            answer = await each.answer()
            assert answer == b"" if not half else refusal(answer) == (408, "TOO_SLOW")
        await until_alone(doors)
        assert services.metrics.value("server_errors") == 0


@in_loop
async def test_who_does_not_read_an_answer_is_cut_off(tmp_path: Path) -> None:
    async with at_the_door(tmp_path) as (url, _, doors), stranger(url) as each:
        ask = b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        while not any(open_.transport.get_write_buffer_size() for open_ in doors.server_state.connections):
            await each.send(ask)
            await asyncio.sleep(0.005)
        now = asyncio.get_running_loop().time()
        for later in (0.0, LATER):
            assert doors.server_state.connections
            for open_ in list(doors.server_state.connections):
                open_.look(now + later)  # type: ignore[union-attr]  # ours
        await until_alone(doors)


@pytest.mark.parametrize(
    ("first", "piece"),
    [
        (frame(0x01, b"{"), frame(0x00)),
        (b"", frame(0x89, b"x" * 100)),
        (b"", frame(0x8A)),
        (b"", frame(0x81, b'{"type":"ping","id":1}')),
        (b"", frame(0x81)),
        (b"", frame(0x82)),
    ],
    ids=["empty continuations", "pings", "pongs", "messages", "empty texts", "empty binaries"],
)
@in_loop
async def test_frames_without_end_are_cut_off(tmp_path: Path, first: bytes, piece: bytes) -> None:
    async with at_the_door(tmp_path) as (url, services, doors):
        async with Api(url) as api:
            code, tokens = await api.open_for_two("mulle")
        async with shaken(url, code) as each:
            await each.send(frame(0x81, msgspec.json.encode({"type": "hello", "token": tokens[0]})) + first)
            await each.send_until_refused(piece * 5_000)
        await until_alone(doors)
        assert services.metrics.value("server_errors") == 0


@in_loop
async def test_a_person_may_ping_and_fragment_in_measure(tmp_path: Path) -> None:
    async with at_the_door(tmp_path) as (url, _, _):
        async with Api(url) as api:
            code, _ = await api.open_for_two("mulle")
        async with shaken(url, code) as each:
            await each.send(frame(0x81, b'{"type":"hello"}'))
            await each.send(frame(0x89, b"are you there"))
            await each.send(frame(0x01, b'{"type":"pi') + frame(0x00) * 20 + frame(0x80, b'ng","id":7}'))
            await asyncio.wait_for(each.reader.readuntil(b"are you there"), PATIENCE)
            await asyncio.wait_for(each.reader.readuntil(b'"re":7'), PATIENCE)


@in_loop
async def test_a_handshake_that_cannot_be_read_is_not_kept(tmp_path: Path) -> None:
    """websockets reads lines up to 8 KiB and says nothing about longer ones."""
    async with at_the_door(tmp_path) as (url, _, doors):
        async with stranger(url) as each:
            await each.send(
                b"GET /ws/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Long: "
                + b"a" * 10_000
                + b"\r\n\r\n"
            )
            await asyncio.sleep(0.05)
            for open_ in list(doors.server_state.connections):
                open_.look(asyncio.get_running_loop().time() + LATER)  # type: ignore[union-attr]  # ours
            await each.answer()
        await until_alone(doors)


@in_loop
async def test_one_address_holds_so_many_connections_and_gets_them_back(tmp_path: Path) -> None:
    async with at_the_door(tmp_path, limits=True) as (url, _, doors):
        crowd = [
            Stranger(*await asyncio.open_connection("127.0.0.1", urlsplit(url).port))
            for _ in range(bounds.MAX_CONNECTIONS)
        ]
        while len(doors._gate) < bounds.MAX_CONNECTIONS:
            await asyncio.sleep(0.01)
        async with stranger(url) as one_more:
            assert refusal(await one_more.answer()) == (429, "TOO_MANY")
        for each in crowd:
            each.leave()
        await until_alone(doors)
        async with shaken(url) as again:
            assert len(doors._gate) == 1
            again.leave()
        await until_alone(doors)


def test_a_proxy_speaks_for_many_and_a_household_for_itself() -> None:
    gate = Gate(proxies=frozenset({"127.0.0.1"}))
    for _ in range(2 * bounds.MAX_CONNECTIONS):
        assert gate.enter("127.0.0.1")
    for number in range(bounds.MAX_CONNECTIONS):
        assert gate.enter(f"2001:db8::{number:x}")
    assert not gate.enter("2001:db8::ffff"), "the same first 64 bits"
    assert gate.enter("2001:db8:0:1::1")


def test_so_many_addresses_are_remembered_and_no_more() -> None:
    addresses = Addresses(enabled=True)
    for number in range(2 * bounds.MAX_ADDRESSES):
        assert addresses.take(f"address {number}", bounds.TABLES)
        assert len(addresses._buckets) <= bounds.MAX_ADDRESSES
