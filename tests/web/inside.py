"""A server in the test's own event loop, so that a test can reach behind the counter."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn

from korthus.web.app import Server
from korthus.web.house import House
from korthus.web.settings import Settings
from korthus.web.ws_protocol import KorthusWebSocket


@asynccontextmanager
async def inside(folder: Path, **settings: Any) -> AsyncIterator[tuple[str, House]]:
    """A running server: its address, and what is behind it."""
    quick = {"deal_after": 0.0, "bot_pause": 0.0, "watch_pause": 0.0, "limits": False}
    app = Server(Settings(database=f"sqlite:///{folder / 'tables.sqlite3'}", **(quick | settings)))
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, ws=KorthusWebSocket, ws_max_size=65536, ws_per_message_deflate=False, log_config=None
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started:
        assert not task.done()
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}", app.house
    finally:
        server.should_exit = True
        await task
        bound.close()
