"""What a computer player is called at a table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from korthus.bots.registry import bot_types
from korthus.web.brings import people_of

#: The package whose players have people's names.
_HOUSE: Final = __name__.partition(".")[0]


def name_for(game: str, level: str, taken: Collection[str | None]) -> str:
    """A name that nobody at the table has: the level's own, or one of the others who play the game.

    A player of another package is called as the commands call it: its author looks for it.

    >>> name_for("mulle", "easy", ("Ture",))
    'Alva'
    >>> name_for("mulle", "greedy", ())
    'Alva'
    """
    people = people_of(game)
    named = (people.names[level],) if level in people.names else ()
    ours = bot_types(game)[level].__module__.partition(".")[0] == _HOUSE
    names: tuple[str, ...] = (*named, *people.also) if ours else (level,)
    for name in names:
        if name not in taken:
            return name
    number = 2
    while (name := f"{names[0]} {number}") in taken:
        number += 1
    return name
