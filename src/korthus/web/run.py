"""Running a server: the socket, the loop, and one line that says where it listens."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable

import uvicorn

from korthus.web.app import Server
from korthus.web.database_lock import database_lock
from korthus.web.settings import Settings
from korthus.web.wire import MAX_MESSAGE
from korthus.web.ws_protocol import KorthusWebSocket


class _Uvicorn(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(settings: Settings, listening: Callable[[str], None]) -> None:
    """Serve until a signal ends it; ``listening`` hears the address once requests are taken.

    Raises:
        OSError: the address is in use, or is not ours.
        KorthusError: the database is in use.
    """
    with database_lock(settings.database):
        _serve(settings, listening)


def _serve(settings: Settings, listening: Callable[[str], None]) -> None:
    bound = _bind(settings.host, settings.port)
    host, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        Server(settings),
        ws=KorthusWebSocket,
        # Larger messages than a client may send are read, so that they are refused with their own code.
        ws_max_size=16 * MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=settings.behind_proxy,
        timeout_graceful_shutdown=5,
    )
    _tune()
    _Uvicorn(config, lambda: listening(f"http://{shown}:{port}")).run(sockets=[bound])


def _tune() -> None:
    """Keep pauses short: tables hold millions of small, long-lived objects."""
    # The thread that writes to the disk must not wait long for its turn while the loop is busy.
    sys.setswitchinterval(0.001)
    # What is loaded now stays; what a table keeps is not worth looking through again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(4096)
        bound.set_inheritable(True)
    except BaseException:
        bound.close()
        raise
    return bound
