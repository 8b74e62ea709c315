"""Computer players in processes of their own: they never hold up the tables, and a stuck one is replaced."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from korthus.bots.registry import bot_names
from korthus.core.protocol import AnyGame, View
from korthus.core.record import Record
from korthus.web.known_games import spec_of
from korthus.web.logs import record_event
from korthus.web.metrics import Metrics
from korthus.web.thoughts import (
    Advise,
    Advised,
    Answer,
    Choose,
    Chosen,
    Failed,
    Progress,
    Question,
    Reviewed,
    ReviewGame,
    Thought,
    decode_answer,
    encode_line,
)

_LINE: Final = 16 * 2**20
#: Who plays for an absent person, and who answers when a stronger one takes too long.
_USUAL: Final = "normal"
_QUICK: Final = "easy"


class WorkerFailed(Exception):
    """A worker did not answer in time, died, or could not."""


def usual_level(game: str) -> str:
    """A decent player that answers quickly."""
    names = bot_names(game)
    return _USUAL if _USUAL in names else names[-1]


def quick_level(game: str) -> str:
    """The quickest player that thinks at all."""
    names = bot_names(game)
    return _QUICK if _QUICK in names else names[min(1, len(names) - 1)]


class _Worker:
    """One process; started when it is first asked."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._process: Process | None = None

    async def ask(
        self, question: Question, deadline: float, progress: Callable[[float], None] | None = None
    ) -> Answer:
        """Ask, and wait for the answer.

        Raises:
            WorkerFailed: there is none; the next question goes to a fresh process.
        """
        try:
            async with asyncio.timeout(deadline):
                return await self._ask(question, progress)
        except (TimeoutError, OSError, msgspec.DecodeError) as error:
            await self.close()
            kind = "late" if isinstance(error, TimeoutError) else "died"
            self._metrics.count("bot_failures", kind)
            record_event(logging.WARNING, "bot_failure", kind=kind, question=type(question).__name__)
            raise WorkerFailed(kind) from error
        except BaseException:
            await self.close()  # the answer to a question that was given up must not meet the next one
            raise

    async def _ask(self, question: Question, progress: Callable[[float], None] | None) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "korthus.web.bot_worker", stdin=PIPE, stdout=PIPE, limit=_LINE
            )
            self._metrics.count("bot_workers_started")
        writer, reader = self._process.stdin, self._process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(encode_line(question) + b"\n")
        await writer.drain()
        while True:
            line = await reader.readline()
            if not line:
                raise ConnectionError("the worker has gone")
            answer: Answer = decode_answer(line)
            if isinstance(answer, Progress):
                if progress is not None:
                    progress(answer.done)
                continue
            return answer

    async def close(self) -> None:
        """End the process, if there is one, and wait until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


class BotPool:
    """All workers of a server. Questions wait in line for a free one."""

    def __init__(self, workers: int, deadline: float, metrics: Metrics) -> None:
        self._metrics = metrics
        self._deadline = deadline
        self._workers = [_Worker(metrics) for _ in range(max(1, workers))]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._asking: set[asyncio.Task[Answer | None]] = set()
        self._reviewer = _Worker(metrics)
        self._reviewing = asyncio.Lock()
        self._luck = random.Random(secrets.randbits(128))

    async def close(self) -> None:
        """End all processes."""
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        for worker in (*self._workers, self._reviewer):
            await worker.close()

    async def choose(self, game: AnyGame, view: View, level: str) -> str:
        """The text of an action for the seat that has this view. Never fails: a quicker player steps in."""
        started = asyncio.get_running_loop().time()
        raw = msgspec.Raw(encode_line(view))
        for name in dict.fromkeys((level, quick_level(game.name))):
            try:
                answer = await self._ask(Choose(spec_of(game), raw, name, self._luck.getrandbits(63)))
            except WorkerFailed:
                continue
            if isinstance(answer, Chosen):
                self._metrics.thought(asyncio.get_running_loop().time() - started)
                return answer.text
            self._failed(answer)
        self._metrics.count("bot_failures", "random")
        return str(game.pick(view, self._luck))

    async def advise(self, game: AnyGame, view: View) -> list[Thought]:
        """What the best actions are worth.

        Raises:
            WorkerFailed: nobody could say.
        """
        level = "strong" if "strong" in bot_names(game.name) else bot_names(game.name)[-1]
        raw = msgspec.Raw(encode_line(view))
        answer = await self._ask(Advise(spec_of(game), raw, level, self._luck.getrandbits(63)))
        if isinstance(answer, Advised):
            return answer.thoughts
        self._failed(answer)
        raise WorkerFailed("advice")

    async def review(
        self, record: Record, progress: Callable[[float], None], deadline: float = 900.0
    ) -> bytes:
        """The review of a finished game as JSON. One at a time, at low priority.

        Raises:
            WorkerFailed: it could not be made.
        """
        async with self._reviewing:
            try:
                answer = await self._reviewer.ask(ReviewGame(record), deadline, progress)
            finally:
                await self._reviewer.close()
        if isinstance(answer, Reviewed):
            return bytes(answer.review)
        self._failed(answer)
        raise WorkerFailed("review")

    async def _ask(self, question: Question) -> Answer:
        worker = await self._idle.get()
        task = asyncio.create_task(self._use(worker, question), name="bot")
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        # Whoever asked may lose interest; the worker then finishes its thought and is free again.
        answer = await asyncio.shield(task)
        if answer is None:
            raise WorkerFailed(type(question).__name__)
        return answer

    async def _use(self, worker: _Worker, question: Question) -> Answer | None:
        """A worker's answer, or None if it has none."""
        try:
            return await worker.ask(question, self._deadline)
        except WorkerFailed:
            return None
        finally:
            self._idle.put_nowait(worker)

    def _failed(self, answer: Answer) -> None:
        assert isinstance(answer, Failed)
        self._metrics.count("bot_failures", "refused")
        record_event(logging.ERROR, "bot_failure", kind=answer.kind, where=answer.where)
