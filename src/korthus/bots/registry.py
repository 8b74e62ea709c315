"""Which computer players there are: ``random``, those a game brings, and those of other packages.

A game that brings none has the usual levels of ``korthus.bots.default``. ``make_bot`` is how every face gets
a player by name; it also takes any class that is written ``module:Class``.
"""

from __future__ import annotations

import random
from typing import Final

from korthus.bots.brings import players_of
from korthus.bots.faults import said_of
from korthus.bots.outside import cannot_be_used, class_named, is_of_the_house
from korthus.bots.protocol import Bot
from korthus.bots.random import RandomBot
from korthus.bots.visitors import broken_players, plays, visitors_of
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
    """The refusal of a player that a game does not have; of one that cannot be used, the reason."""
    for broken in broken_players():
        if broken.name == name:
            return cannot_be_used(broken.name, broken.why)
    refused = InvalidOptions(
        "UNKNOWN_BOT",
        "{game} has no player called {name}; there {names:is|are} {names}.",
        game=game,
        name=repr(name)[:60],
        names=names,
    )
    return unknown(refused, name, names)


def bot_type(name: str, game_name: str) -> type[Bot]:
    """The class of a player of a game: one that the game has by name, or any that is ``module:Class``.

    Raises:
        InvalidOptions: there is no such player, it does not play this game, or its code fails.
    """
    types = bot_types(game_name)
    if name in types:
        return types[name]
    if ":" not in name:
        raise unknown_bot(game_name, name, tuple(types))
    kind = class_named(name)
    if not plays(kind, game_name):
        raise InvalidOptions(
            "OTHER_GAMES",
            "{name} does not play {game}; it plays {games}.",
            name=repr(name)[:60],
            game=game_name,
            games=tuple(kind.games),
        )
    return kind


def make_bot(name: str, game: AnyGame, rng: random.Random | int | str) -> Bot:
    """A player of ``game`` by name. All its luck comes from ``rng``, a generator or a seed for one.

    Raises:
        InvalidOptions: the game has no such player (the sentence lists those it has), or the code of one
            that is not of the house fails.
    """
    kind = bot_type(name, game.name)
    luck = rng if isinstance(rng, random.Random) else random.Random(rng)
    if is_of_the_house(kind):
        return kind(game, luck)
    try:
        return kind(game, luck)
    except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
        raise cannot_be_used(name, said_of(error)) from error
