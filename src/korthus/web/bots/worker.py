"""A process in which computer players think: a line of JSON in, a line of JSON out. See ``thoughts``."""

from __future__ import annotations

import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

import msgspec

import korthus
from korthus.bots.advice import Advice, Adviser
from korthus.bots.chair import Chair
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.bots.warm_process import Noted
from korthus.core.protocol import CHANCE, AnyGame, Event, View
from korthus.core.record import Record
from korthus.kernels.code_folders import listen, watch
from korthus.table import UndoDone
from korthus.table.reopen import reopen_game
from korthus.web.bots import thoughts
from korthus.web.bots.orphan import end_with_server
from korthus.web.logs import safe_message

#: How an event begins that is not the game's but the table's.
_UNDONE = b'{"type":"UndoDone",'
#: How many actions a piece of advice names.
_BEST = 5
#: The priority of reviews, as ``nice`` counts.
_LAST = 10
#: Seconds between two words about a review that is being made.
_EVERY = 0.25


@lru_cache(maxsize=32)
def _game(raw: bytes) -> AnyGame:
    spec = msgspec.json.decode(raw, type=thoughts.GameSpec)
    return reopen_game(spec.name, spec.options, None, spec.rules_version)


def answer(question: thoughts.Question, tell: Callable[[thoughts.Answer], None]) -> thoughts.Answer:
    """Think. ``tell`` hears how far a long answer has come."""
    match question:
        case thoughts.Choose(asked=asked, level=level, seed=seed):
            chair, view = _seated(asked, level, seed)
            return thoughts.Chosen(str(chair.choose_legally(view)))
        case thoughts.Advise(asked=asked, level=level, seed=seed):
            chair, view = _seated(asked, level, seed)
            return _advise(chair.bot, view)
        case thoughts.ReviewGame(record=record):
            return _review(record, tell)
        case thoughts.GetReady(game=name):
            _step_back()
            _load(name)
            return thoughts.Ready()


@lru_cache(maxsize=32)
def _load(name: str) -> None:
    """Have the code of the player that reviews by letting it think for a moment, once in this process."""
    import_module("korthus.arena.review.review")
    game = korthus.game(name)
    state = game.new()
    while game.to_act(state) == CHANCE:
        state = game.apply(state, game.draw(state, korthus.FairChance.seeded(name))).state
    adviser = make_bot("strong", game, name)
    if isinstance(adviser, Adviser):
        adviser.advise(game.view(state, game.to_act(state)), Budget(simulations=1))


def _step_back() -> None:
    """Take a lower priority than the processes that serve tables."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(max(0, _LAST - os.nice(0)))


def _review(record: Record, tell: Callable[[thoughts.Answer], None]) -> thoughts.Answer:
    from korthus.arena.review.review import Reviewing  # loads the compiler, which most workers do not need

    _step_back()
    task = Reviewing(record)
    told = -math.inf
    for _ in task.work(os.cpu_count() or 1):
        if time.monotonic() - told >= _EVERY:
            found = msgspec.Raw(thoughts.encode_line(task.so_far()))
            tell(thoughts.Progress(task.done / task.total, found))
            told = time.monotonic()
    return thoughts.Reviewed(msgspec.Raw(thoughts.encode_line(task.so_far())))


def _seated(asked: thoughts.Asked, level: str, seed: str) -> tuple[Chair, View]:
    """A player that has heard everything that its seat was told, and its view."""
    game = _game(thoughts.encode_line(asked.game))
    chair = Chair(make_bot(level, game, seed))
    chair.hear([_event(game, bytes(raw)) for raw in asked.told])
    return chair, game.decode_view(bytes(asked.view))


def _event(game: AnyGame, raw: bytes) -> Event:
    if raw.startswith(_UNDONE):
        return msgspec.json.decode(raw, type=UndoDone)
    return game.decode_event(raw)


def _advise(bot: Bot, view: View) -> thoughts.Answer:
    if not isinstance(bot, Adviser):
        return thoughts.Advised([thoughts.Thought(str(bot.choose(view)), 0.0, None, [])])
    return thoughts.Advised(
        [
            thoughts.Thought(
                str(advice.action),
                advice.value,
                advice.error if math.isfinite(advice.error) else None,
                list(advice.reasons),
                advice.chance,
            )
            for advice in _tried(bot.hint(view))[:_BEST]
        ]
    )


def _tried(advice: tuple[Advice, ...]) -> tuple[Advice, ...]:
    """Those of which something is known; that nothing is known of any cannot be."""
    return tuple(each for each in advice if math.isfinite(each.value))


def main() -> None:
    """Answer until nobody asks any more."""
    out = sys.stdout.buffer

    def tell(message: thoughts.Answer) -> None:
        out.write(thoughts.encode_line(message) + b"\n")
        out.flush()

    listen(lambda trouble, folder, reason: tell(Noted(trouble, folder, reason)))
    watch(lambda compiles: tell(thoughts.GettingReady(compiles)))
    tell(thoughts.GettingReady(False))  # that a process takes its time to start is no fault of the player
    for line in end_with_server(sys.stdin.buffer):
        try:
            tell(answer(thoughts.decode_question(line), tell))
        except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
            frames = traceback.extract_tb(error.__traceback__)[-4:]
            where = " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames)
            tell(thoughts.Failed(type(error).__name__, where, safe_message(error)))


if __name__ == "__main__":
    main()
