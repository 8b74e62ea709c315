"""The server's players are compiled once, in the background, while people look around.

One process compiles for all workers, the game that somebody wants to play first. Until a level is ready,
another player answers for it and says so (``bot_pool``); nobody is late because of a compiler.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Final

import msgspec

from korthus.apart import APART
from korthus.bots.warm import Piece, compiled_games, compiled_levels
from korthus.bots.warm_process import Ahead, Broken, Noted, command, decode_line
from korthus.kernels.code_folders import Trouble
from korthus.kernels.stamps import where
from korthus.web.background import stop
from korthus.web.logs import compiled_code_trouble, record_event

#: The least time that is said to be left, in seconds.
_SHORTEST: Final = 1.0


class GameWarming(msgspec.Struct, frozen=True):
    """How far the players of a game are."""

    #: Seconds until each level that is not ready yet is, about.
    left: dict[str, int]


class WarmingOut(msgspec.Struct, frozen=True):
    """How far compiling the computer players is; empty when all are ready."""

    games: dict[str, GameWarming]


class Warming:
    """Compiles what is not compiled yet. Before ``start`` everything counts as ready."""

    def __init__(self) -> None:
        self._ahead: dict[str, float] = {}
        self._told_at = 0.0
        #: Set when it is known what is ready.
        self._known = asyncio.Event()
        self._known.set()
        #: Set whenever something has become ready.
        self._changed = asyncio.Event()
        self._wanted: list[str] = []
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin in the background. Where nothing can be kept, each worker has to compile for itself."""
        if where().trouble is Trouble.MEMORY:
            compiled_code_trouble(Trouble.MEMORY, "", "")
            return
        self._known.clear()
        self._task = asyncio.create_task(self._run(), name="warming")

    async def close(self) -> None:
        """Stop. What is compiled so far is kept."""
        task, self._task = self._task, None
        await stop(task)
        self._known.set()

    async def left(self, game: str, level: str) -> float | None:
        """Seconds until a level is ready, about; None if it is. It is compiled next then."""
        await self._known.wait()
        found = self._left(str(Piece(game, level)))
        if found is not None:
            self.prefer(game)
        return found

    async def ready(self, game: str) -> None:
        """Wait until every level of a game is ready."""
        for level in compiled_levels(game):
            while await self.left(game, level) is not None:
                self._changed.clear()
                await self._changed.wait()

    def prefer(self, game: str) -> None:
        """Somebody wants to play this: compile it before the others. The first to come is served first."""
        if game in self._wanted or game not in compiled_games():
            return
        self._wanted.append(game)
        waits = any(name.startswith(f"{game}:") for name in self._ahead)
        first = next(iter(self._ahead), "")
        if waits and first.partition(":")[0] not in self._wanted and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()  # the next one begins with this game; little is lost
            # Until the next one says so itself, this is what is ahead.
            self._ahead = dict(
                sorted(self._ahead.items(), key=lambda item: not item[0].startswith(f"{game}:"))
            )

    async def out(self) -> WarmingOut:
        """What a page shows."""
        await self._known.wait()
        games: dict[str, GameWarming] = {}
        for game in compiled_games():
            levels = {level: self._left(str(Piece(game, level))) for level in compiled_levels(game)}
            left = {level: round(seconds) for level, seconds in levels.items() if seconds is not None}
            if left:
                games[game] = GameWarming(left)
        return WarmingOut(games)

    def _left(self, name: str) -> float | None:
        if name not in self._ahead:
            return None
        passed = asyncio.get_running_loop().time() - self._told_at
        return max(_SHORTEST, self._ahead[name] - passed)

    async def _run(self) -> None:
        """Run processes until one has come to its end, or one has failed."""
        try:
            while True:
                wanted = len(self._wanted)
                code = await self._compile(
                    [*self._wanted, *(g for g in compiled_games() if g not in self._wanted)]
                )
                if code == 0:
                    return
                if len(self._wanted) == wanted:  # nobody ended it on purpose
                    record_event(logging.ERROR, "warming_failed", code=code)
                    return
        except OSError as error:  # no process can be started: no memory, or no right to
            record_event(logging.ERROR, "warming_failed", reason=str(error))
        finally:
            # Whatever is not compiled now, the workers have to see for themselves, and say so if they cannot.
            self._ahead = {}
            self._known.set()
            self._changed.set()

    async def _compile(self, games: list[str]) -> int:
        """Run one process to its end; its exit status."""
        self._process = process = await asyncio.create_subprocess_exec(
            *command(games), stdin=DEVNULL, stdout=PIPE, **APART
        )
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                self._hear(line)
            return await process.wait()
        finally:
            self._process = None
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _hear(self, line: bytes) -> None:
        match decode_line(line):
            case Ahead(pieces=ahead):
                self._ahead = ahead
                self._told_at = asyncio.get_running_loop().time()
                self._known.set()
                self._changed.set()
            case Noted(trouble=trouble, folder=folder, reason=reason):
                compiled_code_trouble(trouble, folder, reason)
            case Broken(game=game, message=message):
                record_event(logging.ERROR, "warming_broken", game=game, message=message)
