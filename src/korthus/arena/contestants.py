"""Who can enter the arena: the players of the house by name, and any other bot as ``module:Class``."""

from __future__ import annotations

import random
from importlib import import_module

from korthus.arena.errors import ArenaError
from korthus.bots.protocol import Bot
from korthus.bots.registry import make_bot
from korthus.core.protocol import AnyGame


def make_contestant(name: str, game: AnyGame, seed: int | str) -> Bot:
    """A player by name, as ``make_bot`` knows it, or of a class that is written ``package.module:Class``.

    Raises:
        InvalidOptions: the game has no player of this name.
        ArenaError: there is no such class, or it is no bot.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        return make_bot(name, game, seed)
    try:
        kind = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError):
        raise ArenaError("BAD_PLAYER", name=repr(name)[:60]) from None
    if not isinstance(kind, type) or not issubclass(kind, Bot):
        raise ArenaError("BAD_PLAYER", name=repr(name)[:60])
    return kind(game, random.Random(seed))
