"""Computer players in processes of their own: they never hold up the tables, and a stuck one is replaced."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from korthus.bots.brings import players_of
from korthus.bots.random import RandomBot
from korthus.bots.registry import bot_names, plain_player
from korthus.bots.warm import compiling_of
from korthus.bots.warm_process import Noted
from korthus.core.protocol import AnyGame, Event, View
from korthus.core.record import Record
from korthus.web.bots.helper import Helper
from korthus.web.bots.line import UNASKED, Line, Person, Wish
from korthus.web.bots.patience import Patience
from korthus.web.bots.patience import Question as Waited
from korthus.web.bots.thoughts import (
    Advise,
    Advised,
    Answer,
    Asked,
    Choose,
    Chosen,
    Failed,
    GetReady,
    GettingReady,
    Progress,
    Question,
    Reviewed,
    ReviewGame,
    Thought,
    decode_answer,
    encode_line,
)
from korthus.web.bots.warming import Warming
from korthus.web.bounds import REVIEWS_OF_AN_ADDRESS
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.known_games import spec_of
from korthus.web.logs import compiled_code_trouble, record_event
from korthus.web.pages.metrics import Metrics

#: What one compiled function may take, in seconds.
_COMPILED_WITHIN: Final = 300.0
#: Who plays for an absent person, and who answers when a stronger one takes too long.
_USUAL: Final = "normal"
_QUICK: Final = "easy"


class Choice(NamedTuple):
    """An action, and who really chose it."""

    text: str
    by: str
    #: Why it was not the level that was asked for: ``late``, ``failed`` or ``compiling``; None if it was.
    why: str | None = None


#: How many hints and reviews may wait, in all and of one person.
_MOST_HINTS: Final = 128
_MOST_HINTS_EACH: Final = 4
_MOST_REVIEWS: Final = 128
_MOST_REVIEWS_EACH: Final = 8
#: How long the process that makes reviews is kept without one, in seconds.
_KEPT: Final = 600.0


class WorkerFailed(Exception):
    """A worker did not answer in time, died, or could not."""

    def __init__(self, what: str, *, late: bool = False, died: bool = False) -> None:
        super().__init__(what)
        self.late = late
        #: Whether the process went away, which says nothing of what it was asked.
        self.died = died


class NotReady(Exception):
    """A player is being compiled; ``seconds`` is about the time until it is ready."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"ready in about {seconds:.0f} s")
        self.seconds = seconds


class _Compiles(Exception):
    """The workers compile, and that takes longer than anybody should wait."""


def usual_level(game: str) -> str:
    """A decent player that answers quickly."""
    names = bot_names(game)
    return _USUAL if _USUAL in names else names[-1]


def automatic_level(game: str) -> str:
    """Who plays a person's automatic move."""
    return players_of(game).AUTOMATIC or usual_level(game)


def quick_level(game: str) -> str:
    """The quickest player that thinks at all."""
    names = bot_names(game)
    return _QUICK if _QUICK in names else names[min(1, len(names) - 1)]


class _Worker:
    """One process; started when it is first asked."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._helper = Helper("korthus.web.bots.worker")

    async def ask(
        self,
        question: Question,
        deadline: float,
        progress: Callable[[Progress], None] | None = None,
        compiles: Callable[[], None] = lambda: None,
    ) -> Answer:
        """Ask, and wait for the answer; ``compiles`` hears whenever it has to compile for that.

        Raises:
            WorkerFailed: there is none; the next question goes to a fresh process.
        """
        try:
            async with asyncio.timeout(deadline) as limit:
                return await self._ask(question, progress, limit, deadline, compiles)
        except (TimeoutError, OSError, msgspec.DecodeError) as error:
            await self.close()
            kind = "late" if isinstance(error, TimeoutError) else "died"
            self._metrics.count("bot_failures", kind)
            asked = type(question).__name__
            record_event(logging.WARNING, "bot_failure", kind=kind, question=asked, reason=str(error))
            raise WorkerFailed(kind, late=kind == "late", died=kind == "died") from error
        except BaseException:
            await self.close()  # the answer to a question that was given up must not meet the next one
            raise

    async def _ask(
        self,
        question: Question,
        progress: Callable[[Progress], None] | None,
        limit: asyncio.Timeout,
        deadline: float,
        compiles: Callable[[], None] = lambda: None,
    ) -> Answer:
        if await self._helper.begin():
            self._metrics.count("bot_workers_started")
        reader = await self._helper.write(encode_line(question) + b"\n")
        while True:
            line = await reader.readline()
            if not line:
                raise ConnectionError("the worker has gone")
            answer: Answer = decode_answer(line)
            if isinstance(answer, Progress):
                if progress is not None:
                    progress(answer)
                continue
            if isinstance(answer, GettingReady):  # time counts for who thinks, not for who gets ready
                if answer.compiles:
                    compiles()
                more = _COMPILED_WITHIN if answer.compiles else deadline
                limit.reschedule(max(asyncio.get_running_loop().time() + more, limit.when() or 0.0))
                continue
            if isinstance(answer, Noted):
                compiled_code_trouble(answer.trouble, answer.folder, answer.reason)
                continue
            return answer

    async def close(self) -> None:
        """End the process, if there is one, and wait until it is gone."""
        await self._helper.end()


class _Desk:
    """Workers of a kind, those that are free, and the line for them."""

    def __init__(self, workers: Sequence[_Worker], line: Line, patience: float) -> None:
        self.idle = list(workers)
        self.line = line
        self.patience = Patience(len(workers), patience)


class BotPool:
    """All workers of a server.

    Moves, hints and reviews have lines and processes of their own, so that a move never waits for a hint and
    a hint never for a review. In each line persons take turns.

    While the workers compile for themselves, for longer than ``patience`` (in seconds, as long as a thought
    may take if None), a process of its own answers for them, with a player that needs no compiler.
    """

    def __init__(
        self,
        workers: int,
        deadline: float,
        metrics: Metrics,
        warming: Warming | None = None,
        patience: float | None = None,
    ) -> None:
        patience = deadline if patience is None else patience
        self._metrics = metrics
        self._deadline = deadline
        self._warming = Warming() if warming is None else warming
        self._workers = [_Worker(metrics) for _ in range(max(1, workers))]
        self._moves = _Desk(self._workers, Line(len(self._workers)), patience)
        self._plain = _Worker(metrics)
        self._plain_moves = _Desk([self._plain], Line(1), patience)
        self._adviser = _Worker(metrics)
        self._hints = _Desk([self._adviser], Line(1, most=_MOST_HINTS, most_each=_MOST_HINTS_EACH), patience)
        self._asking: set[asyncio.Task[Answer | WorkerFailed]] = set()
        self._reviewer = _Worker(metrics)
        #: Who waits for a review.
        self.reviews = Line(1, most=_MOST_REVIEWS, most_each=_MOST_REVIEWS_EACH, turns=REVIEWS_OF_AN_ADDRESS)
        self._getting_ready: set[asyncio.Task[None]] = set()
        #: When the reviewer's process is ended.
        self._reviewer_goes: asyncio.TimerHandle | None = None
        self._luck = random.Random(secrets.randbits(128))

    async def close(self) -> None:
        """End all processes."""
        if self._reviewer_goes is not None:
            self._reviewer_goes.cancel()
        asking = [*self._asking, *self._getting_ready]
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        for worker in (*self._workers, self._plain, self._adviser, self._reviewer):
            await worker.close()

    async def choose(
        self,
        game: AnyGame,
        view: View,
        level: str,
        person: Person = UNASKED,
        *,
        told: Sequence[Event] = (),
        seed: str | None = None,
    ) -> Choice:
        """An action for the seat that has this view; if a player fails, another steps in and is named.

        Args:
            person: on whose account they think.
            told: what the seat has been told in this game.
            seed: of the player's luck in this game; any if None.

        Raises:
            ServerRefusal: nobody could choose, because the rules take too long here.
        """
        started = asyncio.get_running_loop().time()
        asked = _asked(game, view, told)
        seed = self._any_seed() if seed is None else seed
        why: str | None = None
        compiles, plain = False, plain_player(game.name)
        for name in dict.fromkeys((level, quick_level(game.name), plain)):
            if (compiles and name != plain) or await self._warming.left(game.name, name) is not None:
                why = why or "compiling"
                continue
            try:
                answer = await self._move(Choose(asked, name, seed), person, plain=name == plain)
            except _Compiles:
                why, compiles = why or "compiling", True
                continue
            except WorkerFailed as failed:
                why = why or ("late" if failed.late else "failed")
                continue
            if isinstance(answer, Chosen):
                self._metrics.thought(asyncio.get_running_loop().time() - started)
                return Choice(answer.text, name, why)
            self._failed(answer)
            why = why or "failed"
        if not game.quick(view):
            raise ServerRefusal("TOO_COSTLY")
        self._metrics.count("bot_failures", "random")
        return Choice(str(game.pick(view, self._luck)), RandomBot.name, why)

    async def _move(self, question: Choose, person: Person, *, plain: bool) -> Answer:
        """What a worker chooses; where all of them compile, the ``plain`` player has a process of its own.

        Raises:
            WorkerFailed, ServerRefusal: as ``_ask``.
            _Compiles: that takes too long.
        """
        desk = self._plain_moves if plain and self._moves.patience.over else self._moves
        if desk.patience.over:
            raise _Compiles
        try:
            return await self._ask_patiently(desk, question, desk.line.join(person))
        except _Compiles:
            if not plain or desk is self._plain_moves:
                raise
        return await self._move(question, person, plain=plain)

    def _any_seed(self) -> str:
        return str(self._luck.getrandbits(63))

    async def advise(
        self,
        game: AnyGame,
        view: View,
        person: Person = UNASKED,
        waits: Callable[[int], None] | None = None,
        *,
        told: Sequence[Event] = (),
    ) -> list[Thought]:
        """What the best actions are worth.

        Args:
            person: who wants to know.
            waits: hears whose turn this is, if it has to wait: 1 is the next.
            told: what the seat has been told in this game.

        Raises:
            WorkerFailed: nobody could say.
            NotReady: the adviser is not compiled yet.
            ServerRefusal: too many wait.
        """
        level = "strong" if "strong" in bot_names(game.name) else bot_names(game.name)[-1]
        seconds = await self._warming.left(game.name, level)
        if seconds is not None:
            raise NotReady(seconds)
        compiling = compiling_of(game.name)
        slow = NotReady(0.0 if compiling is None else compiling.seconds)
        if self._hints.patience.over:
            raise slow
        question = Advise(_asked(game, view, told), level, self._any_seed())
        wish = self._hints.line.join(person)
        if waits is not None and (place := self._hints.line.place(wish)):
            waits(place)
        try:
            answer = await self._ask_patiently(self._hints, question, wish)
        except _Compiles:
            raise slow from None
        if isinstance(answer, Advised):
            return answer.thoughts
        self._failed(answer)
        raise WorkerFailed("advice")

    def expect_review(self, game: str) -> asyncio.Task[None] | None:
        """A game has ended, and somebody may want to look back on it: get ready, unless a review goes on."""
        if self.reviews.busy:
            return None
        task = asyncio.create_task(self._get_ready(game), name="reviewer")
        self._getting_ready.add(task)
        task.add_done_callback(self._getting_ready.discard)
        return task

    async def _get_ready(self, game: str) -> None:
        if await self._warming.left(game, "strong") is not None:
            return
        async with self.reviews.turn(UNASKED):
            self._keep_reviewer()
            try:
                answer = await self._reviewer.ask(GetReady(game), self._deadline)
            except WorkerFailed:  # it was written down; whoever wants a review waits a little longer
                return
        if isinstance(answer, Failed):
            self._failed(answer)

    async def review(
        self, record: Record, wish: Wish, progress: Callable[[Progress], None], deadline: float = 900.0
    ) -> bytes:
        """The review of a finished game as JSON. One at a time, at low priority.

        Args:
            wish: a place in the line ``reviews``.
            progress: hears now and then what there is of it.

        Raises:
            WorkerFailed: it could not be made.
        """
        await self.reviews.wait(wish)
        try:
            await self._warming.ready(record.game)
            self._keep_reviewer()
            answer = await self._reviewer.ask(ReviewGame(record), deadline, progress)
        finally:
            self._keep_reviewer()
            self.reviews.leave(wish)
        if isinstance(answer, Reviewed):
            return bytes(answer.review)
        self._failed(answer)
        raise WorkerFailed("review")

    def _keep_reviewer(self) -> None:
        """Keep its process for a while: the next review begins at once then."""
        if self._reviewer_goes is not None:
            self._reviewer_goes.cancel()
        self._reviewer_goes = asyncio.get_running_loop().call_later(_KEPT, self._end_reviewer)

    def _end_reviewer(self) -> None:
        if self.reviews.busy:
            self._keep_reviewer()
            return
        task = asyncio.create_task(self._reviewer.close(), name="reviewer")
        self._getting_ready.add(task)
        task.add_done_callback(self._getting_ready.discard)

    async def _ask_patiently(self, desk: _Desk, question: Question, wish: Wish) -> Answer:
        """What a worker answers, unless it compiles for too long; it goes on then, for whoever asks next.

        Raises:
            WorkerFailed: there is no answer.
            _Compiles: that takes too long.
        """
        with desk.patience.question() as waited:
            asking = asyncio.create_task(self._ask(desk, question, wish, waited))
            over = asyncio.create_task(waited.over.wait())
            try:
                await asyncio.wait((asking, over), return_when=asyncio.FIRST_COMPLETED)
                if not asking.done():
                    raise _Compiles
                return asking.result()
            finally:
                over.cancel()
                asking.cancel()

    async def _ask(self, desk: _Desk, question: Question, wish: Wish, waited: Waited) -> Answer:
        await desk.line.wait(wish)
        task = asyncio.create_task(self._use(desk, question, wish, waited), name="bot")
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        # Whoever asked may lose interest; the worker then finishes its thought and is free again.
        answer = await asyncio.shield(task)
        if isinstance(answer, WorkerFailed):
            raise answer
        return answer

    async def _use(
        self, desk: _Desk, question: Question, wish: Wish, waited: Waited
    ) -> Answer | WorkerFailed:
        """The answer of a free worker to whose turn it is, or why it has none."""
        worker = desk.idle.pop()
        try:
            answer = await worker.ask(question, self._deadline, compiles=waited.compiles)
            if waited.over.is_set() and isinstance(answer, Failed):
                self._failed(answer)  # nobody waits any more who would write it down
            return answer
        except WorkerFailed as failed:
            return failed
        finally:
            waited.done()
            desk.idle.append(worker)
            desk.line.leave(wish)

    def _failed(self, answer: Answer) -> None:
        assert isinstance(answer, Failed)
        self._metrics.count("bot_failures", "refused")
        record_event(
            logging.ERROR, "bot_failure", kind=answer.kind, where=answer.where, message=answer.message
        )


def _asked(game: AnyGame, view: View, told: Sequence[Event]) -> Asked:
    events = [msgspec.Raw(encode_line(event)) for event in told]
    return Asked(spec_of(game), msgspec.Raw(encode_line(view)), events)
