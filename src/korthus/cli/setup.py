"""From the words of a command line to a game, and the names at the table."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

import korthus
from korthus.cli.errors import Refused
from korthus.core.protocol import AnyGame
from korthus.games.catalogue import game_with

#: The length of a seed that nobody chose, in bits: short enough to be typed.
_SEED_BITS: Final = 32
#: Who sits at the table unless somebody says otherwise. When they run out, others of these names come.
NAMES: Final = ("Anna", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hugo", "Iris", "Jon")


def settings(pairs: Iterable[str]) -> dict[str, str]:
    """``option=value`` pairs as options.

    Raises:
        Refused: a pair has no equals sign.
    """
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise Refused("BAD_SETTING", setting=repr(pair)[:60])
        options[name.strip().replace("-", "_")] = value.strip()
    return options


def make_game(name: str, preset: str | None, pairs: Iterable[str]) -> AnyGame:
    """The game a command line asks for.

    Raises:
        InvalidOptions: there is no such game, preset or option, or it cannot be played.
        Refused: a setting cannot be read.
    """
    return game_with(name.lower(), preset, settings(pairs))


def new_seed() -> int:
    """A seed that nobody knows."""
    return secrets.randbits(_SEED_BITS)


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(info.name for info in korthus.catalogue())


def check_name(name: str) -> str:
    """A person's name, trimmed.

    Raises:
        Refused: it is empty, too long, or has signs that are not for names.
    """
    trimmed = " ".join(name.split())
    if len(trimmed) > 24 or not re.fullmatch(r"[^\W_][\w .'-]*", trimmed):
        raise Refused("BAD_PLAYER_NAME")
    return trimmed


def names_for(seats: int, persons: Sequence[tuple[int, str]] = ()) -> tuple[str, ...]:
    """A different name for each seat; ``persons`` have theirs, the others are filled up."""
    own = dict(persons)
    taken = set(own.values())
    called = (name if turn == 1 else f"{name} {turn}" for turn in count(1) for name in NAMES)
    free = (name for name in called if name not in taken)
    return tuple(own[seat] if seat in own else next(free) for seat in range(seats))
