"""An answer that is not read is held for a while only, however long it is, and of an address only so much."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

import pytest
from tests.support.patience import PATIENCE
from tests.web.inside import at_the_door
from tests.web.support import in_loop
from tests.web.test_bounds import Stranger, stranger, until_alone

from korthus.web.bounds import SLOWEST_READER, UNREAD_OF_AN_ADDRESS, UNREAD_WITHIN
from korthus.web.http import gate
from korthus.web.http.gate import Gate, Patience, Sending

#: An answer far longer than any, in bytes.
LONG = 2**27


class Unsent:
    """A transport whose reader a test plays, and the connection over it."""

    def __init__(self, waiting: int) -> None:
        self.waiting = waiting

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.waiting = 0

    @property
    def transport(self) -> asyncio.Transport:
        return cast("asyncio.Transport", self)


def _seconds_held(taken: int, most: int) -> int:
    """The second in which a reader of ``taken`` bytes a second is cut off; ``most`` if it never is."""
    patience, unsent = Patience(), Unsent(LONG)
    for second in range(most):
        if patience.is_over(unsent.transport, 1_000.0 + second):
            return second
        unsent.waiting -= taken
    return most


@pytest.mark.parametrize("taken", [0, 1, SLOWEST_READER // 8])
def test_who_takes_nothing_or_nearly_nothing_of_a_long_answer_is_soon_cut_off(taken: int) -> None:
    assert UNREAD_WITHIN <= _seconds_held(taken, 1_000) <= 2 * UNREAD_WITHIN


def test_who_reads_slowly_and_steadily_is_not_cut_off() -> None:
    assert _seconds_held(SLOWEST_READER, 1_000) == 1_000


def test_who_reads_in_starts_is_not_cut_off() -> None:
    patience, unsent = Patience(), Unsent(LONG)
    every = int(UNREAD_WITHIN / 2)
    for second in range(1_000):
        if second % every == 0:
            unsent.waiting -= every * SLOWEST_READER
        assert not patience.is_over(unsent.transport, 1_000.0 + second)


def test_one_address_leaves_so_much_unread_and_no_more() -> None:
    door = Gate()
    size = UNREAD_OF_AN_ADDRESS // 4
    unread, elsewhere = [Unsent(size) for _ in range(20)], Unsent(size)
    door.hold("192.0.2.2", elsewhere)
    for each in unread:
        door.hold("192.0.2.1", each)
        assert sum(one.waiting for one in unread[: unread.index(each) + 1]) <= UNREAD_OF_AN_ADDRESS
    assert [each.waiting for each in unread] == [0] * 16 + [size] * 4, "whoever has had most time goes first"
    assert elsewhere.waiting == size


def test_what_was_read_counts_no_more_and_a_single_long_answer_is_sent() -> None:
    door = Gate()
    size = UNREAD_OF_AN_ADDRESS // 2
    first, second, third = (Unsent(size) for _ in range(3))
    door.hold("192.0.2.1", first)
    door.hold("192.0.2.1", second)
    door.release("192.0.2.1", first)
    door.hold("192.0.2.1", third)
    assert (first.waiting, second.waiting, third.waiting) == (size, size, size)
    longest = Unsent(2 * UNREAD_OF_AN_ADDRESS)
    door.hold("192.0.2.2", longest)
    assert longest.waiting


def test_a_proxy_reads_for_many() -> None:
    for door in (Gate(proxies=frozenset({"192.0.2.1"})), Gate(enabled=False)):
        unread = [Unsent(UNREAD_OF_AN_ADDRESS) for _ in range(3)]
        for each in unread:
            door.hold("192.0.2.1", each)
        assert all(each.waiting for each in unread)


@in_loop
async def test_the_server_cuts_off_those_who_leave_much_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "UNREAD_OF_AN_ADDRESS", 0)
    ask = b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    async with at_the_door(tmp_path, limits=True) as (url, _, doors), AsyncExitStack() as stack:
        strangers = [await stack.enter_async_context(stranger(url)) for _ in range(2)]

        def held() -> list[Sending]:
            return [each for unread in doors._gate._unread.values() for each in unread]

        await _fill(strangers[0], ask, lambda: bool(held()))
        (first,) = held()
        await _fill(strangers[1], ask, lambda: held() != [first])
        (second,) = held()
        assert first.transport.is_closing()
        assert not second.transport.is_closing()
        now = asyncio.get_running_loop().time()
        for later in (0.0, UNREAD_WITHIN + 1.0):
            for each in list(doors.server_state.connections):
                each.look(now + later)  # type: ignore[union-attr]  # ours
        await until_alone(doors)


@in_loop
async def test_who_reads_nothing_and_asks_for_a_websocket_leaves_nothing_behind(tmp_path: Path) -> None:
    ask = b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    upgrade = (
        b"GET /ws/ABCDEFGH HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    async with at_the_door(tmp_path, limits=True) as (url, _, doors):
        async with stranger(url) as one:
            await _fill(one, ask, lambda: bool(doors._gate._unread))
            await one.send(upgrade)
        await until_alone(doors)
        async with asyncio.timeout(PATIENCE):
            while doors._gate._unread or doors.server_state.tasks:
                await asyncio.sleep(0.01)


async def _fill(each: Stranger, ask: bytes, done: Callable[[], bool]) -> None:
    """Ask for answers and read none."""
    while not done():
        await each.send(ask)
        await asyncio.sleep(0.005)
