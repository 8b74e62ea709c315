"""Tables full of players who act when they are told to: the load of ``bench.load_web``.

Actions come at their times whether the server keeps up or not. One that is due at a table that is still busy
waits there, and its latency counts from when it was due, so a slow server cannot hide behind slow clients.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from bench.ws_load import LoadSocket, open_socket
from tests.web.client import Api

#: How many requests and connections are under way at once.
_AT_ONCE: Final = 50
#: How long a welcome may take, in seconds.
_WELCOME_WITHIN: Final = 30.0
#: First words of what is not played where anything else is: high stakes end a game after a few actions.
_HIGH_STAKES: Final = ("envido", "ordago")


class _Notice(msgspec.Struct):
    sequence: int


class _Choice(msgspec.Struct):
    text: str


class _Heard(msgspec.Struct):
    """What a player looks at in a message."""

    type: str
    version: int = -1
    to_act: int | None = None
    notices: list[_Notice] = []
    actions: list[_Choice] | None = None
    code: str | None = None


_decode: Final = msgspec.json.Decoder(_Heard).decode


class LoadSeat:
    """One player's device."""

    def __init__(self, table: LoadTable, seat: int, token: str) -> None:
        self._table = table
        self.seat = seat
        self._token = token
        self._socket: LoadSocket | None = None
        self._bytes = (0, 0)
        self.version = -1
        #: The number of the last notice.
        self.heard = 0
        self.choices: list[str] = []
        self.to_act: int | None = None
        self.acknowledged = 0
        self.welcomed: asyncio.Future[None] | None = None

    async def connect(self, host: str, port: int) -> None:
        """Say hello and wait for the welcome.

        Raises:
            OSError: nobody listens, the socket was closed again, or nothing came.
        """
        self._bytes, self._socket = self.traffic, None
        welcomed = self.welcomed = asyncio.get_running_loop().create_future()
        self._socket = await open_socket(host, port, f"/ws/{self._table.code}", self._hear, self._lost)
        hello = {"type": "hello", "token": self._token, "last": self.heard, "words": False}
        self._socket.send(msgspec.json.encode(hello))
        async with asyncio.timeout(_WELCOME_WITHIN):
            await welcomed

    def act(self, text: str, id: int) -> None:
        """Send an action for the version that this player knows."""
        assert self._socket is not None
        self._socket.send(
            msgspec.json.encode({"type": "act", "id": id, "version": self.version, "text": text})
        )

    def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            self._socket.close()

    @property
    def traffic(self) -> tuple[int, int]:
        """Bytes sent and received by all sockets that this player has had."""
        up, down = self._bytes
        return (up, down) if self._socket is None else (up + self._socket.up, down + self._socket.down)

    def _hear(self, raw: bytes) -> None:
        message = _decode(raw)
        if message.type in ("update", "welcome"):
            for notice in message.notices:
                if notice.sequence != self.heard + 1:
                    self._table.wrong.append("a notice is missing or doubled")
                self.heard = notice.sequence
            self.version = message.version
            self.to_act = message.to_act
            self.choices = [choice.text for choice in message.actions or ()]
            if message.type == "welcome" and self.welcomed is not None:
                self.welcomed.set_result(None)
            self._table.updated(self)
        elif message.type == "ok":
            self.acknowledged += 1
        elif message.type in ("refused", "error"):
            self._table.wrong.append(message.code or "")

    def _lost(self, socket: LoadSocket) -> None:
        if socket is not self._socket:
            return  # one from before a restart
        self._bytes, self._socket = self.traffic, None
        if self.welcomed is not None and not self.welcomed.done():
            self.welcomed.set_exception(ConnectionResetError())


class LoadTable:
    """A table and all its players."""

    def __init__(self, code: str, tokens: Sequence[str], rng: random.Random) -> None:
        self.code = code
        self.seats = [LoadSeat(self, seat, token) for seat, token in enumerate(tokens)]
        self._rng = rng
        self._next_id = 0
        #: Actions that are due and wait for the one before: when they were due.
        self._due: deque[float] = deque()
        #: The action under way: who sent it, the version it was for, and when it was due.
        self._open: tuple[LoadSeat, int, float] | None = None
        self.sent = 0
        #: Refusals, and notices that were missing; there should be none.
        self.wrong: list[str] = []
        #: From when an action was due until every other player had its event, in seconds.
        self.latencies: list[float] = []
        self.last_heard = 0.0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return all(seat.version > 1 and seat.to_act is None for seat in self.seats)

    @property
    def busy(self) -> bool:
        """Whether an action is under way, or waits, or somebody has not heard of the last one."""
        return bool(self._open or self._due) or len({seat.version for seat in self.seats}) > 1

    def act_at(self, due: float) -> None:
        """Play something that is due now, or after what is under way."""
        self._due.append(due)
        self._play()

    def _play(self) -> None:
        if self._open is not None or not self._due:
            return
        version = self.seats[0].version
        if any(seat.version != version for seat in self.seats):
            return
        seat = next((seat for seat in self.seats if seat.seat == seat.to_act), None)
        if seat is None:
            self._due.clear()  # the game is over
            return
        text = self._rng.choice(seat.choices)
        if text.startswith(_HIGH_STAKES):
            calm = [text for text in seat.choices if not text.startswith(_HIGH_STAKES)]
            text = self._rng.choice(calm or seat.choices)
        self._open = (seat, version, self._due.popleft())
        self._next_id += 1
        self.sent += 1
        seat.act(text, self._next_id)

    def updated(self, seat: LoadSeat) -> None:
        """A player has heard of a new position."""
        if self._open is not None:
            actor, version, due = self._open
            if seat is not actor and all(each.version > version for each in self.seats if each is not actor):
                self.last_heard = time.perf_counter()
                self.latencies.append(self.last_heard - due)
                self._open = None
        if self._due:
            self._play()


class Run(NamedTuple):
    """What came of playing for a while."""

    #: Actions sent, and those of which every other player has heard.
    sent: int
    heard: int
    #: From the first to the last of them, in seconds.
    seconds: float
    #: In seconds, the smallest first.
    latencies: list[float]
    up: int
    down: int

    @property
    def rate(self) -> float:
        """Actions a second."""
        return self.heard / self.seconds

    def quantile(self, part: float) -> float:
        """The latency in milliseconds that a part of all latencies (0 to 1) is not above."""
        return self.latencies[min(int(len(self.latencies) * part), len(self.latencies) - 1)] * 1000


async def open_tables(url: str, game: str, number: int, seed: int) -> list[LoadTable]:
    """Open tables for two and seat everybody."""
    rng = random.Random(seed)
    tables: list[LoadTable] = []
    async with Api(url) as api:
        for first in range(0, number, _AT_ONCE):
            some = range(first, min(first + _AT_ONCE, number))
            for code, tokens in await asyncio.gather(*(api.open_for_two(game) for _ in some)):
                tables.append(LoadTable(code, tokens, random.Random(rng.random())))
    return tables


async def connect_all(url: str, tables: Sequence[LoadTable]) -> None:
    """Connect every player, again if they were connected before.

    Raises:
        OSError: the server does not answer.
    """
    where = urlsplit(url)
    host, port = where.hostname or "", where.port or 0
    seats = [seat for table in tables for seat in table.seats]
    for first in range(0, len(seats), _AT_ONCE):
        await asyncio.gather(*(seat.connect(host, port) for seat in seats[first : first + _AT_ONCE]))


async def play(tables: Sequence[LoadTable], rate: float, seconds: float, patience: float = 20.0) -> Run:
    """Play at a total rate for a while: every action at its time, at one table after the other.

    Raises:
        TimeoutError: some actions were not heard of within ``patience`` seconds after the last was due.
    """
    before = _traffic(tables)
    sent = sum(table.sent for table in tables)
    for table in tables:
        table.latencies = []
    going_on = deque(table for table in tables if not table.over)
    began = time.perf_counter()
    number = 0
    while (passed := time.perf_counter() - began) < seconds:
        while number < passed * rate and going_on:
            table = going_on.popleft()
            if not table.over:
                table.act_at(began + number / rate)
                number += 1
                going_on.append(table)
        await asyncio.sleep(0.0005)
    async with asyncio.timeout(patience):
        while any(table.busy for table in tables):
            await asyncio.sleep(0.005)
    after = _traffic(tables)
    latencies = sorted(latency for table in tables for latency in table.latencies)
    return Run(
        sent=sum(table.sent for table in tables) - sent,
        heard=len(latencies),
        seconds=max(seconds, max(table.last_heard for table in tables) - began),
        latencies=latencies,
        up=after[0] - before[0],
        down=after[1] - before[1],
    )


def _traffic(tables: Sequence[LoadTable]) -> tuple[int, int]:
    counts = [seat.traffic for table in tables for seat in table.seats]
    return sum(up for up, _ in counts), sum(down for _, down in counts)
