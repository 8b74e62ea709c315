"""Work that goes on beside everything else, until the server stops."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def stop(task: asyncio.Task[None] | None) -> None:
    """Cancel a task, if there is one, and wait until it has ended."""
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
