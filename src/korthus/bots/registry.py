"""Which computer players there are: ``random``, those a game brings, and those of other packages.

A game that brings none has the usual levels of ``korthus.bots.default``.
"""

from __future__ import annotations

import random
from typing import Final

from korthus.bots.brings import players_of
from korthus.bots.protocol import Bot
from korthus.bots.random import RandomBot
from korthus.bots.visitors import visitors_of
from korthus.core.errors import InvalidOptions, unknown
from korthus.core.protocol import AnyGame

#: Players that go by a few readable rules, the better first.
_PLAIN: Final = ("rules", "greedy")


def bot_types(game_name: str) -> dict[str, type[Bot]]:
    """The players of a game by name. The game's own module is loaded when it is first asked for."""
    return {RandomBot.name: RandomBot, **visitors_of(game_name), **players_of(game_name).BOTS}


def bot_names(game_name: str) -> tuple[str, ...]:
    """The names of a game's players, ``random`` first."""
    return tuple(bot_types(game_name))


def plain_player(game_name: str) -> str:
    """A quick player that needs no compiled code: who plays when the others cannot, or not yet."""
    names = bot_names(game_name)
    return next((name for name in _PLAIN if name in names), RandomBot.name)


def unknown_bot(game: str, name: object, names: tuple[str, ...]) -> InvalidOptions:
    """The refusal of a player that a game does not have."""
    refused = InvalidOptions(
        "UNKNOWN_BOT",
        "{game} has no player called {name}; there {names:is|are} {names}.",
        game=game,
        name=repr(name)[:60],
        names=names,
    )
    return unknown(refused, name, names)


def make_bot(name: str, game: AnyGame, rng: random.Random | int | str) -> Bot:
    """A player of ``game`` by name. All its luck comes from ``rng``, a generator or a seed for one.

    Raises:
        InvalidOptions: the game has no such player; the sentence lists those it has.
    """
    types = bot_types(game.name)
    if name not in types:
        raise unknown_bot(game.name, name, tuple(types))
    return types[name](game, rng if isinstance(rng, random.Random) else random.Random(rng))
