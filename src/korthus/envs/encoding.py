"""What a game looks like as numbers: fields of an observation, and ids of actions.

An encoding belongs to one game under its rules for one number of seats. It sees views only, so an observation
cannot hold what its seat may not know. Seats are counted from the own one: 0 is the seat that looks, 1 the
one after it round the table; so one network can sit on any chair.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from math import prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.core.protocol import Action, AnyGame, View
from korthus.envs.errors import EnvError

#: One observation as a flat row.
Row = npt.NDArray[np.float32]
#: 1 where an action id is legal, else 0.
Mask = npt.NDArray[np.int8]


class Field(NamedTuple):
    """A named part of an observation: ``shape`` numbers, each from ``low`` to ``high``."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    #: What it is, in one English sentence.
    says: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Encoding(ABC):
    """The numbers of one game. ``write`` and ``ids`` are all that a game has to bring."""

    #: The parts of an observation in the order in which they lie in a row.
    fields: tuple[Field, ...]
    #: Action ids are the numbers below this.
    actions: int

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game: Final = game
        self.seats: Final = seats

    @abstractmethod
    def write(self, view: View, row: Row) -> None:
        """Fill ``row``, which is all zeros, with what a seat sees; ``view.seat`` is a seat, not None."""

    @abstractmethod
    def ids(self, view: View) -> Mapping[int, Action]:
        """The legal actions of the seat to act by their ids.

        Where several actions share an id, one of them stands for all: the game's encoding says which share
        one, and which of them stands. Empty if the seat is not to act.
        """

    def id_of(self, view: View, action: Action) -> int:
        """The id of a legal action of the seat to act: ``ids`` the other way round.

        Every legal action has exactly one id, and ``ids(view)[id_of(view, action)]`` is that action, or the
        one that stands for all that share its id. The seat must be to act and the action legal: a game that
        works the id out from the action alone does not look.

        >>> import korthus
        >>> from korthus.envs.brings import encoding_of
        >>> mus = korthus.game("mus", "single_hand")
        >>> state = mus.apply(mus.new(), mus.draw(mus.new(), korthus.FairChance.seeded("October"))).state
        >>> view = mus.view(state, mus.to_act(state))
        >>> encoding_of(mus).id_of(view, mus.parse("envido 2"))
        5

        Raises:
            EnvError: it is not legal, as far as anybody looks.
        """
        for action_id, legal in self.ids(view).items():
            if legal == action:
                return action_id
        raise EnvError("NO_ID", action=str(action))

    @abstractmethod
    def text(self, action_id: int) -> str:
        """What an id means, in words, without a view."""

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.fields)

    @cached_property
    def slices(self) -> Mapping[str, slice]:
        """Where each field lies in a row."""
        found: dict[str, slice] = {}
        at = 0
        for field in self.fields:
            found[field.name] = slice(at, at + field.size)
            at += field.size
        return found

    def observe(self, view: View) -> Row:
        """What a seat sees, as a flat row."""
        row = np.zeros(self.size, dtype=np.float32)
        self.write(view, row)
        return row

    def mask(self, view: View) -> Mask:
        """1 for each legal id."""
        made = np.zeros(self.actions, dtype=np.int8)
        made[list(self.ids(view))] = 1
        return made

    def named(self, row: Row) -> dict[str, Row]:
        """A row as a dictionary: the fields by name, each in its shape. The parts share the row's memory."""
        return {field.name: row[self.slices[field.name]].reshape(field.shape) for field in self.fields}
