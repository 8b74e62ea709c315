"""Whatever a client sends, it gets a typed refusal, and the table is unharmed."""

from __future__ import annotations

import asyncio
import random
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.patience import PATIENCE
from tests.web.client import Api, Closed
from tests.web.inside import inside
from tests.web.server import ServerProcess
from tests.web.support import in_loop, play_on, some_action
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

TYPES = [
    "hello",
    "act",
    "why",
    "describe",
    "names",
    "hint",
    "coach",
    "seed",
    "start",
    "undo",
    "undo_answer",
    "chat",
    "lang",
    "ping",
    "nonsense",
]

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
_fields = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b", 1, 2**60, "", "x" * 65, None, [], "\n"]) | _values,
        "version": st.integers(-2, 9) | _values,
        "text": st.sampled_from(["discard KL 2", "discard HJ 9", "bid 1", "paso", ""]) | _values,
        "token": _values,
        "last": _values,
        "lang": st.sampled_from(["en", "sv", "tlh"]) | _values,
        "words": _values,
        "seed": _values,
        "agree": _values,
        "phrase": _values,
        "boards": st.just([["2c"], [], []]) | _values,
        "extra": _values,
    },
)
_messages = st.builds(
    lambda kind, fields: {"type": kind, **fields}, st.sampled_from(TYPES) | _values, _fields
)
_frames = st.one_of(
    _messages.map(lambda message: msgspec.json.encode(message).decode()),
    _messages.flatmap(
        lambda message: st.integers(0, 40).map(
            lambda cut: msgspec.json.encode(message).decode()[: -cut or None]
        )
    ),
    st.text(max_size=60),
    st.binary(max_size=40),
    st.just("[" * 3000),
    st.just('{"type":"act","id":"i","id":"j","version":1,"text":"x"}'),
)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(frames=st.lists(_frames, min_size=1, max_size=40), seat=st.sampled_from([0, 1, None]))
def test_garbage_gets_typed_refusals_and_harms_nothing(
    server: ServerProcess, frames: list[str | bytes], seat: int | None
) -> None:
    asyncio.run(_throw(server.url, frames, seat))


async def _throw(url: str, frames: list[str | bytes], seat: int | None) -> None:
    async with Api(url) as api:
        code, tokens = await api.open_for_two("mulle")
        client = api.socket(code, None if seat is None else tokens[seat])
        await client.connect()
        try:
            for frame in frames:
                await client.send_raw(frame)
            last = await client.ask("ping", id="the last one")
            assert last["type"] == "ok"
        except Closed as closed:
            raise AssertionError(f"closed with {closed.code} {closed.reason}") from closed
        for raw in client.raw:
            message = msgspec.json.decode(raw)
            assert message["type"] in ("welcome", "update", "table", "chat", "ok", "refused")
            if message["type"] == "refused":
                assert message["code"] != "SERVER_ERROR", frames
                assert message["code"].isupper()
                assert message["reason"]
                assert "Traceback" not in raw
        await client.close()
        async with api.socket(code, tokens[0]) as first, api.socket(code, tokens[1]) as second:
            await play_on([first, second], random.Random(1), actions=2)


async def _raw_end(url: str, code: str, frames: list[str | bytes]) -> int:
    """Send frames without a proper hello first; how the server closes."""
    async with connect(f"{url.replace('http', 'ws')}/ws/{code}", proxy=None) as socket:
        for frame in frames:
            await socket.send(frame)
        try:
            while True:
                await asyncio.wait_for(socket.recv(), PATIENCE)
        except TimeoutError:
            raise
        except Exception as error:
            received = getattr(error, "rcvd", None)
            if received is None:
                raise
            number: int = received.code
            return number


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["{"], 4000),
        (['{"type":"ping","id":"x"}'], 4000),
        (['{"type":"hello","last":-1}'], 4000),
        (['{"type":"hello","token":"wrong"}'], 4003),
        (['{"type":"hello","lang":"tlh"}'], 4000),
        (["x" * 5000], 4009),
        (['{"type":"hello"}', "x" * 4097], 4009),
        (['{"type":"hello"}', "x" * 100_000], 1009),
        ([], 4000),
    ],
    ids=[
        "cut",
        "no hello",
        "bad last",
        "bad token",
        "bad language",
        "large",
        "large later",
        "huge",
        "silent",
    ],
)
@in_loop
async def test_a_bad_beginning_is_closed_with_its_code(
    url: str, frames: list[str | bytes], code: int
) -> None:
    async with Api(url) as api:
        table, _ = await api.open_for_two("mulle")
        assert await _raw_end(url, table, frames) == code


@in_loop
async def test_a_flood_is_closed_and_the_table_goes_on(tmp_path_factory: pytest.TempPathFactory) -> None:
    options = ("--deal-after", "0", "--bot-pause", "0")  # with limits
    with ServerProcess(tmp_path_factory.mktemp("flood"), *options) as server:
        async with Api(server.url) as api:
            code, (anna, bo) = await api.open_for_two("mulle")
            flooder = api.socket(code, anna)
            await flooder.connect()
            frame = msgspec.json.encode({"type": "ping", "id": "p"}).decode()
            with suppress(ConnectionClosed):
                for _ in range(200):
                    await flooder.send_raw(frame)
            with pytest.raises(Closed) as closed:
                await flooder.until(lambda _: False)
            assert closed.value.code in (4008, 1006)
            async with api.socket(code, anna) as first, api.socket(code, bo) as second:
                for client in (first, second):
                    assert (await client.act(some_action(client, random.Random(1))))["type"] == "ok"
                    await second.wait_for(lambda: second.my_turn or not first.my_turn)
            statuses = [
                (
                    await api.post("/api/tables", {"game": "mulle", "seats": [{"kind": "friend"}] * 2})
                ).status_code
                for _ in range(14)
            ]
            assert statuses.count(201) >= 8
            refused = await api.post("/api/tables", {"game": "mulle", "seats": []})
            assert 429 in (*statuses, refused.status_code)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "file://"])
@in_loop
async def test_pages_of_others_are_refused(url: str, origin: str) -> None:
    async with Api(url) as api:
        wish: dict[str, Any] = {"game": "mulle", "seats": [{"kind": "friend"}, {"kind": "friend"}]}
        answer = await api.post("/api/tables", wish, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "BAD_ORIGIN")
        assert (await api.post("/api/tables", wish, headers={"origin": url})).status_code == 201
        code, _ = await api.open_for_two("mulle")
        address = f"{url.replace('http', 'ws')}/ws/{code}"
        with pytest.raises(Exception, match="403"):
            await connect(address, origin=origin, proxy=None)  # type: ignore[arg-type]  # any text is tried
        socket = await connect(address, origin=url, proxy=None)  # type: ignore[arg-type]  # a NewType of str
        await socket.close()


_WISH: dict[str, Any] = {"game": "mus", "seats": [{"kind": "me", "name": "x"}, {"kind": "friend"}]}
_bytes_of_json = st.one_of(
    _values.map(msgspec.json.encode),
    st.binary(max_size=60),
    # A wish whose options are called and nested like anything.
    st.dictionaries(
        st.sampled_from(["name", "preset", "self", "cls", "options", "game", "", "\0", "decks"])
        | st.text(max_size=12),
        _values,
        max_size=3,
    ).map(lambda options: msgspec.json.encode({**_WISH, "options": options})),
    st.integers(1, 100_000).map(lambda depth: b"[" * depth + b"]" * depth),
    st.integers(1, 5_000).map(
        lambda depth: msgspec.json.encode({**_WISH, "options": {"x": 1}}).replace(
            b'"x":1', b'"x":' + b"[" * depth + b"]" * depth
        )
    ),
    # Bytes of a good wish that are no text any more, or another.
    st.tuples(st.integers(0, 60), st.binary(min_size=1, max_size=3)).map(
        lambda cut: (
            msgspec.json.encode(_WISH)[: cut[0]] + cut[1] + msgspec.json.encode(_WISH)[cut[0] + len(cut[1]) :]
        )
    ),
)


def _post(address: str, body: bytes) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return httpx.post(address, content=body, headers=headers, timeout=PATIENCE)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(body=_bytes_of_json, path=st.sampled_from(["", "/ABCDEFGH/join", "/ABCDEFGH/takeover"]))
def test_no_body_is_a_server_error(url: str, body: bytes, path: str) -> None:
    answer = _post(f"{url}/api/tables{path}", body)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.json()["code"].isupper()
        assert answer.json()["reason"]


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        msgspec.json.encode({**_WISH, "options": {"x": [[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]}}),
        b'{"game":"\xff\xfe"}',
        msgspec.json.encode({**_WISH, "options": {"name": 1}}),
        msgspec.json.encode({**_WISH, "options": {"preset": 1}}),
    ],
    ids=["nested", "nested in options", "no text", "an option called name", "an option called preset"],
)
def test_a_body_that_broke_the_server_is_refused(url: str, body: bytes) -> None:
    answer = _post(f"{url}/api/tables", body)
    assert (answer.status_code, bool(answer.json()["reason"])) == (400, True)


_part = st.sampled_from(
    [
        "api",
        "tables",
        "static",
        "js",
        "app.js",
        "t",
        "..",
        ".",
        "",
        "%2f",
        "%00",
        "%E0%A4%A",
        "%ff",
        "%5c",
        "x",
    ]
) | st.text("abc%./\\~", max_size=8)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(parts=st.lists(_part, max_size=5), method=st.sampled_from(["GET", "POST", "HEAD", "PUT", "OPTIONS"]))
def test_no_path_is_a_server_error(url: str, parts: list[str], method: str) -> None:
    status = _status(url, method, "/" + "/".join(parts))
    assert 200 <= status < 500, parts


def _status(url: str, method: str, path: str, more: bytes = b"") -> int:
    """The status of a request that no library has tidied up."""
    with socket.create_connection(("127.0.0.1", urlsplit(url).port), timeout=PATIENCE) as raw:
        raw.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n".encode("latin-1") + more + b"\r\n"
        )
        with raw.makefile("rb") as answer:
            return int(answer.readline().split()[1])


@pytest.mark.parametrize(
    "path",
    [
        "//api/games",
        "/api//games",
        "/api/games//",
        "/./api/games",
        "/x/../api/games",
        "/api/%2fgames",
        "/t/%E0%A4%A",
        "/static/" + "a" * 5000 + ".js",
        "/static/js/..%5capp.js",
    ],
)
def test_a_path_has_one_way_of_being_written(url: str, path: str) -> None:
    assert _status(url, "GET", path) == 404
    assert _status(url, "GET", path, b"Accept: text/html\r\n") == 404


@in_loop
async def test_no_way_of_writing_a_path_gets_round_a_limit(tmp_path: Path) -> None:
    async with inside(tmp_path, limits=True) as (url, _), Api(url) as api:
        found = [(await api.post("/api/tables", _WISH)).status_code for _ in range(15)]
        assert found.count(201) == 10
        for path in ("/api/tables", "/api/tables/", "/%61pi/tables", "/api/tables%2f", "/api/tables?x=1"):
            more = b"Content-Length: 0\r\n"
            assert await asyncio.to_thread(_status, url, "POST", path, more) == 429, path
        for path in ("//api/tables", "/api//tables", "/api/tables//", "/api/./tables"):
            assert await asyncio.to_thread(_status, url, "POST", path, more) == 404, path
