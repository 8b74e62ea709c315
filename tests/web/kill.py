"""Play at many tables while the server is killed again and again, and compare what was told with the log.

Used by the tests with a few kills and by ``bench/kill_server.py`` with many.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
from tests.web.client import Api, Client, Closed
from tests.web.server import QUICK, ServerProcess
from tests.web.support import some_action

import korthus
from korthus.table import Player, Table
from korthus.web.store.entries import Acted, GameEntry, Joined, decode_entry


class Report(NamedTuple):
    """What came out."""

    kills: int
    tables: int
    #: Actions that were answered with ``ok``, and those that the log holds.
    acknowledged: int
    logged: int
    #: Notices that clients were told.
    told: int
    #: Tables at which the game was still going on after the last kill.
    unfinished: int
    #: Acknowledged actions that the log lacks, and notices that it does not lead to. Both must be none.
    lost: int
    wrong: int
    #: From the start of the process to its first answer, in seconds, after each kill.
    restarts: list[float]


class _Player:
    """A person who never gives up: reconnects, and sends again what was not answered."""

    def __init__(self, url: str, code: str, seat: int, token: str, rng: random.Random, think: float) -> None:
        self.client = Client(url, code, token)
        self.code = code
        self.seat = seat
        self.acknowledged: list[str] = []
        self._rng = rng
        self._think = think
        self._number = 0
        #: An action that was sent and not answered yet: id, version and text.
        self._open: tuple[str, int, str] | None = None

    async def play(self, enough: asyncio.Event) -> None:
        """Play until it is enough or the game is over."""
        while not enough.is_set() and not self.client.over:
            try:
                await self.client.connect()
                if self._open is not None:
                    await self._send()
                while not enough.is_set() and not self.client.over:
                    await self._step()
                await self.client.close()
            except (OSError, Closed, TimeoutError, httpx.TransportError, EOFError):
                await asyncio.sleep(0.02 + 0.05 * self._rng.random())
            except Exception as error:
                if not type(error).__module__.startswith("websockets"):
                    raise
                await asyncio.sleep(0.02 + 0.05 * self._rng.random())

    async def _step(self) -> None:
        if self._open is None and self.client.my_turn:
            await asyncio.sleep(self._think * 2 * self._rng.random())
            self._number += 1
            text = some_action(self.client, self._rng)
            self._open = (f"{self.seat}-{self._number}", self.client.state["version"], text)
            await self._send()
        try:
            message = await self.client.receive(timeout=0.25)
        except TimeoutError:
            return
        if self._open is not None and message.get("re") == self._open[0]:
            if message["type"] == "ok":
                self.acknowledged.append(self._open[0])
            self._open = None

    async def _send(self) -> None:
        assert self._open is not None
        id, version, text = self._open
        await self.client.send({"type": "act", "id": id, "version": version, "text": text})


async def play_and_kill(
    folder: Path, *, kills: int, tables: int, seed: int, game: str = "mulle", every: float = 0.6
) -> Report:
    """Open tables, play at random, and kill the server ``kills`` times at random moments."""
    rng = random.Random(seed)
    # A game has about 190 actions; think so long about each that it lasts until the last kill.
    think = every * (kills + 1) / 190
    server = ServerProcess(folder, *QUICK)
    restarts = [server.start()]
    try:
        async with Api(server.url) as api:
            seated = [await api.open_for_two(game) for _ in range(tables)]
        players = [
            _Player(server.url, code, seat, token, random.Random(rng.random()), think)
            for code, tokens in seated
            for seat, token in enumerate(tokens)
        ]
        enough = asyncio.Event()
        playing = [asyncio.create_task(player.play(enough)) for player in players]
        for _ in range(kills):
            enough_to_lose = sum(len(player.acknowledged) for player in players) + tables
            await asyncio.sleep(every * (0.5 + rng.random()))
            while sum(len(player.acknowledged) for player in players) < enough_to_lose:  # on a busy machine
                assert any(not player.client.over for player in players)
                await asyncio.sleep(0.01)
            server.kill()
            restarts.append(await asyncio.to_thread(server.start))
        await asyncio.sleep(every)
        enough.set()
        await asyncio.gather(*playing)
    finally:
        server.kill()
    return compare(folder / "tables.sqlite3", players, kills, restarts[1:])


def compare(database: Path, players: list[_Player], kills: int, restarts: list[float]) -> Report:
    """Rebuild every table from the log, and see whether it holds all that was told."""
    lost = wrong = told = logged = acknowledged = 0
    tables: dict[str, tuple[Table, set[tuple[int, str | None]]]] = {}
    for player in players:
        if player.code not in tables:
            tables[player.code] = _rebuild(database, player.code)
        table, acted = tables[player.code]
        acknowledged += len(player.acknowledged)
        lost += sum((player.seat, id) not in acted for id in player.acknowledged)
        events = {notice.sequence: notice.event for notice in table.told(player.seat)}
        for sequence, notice in player.client.notices.items():
            told += 1
            real = events.get(sequence)
            wrong += real is None or msgspec.json.decode(msgspec.json.encode(real)) != notice["event"]
    logged = sum(len(acted) for _, acted in tables.values())
    unfinished = sum(not table.over for table, _ in tables.values())
    return Report(kills, len(tables), acknowledged, logged, told, unfinished, lost, wrong, restarts)


def _rebuild(database: Path, code: str) -> tuple[Table, set[tuple[int, str | None]]]:
    """A table from its log alone, and the ids of its actions."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        [(name, options, seed)] = connection.execute(
            "SELECT game, options, server_seed FROM tables WHERE code = ?", (code,)
        )
        rows = connection.execute(
            "SELECT sequence, payload FROM log WHERE code = ? ORDER BY sequence", (code,)
        )
        entries = [(sequence, decode_entry(payload)) for sequence, payload in rows]
    finally:
        connection.close()
    assert [sequence for sequence, _ in entries] == list(range(1, len(entries) + 1)), "the log has a gap"
    game = korthus.game(name, **msgspec.json.decode(options))
    table = Table(game, [Player("Anna"), Player("…")], server_seed=bytes(seed))
    acted: set[tuple[int, str | None]] = set()
    for _, entry in entries:
        if isinstance(entry, Joined):
            table.sit(entry.seat, Player(entry.name))
        elif isinstance(entry, GameEntry):
            table.repeat(entry)
            if isinstance(entry, Acted):
                acted.add((entry.seat, entry.id))
    return table, acted


def measure(folder: Path, kills: int, tables: int, seed: int) -> dict[str, object]:
    """One run as a JSON object, for the bench."""
    began = time.monotonic()
    report = asyncio.run(play_and_kill(folder, kills=kills, tables=tables, seed=seed))
    slowest = round(max(report.restarts), 2)
    figures = {**report._asdict(), "slowest_restart": slowest, "seconds": round(time.monotonic() - began, 1)}
    del figures["restarts"]
    return figures
