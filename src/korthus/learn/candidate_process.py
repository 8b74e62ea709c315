"""The process of ``candidate``: it seats players and answers for them, until its input ends."""

from __future__ import annotations

import os
import pickle
import sys
from typing import Any

from korthus.bots.protocol import Bot
from korthus.bots.registry import make_bot

#: Players of games that are over are let go: a table never has as many seats.
_MOST = 64


def answer(bots: dict[int, Bot], question: tuple[Any, ...]) -> Any:
    """Do what is asked for a seat."""
    verb, number, *more = question
    if verb == "sit":
        game, player, seed = more
        bots[number] = make_bot(player, game, seed)
        bots.pop(number - _MOST, None)
        return None
    bot = bots[number]
    if verb == "luck":
        return bot.rng.getstate()
    if verb == "restart":
        bot.restart()
        return None
    if verb == "observe":
        bot.observe(*more)
        return None
    view, budget, luck = more
    bot.rng.setstate(luck)
    return bot.choose(view, budget)


def main() -> None:
    """Answer questions until there are none."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever anything prints is no answer
    bots: dict[int, Bot] = {}
    while True:
        try:
            question = pickle.load(sys.stdin.buffer)
        except (EOFError, pickle.UnpicklingError):  # whoever asked has gone, maybe in mid-question
            return
        said: tuple[Any, str | None]
        try:
            said = answer(bots, question), None
        except Exception as error:  # whoever asked is told, and says it
            said = None, f"{type(error).__name__}: {error}"
        try:
            pickle.dump(said, out)
            out.flush()
        except BrokenPipeError:  # whoever asked has gone
            os._exit(0)  # closing `out` would try to write once more


if __name__ == "__main__":
    main()
