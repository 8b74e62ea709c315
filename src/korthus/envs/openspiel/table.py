"""What all states of one OpenSpiel game share: the game under its rules, its numbers, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final

from korthus.core.protocol import AnyGame
from korthus.envs.brings import encoding_of
from korthus.envs.encoding import Encoding
from korthus.envs.information import InformationTensor
from korthus.envs.openspiel.moment import Moment
from korthus.envs.rewards import Points, points
from korthus.games.catalogue import game_with

#: Between two options, between an option and its value, and after each value of a list.
_OPTIONS: Final = ";"
_VALUE: Final = ":"
_LIST: Final = "/"


def written(preset: str | None, options: dict[str, object]) -> str:
    """Options as a game's string has them: OpenSpiel keeps commas, brackets and ``=`` for itself.

    >>> written("single_hand", {"bets": (2, 4), "ordago": False})
    'preset:single_hand;bets:2/4/;ordago:false'
    """
    parts = [] if preset is None else [f"preset{_VALUE}{preset}"]
    parts += [f"{name}{_VALUE}{_text(value)}" for name, value in options.items()]
    return _OPTIONS.join(parts)


def _text(value: object) -> str:
    if isinstance(value, tuple | list):
        return "".join(f"{each}{_LIST}" for each in value) or _LIST
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def read(text: str) -> tuple[str | None, dict[str, object]]:
    """The preset and the options of such a text. ``written`` undone."""
    preset: str | None = None
    options: dict[str, object] = {}
    for part in filter(None, text.split(_OPTIONS)):
        name, _, value = part.partition(_VALUE)
        if name == "preset":
            preset = value
        else:
            options[name] = () if value == _LIST else value.rstrip(_LIST).replace(_LIST, ",")
    return preset, options


class Table:
    """See above. OpenSpiel copies and pickles states all the time; this is found again instead."""

    def __init__(self, name: str, rules: str, seats: int, margin: bool, most: int) -> None:
        self._made: Final = (name, rules, seats, margin, most)
        self.game: Final[AnyGame] = game_with(name, *read(rules))
        self.seats: Final = seats
        self.encoding: Final[Encoding] = encoding_of(self.game, seats)
        self._margin: Final = margin
        first = self.game.new(seats)
        self.start: Final = points(self.game, first)
        self.first: Final = Moment.first(self.game, first, self.start)

    @cached_property
    def tensors(self) -> InformationTensor:
        """Information states as tensors."""
        return InformationTensor(self.game, self.seats, self._made[-1] or None)

    def __reduce__(self) -> tuple[object, ...]:
        return table_of, self._made

    def __deepcopy__(self, memo: object) -> Table:
        return self

    def worth(self, now: Points, since: Points) -> list[float]:
        """What each seat has gained: points, or by how much they are above the table's mean."""
        gains: Sequence[float] = [late - early for early, late in zip(since, now, strict=True)]
        mean = sum(gains) / self.seats if self._margin else 0.0
        return [float(gain - mean) for gain in gains]


@lru_cache(maxsize=64)
def table_of(name: str, rules: str = "", seats: int = 2, margin: bool = False, most: int = 0) -> Table:
    """The table of some parameters.

    Raises:
        InvalidOptions: there is no such game, or it cannot be played so.
    """
    return Table(name, rules, seats, margin, most)
