"""Work on the rules that can be long, in a process of its own that can be ended. See ``rule_desk``.

A frame is four bytes with the length of what follows, and a pickle. Both ends are this program.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from korthus.core.errors import KorthusError, TooManyActions
from korthus.core.protocol import CHANCE, Action, AnyGame, Effect, State, Step, View
from korthus.core.record import Record
from korthus.table import Replay
from korthus.table.reopen import reopen_game
from korthus.web.bots.orphan import end_with_server
from korthus.web.bots.thoughts import GameSpec
from korthus.web.live.after_game import replay_frames, review_words
from korthus.web.live.positions import PositionWish, StepOut, look_at, state_of, step_of
from korthus.web.pages.lesson_out import lesson_names, lesson_out, lesson_why
from korthus.web.pages.words import speaker

#: How many bytes say how long a frame is.
HEAD: Final = 4


class Described(NamedTuple):
    """What a seat can do: the actions and, by language, what they are called and the rules of the moment."""

    #: None if they are too many to list.
    actions: tuple[Action, ...] | None
    labels: dict[str, dict[str, str]]
    help: dict[str, str]
    #: What each of the actions does; see ``Game.effect``.
    effects: tuple[Effect | None, ...] = ()


@lru_cache(maxsize=32)
def _game(raw: bytes) -> AnyGame:
    spec = msgspec.json.decode(raw, type=GameSpec)
    return reopen_game(spec.name, spec.options, None, spec.rules_version)


def step(raw: bytes, state: State, text: str, seat: int) -> Step[Any]:
    """What an action leads to; see ``Game.apply``."""
    game = _game(raw)
    return game.apply(state, game.parse(text), seat=seat)


def describe(raw: bytes, view: View, languages: Sequence[str], most: int) -> Described:
    """What a seat can do; no more than ``most`` actions are listed."""
    game = _game(raw)
    try:
        actions: tuple[Action, ...] | None = game.choices(view)
    except TooManyActions:
        actions = None
    if actions is not None and len(actions) > most:
        actions = None
    speakers = {language: speaker(game, language) for language in languages}
    labels = {
        language: {str(action): say.label(action, view) for action in actions or ()}
        for language, say in speakers.items()
    }
    helps = {language: say.help(view) for language, say in speakers.items()}
    return Described(actions, labels, helps, tuple(game.effect(view, action) for action in actions or ()))


def label(raw: bytes, view: View, texts: Sequence[str], language: str) -> list[str]:
    """What some actions do."""
    game = _game(raw)
    return [speaker(game, language).label(game.parse(text), view) for text in texts]


def check_record(record: Record) -> None:
    """Whether a game can be played again; see ``Replay``."""
    Replay(record)


def replay(record: Record, language: str) -> bytes:
    """The positions of a finished game as JSON."""
    return msgspec.json.encode(replay_frames(record, language))


def position(raw: bytes, wish: PositionWish, language: str) -> bytes:
    """A position that somebody brings, as JSON."""
    return msgspec.json.encode(look_at(_game(raw), wish, language))


def position_view(raw: bytes, wish: PositionWish) -> View | None:
    """What the seat to act sees of a position that somebody brings; None if no seat is to act."""
    game = _game(raw)
    state = state_of(game, wish)
    actor = game.to_act(state)
    view: View | None = None if actor is None or actor == CHANCE else game.view(state, actor)
    return view


def say_review(record: Record, review: bytes, language: str) -> bytes:
    """A review with its mistakes in words, as JSON."""
    return review_words(record, review, language)


def lesson(name: str, number: int, moves: Sequence[str], language: str) -> bytes:
    """A lesson after some moves, as JSON."""
    return msgspec.json.encode(lesson_out(name, number, moves, language))


def record_step(record: Record, at: int, move: str | None, language: str) -> StepOut:
    """A position of a finished game, and a move in it."""
    return step_of(record, at, move, language)


def ready() -> None:
    """Everything is loaded."""


WORK: Final = {
    each.__name__: each
    for each in (
        *(ready, step, describe, label, check_record, replay, say_review),
        *(position, position_view, record_step),
        *(lesson, lesson_why, lesson_names),
    )
}


class Failure(NamedTuple):
    """No answer. ``where`` has places in the source, never a card."""

    kind: str
    where: str


def _answer(question: bytes) -> Any:
    try:
        name, args = pickle.loads(question)
        return WORK[name](*args)
    except KorthusError as error:
        return error
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[-4:]
        where = " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames)
        return Failure(type(error).__name__, where)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    while len(head := source.read(HEAD)) == HEAD:
        answer = pickle.dumps(_answer(source.read(int.from_bytes(head, "big"))))
        sink.write(len(answer).to_bytes(HEAD, "big") + answer)
        sink.flush()


if __name__ == "__main__":
    from korthus.web.bots import rule_work  # so that what is pickled here has the name it has there

    rule_work.serve(end_with_server(sys.stdin.buffer), sys.stdout.buffer)
