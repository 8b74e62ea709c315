"""What can be seen when a game is over: every position with all hands open, and the review."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec

from korthus.bots.advice import Reason
from korthus.core.description import Description
from korthus.core.protocol import CHANCE, Event, Outcome, View
from korthus.core.record import Record
from korthus.table import Replay
from korthus.table.resigning import outcome_of
from korthus.web.bots import thoughts
from korthus.web.bots.line import Person, Wish
from korthus.web.bots.pool import BotPool, WorkerFailed
from korthus.web.http.refusals import ServerRefusal
from korthus.web.pages.tables import described
from korthus.web.pages.words import speaker
from korthus.web.settings import STATIC
from korthus.web.socket.wire import SeatedOut

#: How many finished reviews are kept.
_KEPT: Final = 64
#: How many workers may die over a review before it is given up.
_TRIES: Final = 3


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One position: who did what to lead there, what was said of it, and every hand."""

    index: int
    #: A seat, ``"deal"``, or None before the first action.
    seat: int | str | None
    text: str | None
    #: What everybody heard of it, and in words.
    events: list[Event]
    said: list[str]
    view: View
    hands: list[Any]


class ReplayOut(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, step by step."""

    game: str
    preset: str | None
    options: dict[str, Any]
    players: list[SeatedOut]
    frames: list[Frame]
    outcome: Outcome | None
    #: What the default table draws the game by; None where it has a table of its own.
    description: Description | None


def replay_frames(record: Record, language: str) -> ReplayOut:
    """Play a finished game again with open hands."""
    replay = Replay(record)
    say = speaker(replay.game, language).sentence
    seats = range(len(record.seats))
    frames = []
    for step in range(len(replay) + 1):
        replay.goto(step)
        actor = replay.actor
        events = list(replay.events(None))
        sentences = [say(event, replay.names, None) for event in events]
        views: list[Any] = [replay.view(seat) for seat in seats]
        frames.append(
            Frame(
                index=step,
                seat="deal" if actor == CHANCE else actor,
                text=None if replay.action is None else str(replay.action),
                events=events,
                said=[sentence for sentence in sentences if sentence is not None],
                view=replay.view(None),
                hands=[getattr(view, "hand", ()) for view in views],
            )
        )
    return ReplayOut(
        game=record.game,
        preset=record.preset,
        options=record.options,
        players=[SeatedOut(seat, each.name, each.bot) for seat, each in enumerate(record.seats)],
        frames=frames,
        outcome=outcome_of(record, replay.game, replay.state),
        description=described(STATIC, replay.game),
    )


def review_words(record: Record, review: bytes, language: str) -> bytes:
    """A review with its mistakes in words: what was played, what would have been better, and why."""
    found: dict[str, Any] = msgspec.json.decode(review)
    replay = Replay(record)
    say = speaker(replay.game, language)
    mistakes = {index for seat in found["seats"] for index in seat["mistakes"]}
    for decision in found["decisions"]:
        if decision["index"] not in mistakes:
            continue
        replay.goto(decision["index"])
        view = replay.view(decision["seat"])
        for text, label in (("text", "label"), ("best", "best_label")):
            decision[label] = say.label(replay.game.parse(decision[text]), view)
        for why in ("reasons", "best_reasons"):
            decision[why] = [say.reason(Reason(**reason)) for reason in decision[why]]
    return msgspec.json.encode(found)


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much of a review is there, from 0 to 1, and whose turn it is while it waits: 1 is the next."""

    progress: float
    place: int = 0
    #: What there is of it as JSON, if there is anything.
    review: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Review:
    def __init__(self, task: asyncio.Task[bytes], wish: Wish) -> None:
        self.task = task
        self.wish = wish
        self.progress = 0.0
        self.so_far: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class ReviewDesk:
    """Reviews that are being made, and the latest that are ready."""

    def __init__(self, bots: BotPool) -> None:
        self._bots = bots
        self._reviews: OrderedDict[str, _Review] = OrderedDict()

    async def close(self) -> None:
        """Give up what is being made."""
        tasks = [review.task for review in self._reviews.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def ask(self, code: str, record: Record, person: Person) -> bytes | Progress:
        """The review of a game as JSON, or how far it has come. The first to ask sets it going.

        Raises:
            ServerRefusal: this game cannot be reviewed, or too many wait.
        """
        review = self._reviews.get(code)
        if review is None:
            review = self._begin(code, record, person)
        if not review.task.done():
            return Progress(review.progress, self._bots.reviews.place(review.wish), review.so_far)
        self._reviews.move_to_end(code)
        try:
            return review.task.result()
        except WorkerFailed as failed:
            if failed.died:
                del self._reviews[code]  # whoever asks again sets it going anew
                raise ServerRefusal("REVIEW_LOST") from None
            raise ServerRefusal("NO_REVIEW") from None

    async def _make(self, record: Record, wish: Wish, progress: Callable[[thoughts.Progress], None]) -> bytes:
        """Have a review made, by another worker if one dies over it.

        Raises:
            WorkerFailed: it could not be made.
        """
        for _ in range(_TRIES - 1):
            try:
                return await self._bots.review(record, wish, progress)
            except WorkerFailed as failed:
                if not failed.died:
                    raise
                try:
                    wish = self._bots.reviews.join(wish.person)
                except ServerRefusal:
                    raise failed from None
        return await self._bots.review(record, wish, progress)

    def _begin(self, code: str, record: Record, person: Person) -> _Review:
        wish = self._bots.reviews.join(person)

        def progress(told: thoughts.Progress) -> None:
            review.progress = told.done
            review.so_far = told.review.copy()

        task = asyncio.create_task(self._make(record, wish, progress), name=f"review {code}")
        review = self._reviews[code] = _Review(task, wish)
        while len(self._reviews) > _KEPT:
            oldest = next((name for name, each in self._reviews.items() if each.task.done()), None)
            if oldest is None:
                break
            del self._reviews[oldest]
        return review
