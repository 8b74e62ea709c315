"""Running a server: the socket, the loop, and one line that says where it listens."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from korthus.core.errors import KorthusError
from korthus.core.troubles import trouble_with_file
from korthus.kernels.code_folders import offer
from korthus.web.app import Server
from korthus.web.bounds import IDLE_WITHIN, MAX_READ_MESSAGE, PING_EVERY, PONG_WITHIN, SEND_BUFFER
from korthus.web.http.gate import Gate, GatedConfig
from korthus.web.http.protocol import KorthusHttp
from korthus.web.logs import listen_to
from korthus.web.pages.metrics import MetricsPage
from korthus.web.serving_at import noted
from korthus.web.settings import Settings
from korthus.web.socket.protocol import KorthusWebSocket
from korthus.web.store.database_lock import database_lock
from korthus.web.store.soundness import prepare_database


class Doors(uvicorn.Server):
    """A server that listens at one address for people and at another, if it has one, for numbers."""

    def __init__(
        self,
        app: Server,
        numbers: socket.socket | None = None,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        settings = app.services.settings
        # Only uvicorn's own trusted addresses: a proxy on this machine.
        proxies = frozenset({"127.0.0.1"} if settings.behind_proxy else ())
        self._gate = Gate(settings.limits, proxies)
        super().__init__(_config(app, self._gate, proxy_headers=settings.behind_proxy, lifespan="on"))
        self._numbers = _config(MetricsPage(app.services.metrics), self._gate, lifespan="off")
        self._numbers_at = numbers
        self._ready = ready
        self._watch: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        listen_to(asyncio.get_running_loop())
        numbers = None if self._numbers_at is None else await self._listen_for_numbers(self._numbers_at)
        await super().startup(sockets)
        if not self.started:
            return
        if numbers is not None:
            self.servers.append(numbers)
        self._watch = asyncio.create_task(self._gate.watch(self.server_state.connections), name="gate")
        self._ready()

    async def _listen_for_numbers(self, bound: socket.socket) -> asyncio.Server:
        self._numbers.load()

        def protocol() -> asyncio.Protocol:
            return KorthusHttp(config=self._numbers, server_state=self.server_state, app_state={})

        return await asyncio.get_running_loop().create_server(protocol, sock=bound)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end. Whoever asks again does not hurry it: uvicorn would leave out the end of the app."""
        if not self.should_exit:
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hang up, after what was accepted is done."""
        await super().shutdown(sockets)
        if self._watch is not None:
            self._watch.cancel()


def _config(app: object, gate: Gate, **options: object) -> GatedConfig:
    return GatedConfig(
        app,
        gate,
        http=KorthusHttp,
        ws=KorthusWebSocket,
        ws_max_size=MAX_READ_MESSAGE,
        ws_per_message_deflate=False,  # a small frame must not grow into a large message
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        timeout_keep_alive=IDLE_WITHIN,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=5,
        **({"proxy_headers": False} | options),
    )


def serve(settings: Settings, listening: Callable[[str], None]) -> None:
    """Serve until a signal ends it; ``listening`` hears the address once requests are taken.

    Raises:
        KorthusError: the address or the database is in use, or is not ours, or cannot be used.
    """
    if settings.compiled is not None:
        offer(settings.compiled)
    with database_lock(settings.database):
        prepare_database(settings.database, settings.despite_damage)
        bound = _bind_for_people(settings)
        numbers = None if settings.metrics is None else bind(*settings.metrics)
        host, port = bound.getsockname()[:2]
        host = "127.0.0.1" if settings.lan else host
        address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        _tune()
        _allow_files()
        with noted(settings.database, address):
            Doors(Server(settings), numbers, lambda: listening(address)).run(sockets=[bound])


def _bind_for_people(settings: Settings) -> socket.socket:
    try:
        return bind(settings.host, settings.port)
    except KorthusError as error:
        taken = isinstance(error.__cause__, OSError) and error.__cause__.errno == errno.EADDRINUSE
        if not (taken and settings.other_port):
            raise
        return bind(settings.host, 0)


def _tune() -> None:
    """Keep pauses short: tables hold millions of small, long-lived objects."""
    # The thread that writes to the disk must not wait long for its turn while the loop is busy.
    sys.setswitchinterval(0.001)
    # What is loaded now stays; what a table keeps is not worth looking through again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def _allow_files() -> None:
    """Let the process have as many connections as the system allows it to ask for."""
    if sys.platform != "win32":
        import resource  # not on Windows, which has no such limit

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens at an address.

    Raises:
        KorthusError: the address is in use, or is not ours, or is none.
    """
    if not 0 <= port < 2**16:
        raise KorthusError("BAD_PORT", "A port is a number from 0 to 65535, not {port}.", port=port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        bound.bind((host, port))
        bound.listen(4096)
    except (OSError, ValueError) as error:  # names that cannot be encoded are ValueErrors
        bound.close()
        raise KorthusError(
            "CANNOT_LISTEN",
            "The server cannot listen on {host}, port {port}: {trouble}. Give another port with --port; "
            "0 means any that is free.",
            host=host,
            port=port,
            trouble=trouble_with_file(error),
        ) from error
    return bound
