"""Worker processes hold nothing of the server's and end with it; one that dies over a review is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from tests.web.client import Api
from tests.web.server import QUICK, ServerProcess
from tests.web.support import in_loop

from korthus.core.record import Record
from korthus.web.bots.line import UNASKED, Line, Wish
from korthus.web.bots.pool import WorkerFailed
from korthus.web.bots.thoughts import Progress
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.after_game import ReviewDesk

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _sockets(pid: int) -> set[str]:
    links = (os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir())
    return {link for link in links if link.startswith("socket")}


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@linux
@in_loop
async def test_a_server_that_was_killed_leaves_nobody_and_starts_again_at_its_address(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, *QUICK)
    server.start()
    try:
        async with Api(server.url) as api:
            opened = await api.open_table(
                "kachuful", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "easy"}]
            )
            async with api.socket(opened["code"], opened["token"]) as client:
                await client.wait_for(lambda: client.my_turn)
            workers = _children(server.pid)
            assert workers
            own = _sockets(server.pid)
            listening = {link for pid in workers for link in _sockets(pid) & own}
            # The worker's own end of a pair is not among the server's.
            assert not listening
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)  # as one that is stuck
        server.kill()
        server.start()
        while any(_alive(pid) for pid in workers):
            await asyncio.sleep(0.02)
    finally:
        server.kill()


def test_a_worker_that_thinks_ends_when_nobody_can_hear_the_answer() -> None:
    program = (
        "import sys, time\n"
        "from korthus.web.bots.orphan import end_with_server\n"
        "source = end_with_server(sys.stdin.buffer)\n"
        "print(source.readline().decode(), flush=True)\n"
        "while True: time.sleep(1)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"what do you play?\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"what do you play?\n"
    process.stdin.close()
    assert process.wait() == 0
    process.stdout.close()


class _Mortal:
    """Makes reviews, but dies over the first few."""

    def __init__(self, *failures: WorkerFailed) -> None:
        self.failures = list(failures)
        self.asked = 0
        self.reviews = Line(1)

    async def review(
        self, record: Record, wish: Wish, progress: Callable[[Progress], None], *_: object
    ) -> bytes:
        await self.reviews.wait(wish)
        self.reviews.leave(wish)
        self.asked += 1
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.pop(0)
        return b"{}"


async def _review(desk: ReviewDesk) -> bytes:
    record: Any = None
    while not isinstance(found := desk.ask("AAAAAAAA", record, UNASKED), bytes):
        await asyncio.sleep(0)
    return found


@in_loop
async def test_a_review_outlives_its_workers() -> None:
    died = WorkerFailed("died", died=True)
    bots: Any = _Mortal(died, died)
    assert await _review(ReviewDesk(bots)) == b"{}"
    assert bots.asked == 3
    bots = _Mortal(died, died, died)
    desk = ReviewDesk(bots)
    with pytest.raises(ServerRefusal) as lost:
        await _review(desk)
    assert (lost.value.status, lost.value.code) == (503, "REVIEW_LOST")
    assert await _review(desk) == b"{}", "whoever asks again gets it"
    bots = _Mortal(WorkerFailed("review"))
    desk = ReviewDesk(bots)
    for _ in range(2):
        with pytest.raises(ServerRefusal) as never:
            await _review(desk)
        assert never.value.code == "NO_REVIEW"
    assert bots.asked == 1, "what cannot be reviewed is not tried again"


class _Slow:
    """Makes a review, and tells what there is of it when it is let on."""

    def __init__(self) -> None:
        self.reviews = Line(1)
        self.go_on = asyncio.Event()

    async def review(
        self, record: Record, wish: Wish, progress: Callable[[Progress], None], *_: object
    ) -> bytes:
        await self.reviews.wait(wish)
        progress(Progress(0.25, msgspec.Raw(b'{"part": 1}')))
        await self.go_on.wait()
        self.reviews.leave(wish)
        return b"{}"


@in_loop
async def test_what_there_is_of_a_review_is_told() -> None:
    bots: Any = _Slow()
    desk, record = ReviewDesk(bots), cast(Record, None)
    told = desk.ask("AAAAAAAA", record, UNASKED)
    assert not isinstance(told, bytes)
    assert (told.progress, told.review) == (0.0, msgspec.UNSET)
    while (now := desk.ask("AAAAAAAA", record, UNASKED)) == told:
        await asyncio.sleep(0)
    assert not isinstance(now, bytes)
    assert (now.progress, now.review) == (0.25, msgspec.Raw(b'{"part": 1}'))
    bots.go_on.set()
    assert await _review(desk) == b"{}"
