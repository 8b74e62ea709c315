"""A process in which computer players think: a line of JSON in, a line of JSON out. See ``thoughts``."""

from __future__ import annotations

import math
import os
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache

import msgspec

from korthus.bots.advice import Adviser
from korthus.bots.registry import make_bot
from korthus.core.protocol import AnyGame
from korthus.kernels.code_folders import listen, watch
from korthus.table.reopen import reopen_game
from korthus.web.bots.orphan import end_with_server
from korthus.web.bots.thoughts import (
    Advise,
    Advised,
    Answer,
    Choose,
    Chosen,
    Failed,
    GameSpec,
    GettingReady,
    Noted,
    Progress,
    Question,
    Reviewed,
    ReviewGame,
    Thought,
    decode_question,
    encode_line,
)
from korthus.web.logs import safe_message

#: How many actions a piece of advice names.
_BEST = 5


@lru_cache(maxsize=32)
def _game(raw: bytes) -> AnyGame:
    spec = msgspec.json.decode(raw, type=GameSpec)
    return reopen_game(spec.name, spec.options, None, spec.rules_version)


def answer(question: Question, tell: Callable[[Answer], None]) -> Answer:
    """Think. ``tell`` hears how far a long answer has come."""
    match question:
        case Choose(game=spec, view=raw, level=level, seed=seed):
            game = _game(encode_line(spec))
            return Chosen(str(make_bot(level, game, seed).choose(game.decode_view(bytes(raw)))))
        case Advise(game=spec, view=raw, level=level, seed=seed):
            return _advise(_game(encode_line(spec)), bytes(raw), level, seed)
        case ReviewGame(record=record):
            from korthus.arena.review.review import (
                review,  # loads the compiler, which most workers do not need
            )

            if hasattr(os, "nice"):  # Windows has none
                os.nice(10)
            found = review(record, progress=lambda done, of: tell(Progress(done / max(of, 1))))
            return Reviewed(msgspec.Raw(encode_line(found)))


def _advise(game: AnyGame, raw: bytes, level: str, seed: int) -> Answer:
    bot = make_bot(level, game, seed)
    view = game.decode_view(raw)
    if not isinstance(bot, Adviser):
        return Advised([Thought(str(bot.choose(view)), 0.0, None, [])])
    return Advised(
        [
            Thought(
                str(advice.action),
                advice.value,
                advice.error if math.isfinite(advice.error) else None,
                list(advice.reasons),
            )
            for advice in bot.advise(view)[:_BEST]
        ]
    )


def main() -> None:
    """Answer until nobody asks any more."""
    out = sys.stdout.buffer

    def tell(message: Answer) -> None:
        out.write(encode_line(message) + b"\n")
        out.flush()

    listen(lambda trouble, folder, reason: tell(Noted(trouble, folder, reason)))
    watch(lambda compiles: tell(GettingReady(compiles)))
    tell(GettingReady(False))  # that a process takes its time to start is no fault of the player
    for line in end_with_server(sys.stdin.buffer):
        try:
            tell(answer(decode_question(line), tell))
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)[-4:]
            where = " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno}" for frame in frames)
            tell(Failed(type(error).__name__, where, safe_message(error)))


if __name__ == "__main__":
    main()
