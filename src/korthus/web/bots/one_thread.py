"""Work in the server's process that would hold up the loop: a piece at a time, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from korthus.web.bots.line import Line, Person

#: How much may wait here, of everybody and of one person.
_MOST: Final = 64
_MOST_EACH: Final = 8

T = TypeVar("T")


class OneThread:
    """A thread and the line for it.

    asyncio's own threads are few and everybody's: work that waits for other work would take them all.
    """

    def __init__(self, name: str) -> None:
        self._line = Line(1, most=_MOST, most_each=_MOST_EACH)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def ask(self, person: Person, work: Callable[[], T]) -> T:
        """What a piece of work gives, when it is the person's turn.

        Raises:
            ServerRefusal: too much waits.
        """
        async with self._line.turn(person):
            working = asyncio.get_running_loop().run_in_executor(self._thread, work)
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                await asyncio.wait(
                    [working]
                )  # a thread cannot be stopped: the next one's turn comes after it
                raise

    def close(self) -> None:
        """Take no more work; what is being worked on is finished."""
        self._thread.shutdown(wait=False, cancel_futures=True)
