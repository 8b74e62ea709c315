"""Rules that can take long are worked out here, in another process and with a deadline; never on the loop."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Sequence
from typing import Any, Final

from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame, State, Step, View
from korthus.core.record import Record
from korthus.web.bots.helper import Helper
from korthus.web.bots.line import Line, Person
from korthus.web.bots.rule_work import HEAD, Described, Failure
from korthus.web.bots.thoughts import encode_line
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.known_games import spec_of
from korthus.web.live.positions import PositionWish, StepOut
from korthus.web.logs import record_event
from korthus.web.pages.lesson_out import LessonWhy
from korthus.web.pages.metrics import Metrics

#: How long one piece of work may take, in seconds: an action, a list of actions, a whole game.
_ACTION: Final = 3.0
_LIST: Final = 1.0
_GAME: Final = 20.0
#: How much may wait here, of everybody and of one person.
_MOST, _MOST_EACH = 256, 32


class RuleDesk:
    """One process, started when it is first needed, replaced when it takes too long."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._helper = Helper("korthus.web.bots.rule_work")
        self._line = Line(1, most=_MOST, most_each=_MOST_EACH)
        #: What is being worked out; whoever asked may have lost interest.
        self._asking: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        """End the process."""
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await self._helper.end()

    async def step(self, game: AnyGame, state: State, text: str, seat: int, person: Person) -> Step[Any]:
        """What an action leads to.

        Raises:
            KorthusError: as ``Game.apply``.
            ServerRefusal: it takes too long, or too much waits.
        """
        step: Step[Any] = await self._ask(person, _ACTION, "step", _raw(game), state, text, seat)
        return step

    async def describe(
        self, game: AnyGame, view: View, languages: Sequence[str], most: int, person: Person
    ) -> Described:
        """What a seat can do; nothing is listed where that takes too long.

        Raises:
            ServerRefusal: too much waits.
        """
        try:
            return await self._ask(  # type: ignore[no-any-return]
                person, _LIST, "describe", _raw(game), view, tuple(languages), most
            )
        except KorthusError as error:
            if error.code != "TOO_COSTLY":
                raise
            return Described(None, {}, {})

    async def label(
        self, game: AnyGame, view: View, texts: Sequence[str], language: str, person: Person
    ) -> list[str]:
        """What some actions do.

        Raises:
            ServerRefusal: it takes too long, or too much waits.
        """
        labels: list[str] = await self._ask(
            person, _ACTION, "label", _raw(game), view, tuple(texts), language
        )
        return labels

    async def check_record(self, record: Record, person: Person) -> None:
        """Whether a game can be played again.

        Raises:
            InvalidRecord: it cannot.
            ServerRefusal: it takes too long, or too much waits.
        """
        await self._ask(person, _GAME, "check_record", record)

    async def replay(self, record: Record, language: str, person: Person) -> bytes:
        """The positions of a finished game as JSON.

        Raises:
            ServerRefusal: it takes too long, or too much waits.
        """
        frames: bytes = await self._ask(person, _GAME, "replay", record, language)
        return frames

    async def record_step(
        self, record: Record, at: int, move: str | None, language: str, person: Person
    ) -> StepOut:
        """A position of a finished game, and a move in it as a table points at it.

        Raises:
            InvalidAction: the move is none.
            ServerRefusal: it takes too long, or too much waits.
        """
        found: StepOut = await self._ask(person, _GAME, "record_step", record, at, move, language)
        return found

    async def position(self, game: AnyGame, wish: PositionWish, language: str, person: Person) -> bytes:
        """A position that somebody brings, after the move if there is one, as JSON.

        Raises:
            KorthusError: the position or the move is refused.
            ServerRefusal: it takes too long, or too much waits.
        """
        found: bytes = await self._ask(person, _ACTION, "position", _raw(game), wish, language)
        return found

    async def position_view(self, game: AnyGame, wish: PositionWish, person: Person) -> View | None:
        """What the seat to act sees of a position that somebody brings; None if no seat is to act.

        Raises:
            KorthusError: the position is refused.
            ServerRefusal: it takes too long, or too much waits.
        """
        view: View | None = await self._ask(person, _ACTION, "position_view", _raw(game), wish)
        return view

    async def say_review(self, record: Record, review: bytes, language: str, person: Person) -> bytes:
        """A review with its mistakes in words, as JSON.

        Raises:
            ServerRefusal: it takes too long, or too much waits.
        """
        said: bytes = await self._ask(person, _GAME, "say_review", record, review, language)
        return said

    async def lesson(
        self, name: str, number: int, moves: Sequence[str], language: str, person: Person
    ) -> bytes:
        """A lesson of a game after some moves, as JSON.

        Raises:
            KorthusError: there is no such lesson, or a move is not taken.
            ServerRefusal: it takes too long, or too much waits.
        """
        found: bytes = await self._ask(person, _ACTION, "lesson", name, number, tuple(moves), language)
        return found

    async def lesson_why(
        self, name: str, number: int, moves: Sequence[str], text: str, language: str, person: Person
    ) -> LessonWhy:
        """Whether an action would be refused after some moves of a lesson, and why.

        Raises:
            KorthusError, ServerRefusal: as ``lesson``.
        """
        why: LessonWhy = await self._ask(
            person, _ACTION, "lesson_why", name, number, tuple(moves), text, language
        )
        return why

    async def lesson_names(
        self,
        name: str,
        number: int,
        moves: Sequence[str],
        boards: Sequence[Sequence[str]],
        language: str,
        person: Person,
    ) -> list[str | None]:
        """What hands the cards of the person who learns would make on boards.

        Raises:
            KorthusError, ServerRefusal: as ``lesson``.
        """
        names: list[str | None] = await self._ask(
            person, _ACTION, "lesson_names", name, number, tuple(moves), boards, language
        )
        return names

    async def _ask(self, person: Person, deadline: float, name: str, *args: Any) -> Any:
        async with self._line.turn(person):
            task = asyncio.create_task(self._work(deadline, name, args), name=f"rules: {name}")
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
            try:
                answer = await asyncio.shield(task)
            except asyncio.CancelledError:
                if not task.done():  # nobody waits for it any more
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)
                raise
        if isinstance(answer, KorthusError):
            raise answer
        if isinstance(answer, Failure):
            record_event(logging.ERROR, "rules_failed", kind=answer.kind, where=answer.where, work=name)
            self._metrics.count("server_errors")
            raise ServerRefusal("SERVER_ERROR")
        return answer

    async def _work(self, deadline: float, name: str, args: tuple[Any, ...]) -> Any:
        try:
            await self._begin()
            async with asyncio.timeout(deadline):
                return await self._exchange(pickle.dumps((name, args)))
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            await self._helper.end()
            kind = "late" if isinstance(error, TimeoutError) else "died"
            self._metrics.count("rules_given_up", kind)
            record_event(logging.WARNING, "rules_given_up", kind=kind, work=name)
            return ServerRefusal("TOO_COSTLY")
        except BaseException:
            await self._helper.end()  # the answer to a question that was given up must not meet the next one
            raise

    async def _begin(self) -> None:
        """Have a process that has loaded the rules: that takes a while and is nobody's fault."""
        if await self._helper.begin():
            self._metrics.count("rule_workers_started")
            await self._exchange(pickle.dumps(("ready", ())))

    async def _exchange(self, question: bytes) -> Any:
        reader = await self._helper.write(len(question).to_bytes(HEAD, "big") + question)
        size = int.from_bytes(await reader.readexactly(HEAD), "big")
        return pickle.loads(await reader.readexactly(size))


def _raw(game: AnyGame) -> bytes:
    return encode_line(spec_of(game))
