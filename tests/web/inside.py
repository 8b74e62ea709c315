"""A server in the test's own event loop, so that a test can reach behind the counter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from korthus.web.app import Server
from korthus.web.live.services import Services
from korthus.web.run import Doors, bind
from korthus.web.settings import Settings


@asynccontextmanager
async def inside(
    folder: Path, database: str | None = None, **settings: Any
) -> AsyncIterator[tuple[str, Services]]:
    """A running server: its address, and what is behind it."""
    async with at_the_door(folder, database, **settings) as (url, services, _):
        yield url, services


@asynccontextmanager
async def at_the_door(
    folder: Path, database: str | None = None, **settings: Any
) -> AsyncIterator[tuple[str, Services, Doors]]:
    """The same, with the server that keeps its connections."""
    quick = {"deal_after": 0.0, "bot_pause": 0.0, "watch_pause": 0.0, "limits": False, "warm": False}
    url = database or f"sqlite:///{folder / 'tables.sqlite3'}"
    app = Server(Settings(database=url, **(quick | settings)))
    bound = bind("127.0.0.1", 0)
    at = app.services.settings.metrics
    server = Doors(app, None if at is None else bind(*at))
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started:
        assert not task.done()
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{bound.getsockname()[1]}", app.services, server
    finally:
        server.should_exit = True
        await task
        bound.close()
