"""What a computer player is: something that gets a view and gives back a legal action.

A bot never sees a state. It is told what its seat is told (views and events), so it cannot know more than a
person in the same chair.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import msgspec

from korthus.core.protocol import Action, AnyGame, Event, View


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How much a bot may think about one action: seconds, or a number of simulations (reproducible).

    Where both are given, a search on the rules ends at the first; other players count simulations.
    """

    seconds: float | None = None
    simulations: int | None = None


class Bot(ABC):
    """A player of one game. All its luck comes from ``rng``, so the same seed gives the same play."""

    #: What people call it; that of the class if none is given.
    name: ClassVar[str]
    #: One line for a list of opponents.
    about: ClassVar[str] = ""
    default_budget: ClassVar[Budget] = Budget()
    #: The games that a player of another package plays; none named means any game.
    games: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self.game = game
        self.rng = rng

    @abstractmethod
    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """A legal action for the seat whose turn it is in ``view``."""

    def choices(self, view: View) -> tuple[Action, ...]:
        """The legal actions of the seat that has this view.

        Raises:
            TooManyActions: there are too many to list (only in games that say so); ``game.pick`` draws one.
        """
        return self.game.choices(view)

    @property
    def note(self) -> str | None:
        """What is different about this player under these rules, in an English sentence; None for nothing."""
        return None

    def note_at(self, seats: int) -> str | None:
        """The same for a table with a number of seats."""
        return self.note

    def observe(self, events: Sequence[Event]) -> None:
        """Told everything its seat may know, in order. Most bots read the view instead."""

    def restart(self) -> None:
        """A new game begins."""


class LearningBot(Bot):
    """A player that learns from game to game. What it knows can be kept in a file and shown."""

    @abstractmethod
    def save(self, path: Path) -> None:
        """Write down what it knows."""

    @abstractmethod
    def load(self, path: Path) -> None:
        """Know what a file holds that ``save`` wrote.

        Raises:
            InvalidOptions: the file holds something else; the bot knows what it knew before.
        """

    @abstractmethod
    def report(self) -> str:
        """What it knows, in one line."""


BotFactory = Callable[[AnyGame, random.Random], Bot]
