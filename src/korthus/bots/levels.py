"""What a level is: how much a player thinks, and what ``easy`` overlooks as a beginner does (docs/levels.md).

Each game says in ``bots/<game>/levels.py`` how much, and in a line what comes of it. The steps are wide, so
that each level beats the one below it by more than chance (``docs/strength.md``). All but ``strongest`` count
simulations: they do the same on every machine. ``normal`` answers within 200 ms, ``strong`` within a second,
on one core.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from korthus.bots.protocol import Bot, Budget

B = TypeVar("B", bound=Bot)

#: From weak to strong: which levels there are. Each needs its line in ``bots/<game>/levels.py`` and in
#: ``bots/default/levels.py``, somebody in ``web/<game>/people.py`` and ``web/brings.py``, a face in
#: ``js/faces.js`` and its texts in ``locale``; a test names whichever is missing.
NAMES: Final = ("easy", "normal", "strong", "strongest")


def levels_last(names: Iterable[str]) -> list[str]:
    """The names of players: those of other kinds as they came, then the levels from weak to strong.

    >>> levels_last(("strong", "easy", "rules"))
    ['rules', 'easy', 'strong']
    """
    return sorted(names, key=lambda name: NAMES.index(name) if name in NAMES else -1)


class Level(NamedTuple):
    """One level of a game's player."""

    #: The line for a list of opponents.
    about: str
    budget: Budget
    #: Fields of the player's class that have another value at this level.
    fields: Mapping[str, object] = MappingProxyType({})


def at_levels(player: type[B], levels: Mapping[str, Level]) -> dict[str, type[B]]:
    """A player at each of some levels, by name: a class for each, with the fields of that level."""
    return {name: _at_level(player, name, level) for name, level in levels.items()}


def _at_level(player: type[B], name: str, level: Level) -> type[B]:
    unknown = [field for field in level.fields if not hasattr(player, field)]
    assert not unknown, f"{player.__name__} has no {unknown}"
    fields = {"name": name, "about": level.about, "default_budget": level.budget, **level.fields}
    described = {"__doc__": f"The {name} player: {level.about}.", "__module__": player.__module__}
    return type(f"{name.capitalize()}Bot", (player,), fields | described)
