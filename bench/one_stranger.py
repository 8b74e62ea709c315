"""What one stranger can do to everybody else, with all limits on: one JSON line for each attack.

The stranger comes from 127.0.0.2 and somebody else from 127.0.0.1, who asks for /healthz and pings a table
all the time, in a process of their own. What must hold is that the slowest hundredth of that takes less than
250 ms, whatever the stranger does.

python -m bench.one_stranger                  all attacks
python -m bench.one_stranger --only freeze    those whose name begins so
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from bench.measure import report
from tests.web.client import Api
from tests.web.long_rules import COSTLY, costly_record
from tests.web.server import ServerProcess
from websockets.asyncio.client import ClientConnection, connect

import korthus
from korthus.table import Player, Table

#: The slowest hundredth of somebody else's requests, in milliseconds.
MOST_P99_MS: Final = 250.0
STRANGER: Final = "127.0.0.2"
BOT: Final = {"kind": "bot", "level": "random"}


class Stranger:
    """Somebody at another address who keeps within the limits."""

    def __init__(self, url: str) -> None:
        self.url = url
        transport = httpx.AsyncHTTPTransport(local_address=STRANGER)
        self.http = httpx.AsyncClient(base_url=url, timeout=120.0, transport=transport)

    async def open(self, **wish: Any) -> dict[str, Any] | None:
        """Open a table, if that is allowed."""
        answer = await self.http.post("/api/tables", json=wish)
        found: dict[str, Any] | None = answer.json() if answer.status_code == 201 else None
        return found

    async def socket(self, opened: dict[str, Any]) -> ClientConnection:
        """Say hello at a table, and hear the welcome."""
        address = f"{self.url.replace('http', 'ws', 1)}/ws/{opened['code']}"
        socket = await connect(
            address, local_addr=(STRANGER, 0), max_size=2**24, proxy=None, open_timeout=120
        )
        hello = {"type": "hello", "token": opened["token"], "last": 0, "lang": "en", "words": True}
        await socket.send(msgspec.json.encode(hello).decode())
        await socket.recv()
        return socket


async def freeze(stranger: Stranger, moves: int) -> None:
    """Tables full of cards, on which the rules take minutes, and a hello at each."""
    record = costly_record(moves, COSTLY | {"table_cards": 12})  # the most that may be opened
    for _ in range(3):
        seats = [{"kind": "me", "name": "x"}, {"kind": "friend"}]
        opened = await stranger.open(game="mulle", seats=seats, at=record)
        if opened is not None:
            sockets = [await stranger.socket(opened) for _ in range(4)]
            for socket in sockets:
                await socket.send('{"type":"describe","id":1}')
            await asyncio.sleep(1.0)


async def flood(stranger: Stranger, kind: str) -> None:
    """Many sockets that all ask as often as they may."""
    opened = await stranger.open(game="mulle", seats=[{"kind": "me", "name": "x"}, BOT], practice=True)
    assert opened is not None
    sockets = await asyncio.gather(*(stranger.socket(opened) for _ in range(50)))
    until = time.monotonic() + 8.0
    number = 0
    while time.monotonic() < until:
        number += 1
        for socket in sockets:
            await socket.send(f'{{"type":"{kind}","id":{number}}}')
        await asyncio.sleep(0.06)


async def opens(stranger: Stranger) -> None:
    """Long games to go on with, opened as often as is allowed."""
    record = _long_record()
    wish = {"game": "kachuful", "seats": [{"kind": "me", "name": "x"}, {"kind": "friend"}], "at": record}
    await asyncio.gather(*(stranger.open(**wish) for _ in range(10)))


async def reviews(stranger: Stranger) -> None:
    """Reviews and replays of finished games, asked for as often as is allowed."""
    codes = []
    for _ in range(6):
        opened = await stranger.open(
            game="mus", seats=[BOT, BOT], starts="now", options={"target_stones": 10}
        )
        if opened is not None:
            codes.append(opened["code"])
            await stranger.socket({**opened, "token": None})
    until = time.monotonic() + 20.0
    while time.monotonic() < until:
        for code in codes:
            await stranger.http.get(f"/api/tables/{code}/review")
            await stranger.http.get(f"/api/tables/{code}/replay")
        await asyncio.sleep(0.2)


async def asks(stranger: Stranger) -> None:
    """What is said of all games, as often as is allowed, and as many times at once."""
    until = time.monotonic() + 10.0
    while time.monotonic() < until:
        await asyncio.gather(*(stranger.http.get("/api/games") for _ in range(60)))


def _long_record() -> dict[str, Any]:
    options = {"decks": 4, "start_cards": 50, "total_rounds": 60, "schedule": "zigzag"}
    seed = bytes(32)
    table = Table(korthus.game("kachuful", None, **options), [Player("a"), Player("b")], server_seed=seed)
    table.start()
    rng = random.Random(1)
    while table.moves < 1_900:
        assert table.to_act is not None
        table.submit(table.to_act, rng.choice(table.choices(table.to_act)))
    record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table.record()))
    record["shuffle"]["server_seed"] = seed.hex()
    return record


ATTACKS: Final[dict[str, Callable[[Stranger], Awaitable[None]]]] = {
    "nothing": lambda _: asyncio.sleep(5.0),
    "freeze 24": lambda stranger: freeze(stranger, 24),
    "freeze 48": lambda stranger: freeze(stranger, 48),
    "freeze 96": lambda stranger: freeze(stranger, 96),
    "flood describe": lambda stranger: flood(stranger, "describe"),
    "flood hint": lambda stranger: flood(stranger, "hint"),
    "opens": opens,
    "reviews": reviews,
    "asks": asks,
}


def _somebody_else(url: str, stop: Event, found: Connection) -> None:
    """Ask until told to stop, and send what each request took, in milliseconds."""
    waits: list[float] = []
    asyncio.run(_ask(url, stop, waits))
    found.send(waits)


async def _ask(url: str, stop: Event, waits: list[float]) -> None:
    """Ask for /healthz and ping a table all the time."""
    async with Api(url) as api:
        opened = await api.open_table("kachuful", [{"kind": "me", "name": "A"}, {"kind": "friend"}])
        async with api.socket(opened["code"], opened["token"]) as player:
            while not stop.is_set():
                for ask in (lambda: api.get("/healthz"), lambda: player.ask("ping")):
                    began = time.monotonic()
                    await ask()
                    waits.append(1000 * (time.monotonic() - began))
                await asyncio.sleep(0.06)


async def measure(name: str) -> bool:
    """Report one attack; whether the claim holds."""
    context = multiprocessing.get_context("spawn")
    stop, (hear, tell) = context.Event(), context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder), "--watch-pause", "0") as server:
        other = context.Process(target=_somebody_else, args=(server.url, stop, tell))
        other.start()
        await asyncio.sleep(1.5)
        attack = asyncio.create_task(asyncio.wait_for(ATTACKS[name](Stranger(server.url)), 60))
        await asyncio.wait([attack])
        failed = attack.exception()
        stop.set()
        waits: list[float] = sorted(await asyncio.to_thread(hear.recv))
        other.join()
    p99 = waits[int(0.99 * (len(waits) - 1))]
    report(
        "one stranger holds up nobody",
        attack=name,
        requests=len(waits),
        p50_ms=round(waits[len(waits) // 2], 1),
        p99_ms=round(p99, 1),
        max_ms=round(waits[-1], 1),
        most_p99_ms=MOST_P99_MS,
        attack_ended=None if failed is None else type(failed).__name__,
    )
    return p99 <= MOST_P99_MS


def main() -> None:
    """Measure, and fail if somebody else waits too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="attacks whose name begins so")
    options = parser.parse_args()
    held = [asyncio.run(measure(name)) for name in ATTACKS if name.startswith(options.only)]
    if not all(held):
        sys.exit(1)


if __name__ == "__main__":
    main()
