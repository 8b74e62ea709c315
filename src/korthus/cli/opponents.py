"""Which computer player to sit against, to ask for a hint, and to let play a move."""

from __future__ import annotations

from typing import Final

from korthus.bots.brings import players_of
from korthus.bots.registry import bot_names

#: Whom a person meets, where there are levels: one that answers at once.
_USUAL: Final = "normal"


def strongest_player(game: str) -> str:
    """The strongest player of a game: lists of players go from weak to strong."""
    return bot_names(game)[-1]


def usual_opponent(game: str) -> str:
    """Whom a person meets unless they ask for somebody else: a quick one, or else the strongest."""
    return _USUAL if _USUAL in bot_names(game) else strongest_player(game)


def automatic_player(game: str) -> str:
    """Who plays a person's automatic move."""
    return players_of(game).AUTOMATIC or usual_opponent(game)
