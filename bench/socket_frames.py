"""What the server's own WebSocket protocol saves: processor time for a small message in and one out.

One server after another answers every message, each with its numbers of processor time: with the short way
of ``web/socket/protocol.py``, with its bounds alone, and with uvicorn's class as it is. Clients send the next
message when they have the answer, as players do.

python -m bench.socket_frames
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import socket
import statistics
import sys
import time
from multiprocessing.connection import Connection
from typing import Any, Final

import uvicorn
import uvloop
from bench.measure import report
from bench.ws_load import LoadSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from korthus.web.http.gate import Gate, GatedConfig
from korthus.web.http.protocol import KorthusHttp
from korthus.web.socket.protocol import KorthusWebSocket

#: Sockets at once, and bytes of a message and of its answer: an action and what a table is told of it.
_SOCKETS: Final = 20
_ASKED: Final = b"a" * 80
_ANSWER: Final = "b" * 300


class BoundsAlone(KorthusWebSocket):
    """The bounds without the short way: every frame goes through websockets, and is written by itself."""

    def data_received(self, data: bytes) -> None:
        """Let websockets read it."""
        self._whole = False
        super().data_received(data)

    async def send(self, message: Any) -> None:
        """Let uvicorn write it."""
        await WebSocketsSansIOProtocol.send(self, message)


PROTOCOLS: Final[dict[str, type[WebSocketsSansIOProtocol]]] = {
    "korthus": KorthusWebSocket,
    "bounds_alone": BoundsAlone,
    "uvicorn": WebSocketsSansIOProtocol,
}


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    """The application: an answer for each message."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": _ANSWER})


def _serve(name: str, listening: socket.socket, asked: Connection) -> None:
    """A server; whoever asks hears how much processor time it has used."""
    config = GatedConfig(
        _answer,
        Gate(enabled=False),
        http=KorthusHttp,
        ws=PROTOCOLS[name],
        ws_per_message_deflate=False,
        log_config=None,
        lifespan="off",
    )

    async def run() -> None:
        server = uvicorn.Server(config)
        asyncio.get_running_loop().add_reader(asked.fileno(), lambda: _tell(asked, server))
        await server.serve([listening])

    uvloop.run(run())  # as the server does


def _tell(asked: Connection, server: uvicorn.Server) -> None:
    if asked.recv():
        asked.send(time.process_time())
    else:
        server.should_exit = True


def measure(name: str, messages: int) -> float:
    """Microseconds of the server's processor time for a message and its answer."""
    here, there = multiprocessing.Pipe()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = multiprocessing.get_context("fork").Process(target=_serve, args=(name, listening, there))
        server.start()
        try:
            return asyncio.run(_talk(listening.getsockname(), here, messages)) * 1e6
        finally:
            here.send(False)
            server.join()


async def _talk(address: tuple[str, int], server: Connection, messages: int) -> float:
    loop = asyncio.get_running_loop()
    left = _SOCKETS
    done: asyncio.Future[None] = loop.create_future()

    def talker() -> LoadSocket:
        heard = 0

        def hear(_: bytes) -> None:
            nonlocal heard, left
            heard += 1
            if heard < messages // _SOCKETS:
                made.send(_ASKED)
                return
            left -= 1
            if not left:
                done.set_result(None)

        made = LoadSocket("/", hear, lambda _: None)
        return made

    sockets = [(await loop.create_connection(talker, *address))[1] for _ in range(_SOCKETS)]
    await asyncio.gather(*(each.upgraded for each in sockets))
    before = _processor_time(server)
    for each in sockets:
        each.send(_ASKED)
    await done
    used = _processor_time(server) - before
    for each in sockets:
        each.close()
    return used / (messages // _SOCKETS * _SOCKETS)


def _processor_time(server: Connection) -> float:
    server.send(True)
    used: float = server.recv()
    return used


def main() -> int:
    """Print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=40_000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    found: dict[str, list[float]] = {name: [] for name in PROTOCOLS}
    for _ in range(options.repeats):
        for name, times in found.items():
            times.append(measure(name, options.messages))
    report(
        "socket_frames", **{f"{name}_us": round(statistics.median(times), 1) for name, times in found.items()}
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
