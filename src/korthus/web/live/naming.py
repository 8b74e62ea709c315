"""What a computer player is called at a table."""

from __future__ import annotations

from collections.abc import Collection

from korthus.web.brings import people_of


def name_for(game: str, level: str, taken: Collection[str | None]) -> str:
    """A name that nobody at the table has: the level's own, or one of the others who play the game.

    A player that is no level of the house is called as the commands call it.

    >>> name_for("no_such_game", "easy", ("Kim",))
    'Billie'
    >>> name_for("no_such_game", "random", ("random",))
    'random 2'
    """
    people = people_of(game)
    own = people.names.get(level)
    for name in (level,) if own is None else (own, *people.also):
        if name not in taken:
            return name
    number = 2
    while (name := f"{own or level} {number}") in taken:
        number += 1
    return name
