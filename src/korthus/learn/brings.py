"""What a game may bring to this room: the module ``course`` of its package here, with its ``COURSES``.

A *course* teaches one file of numbers that players of the game use. It says how its games are played, if it
needs any, and how numbers come out of them; ``pipeline`` does the rest, the same for all. A game without a
course cannot be trained.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Protocol, cast

import msgspec
import numpy as np
import numpy.typing as npt

from korthus.games.catalogue import game_names
from korthus.games.registry import brought
from korthus.learn.errors import LearnError

#: Tables by name: the positions of some games, the state of a learner, or what it has learnt.
Arrays = dict[str, npt.NDArray[Any]]


class Amounts(msgspec.Struct, frozen=True, kw_only=True):
    """How much a course does unless somebody says otherwise."""

    #: Games of self-play before the teaching; 0 if the teaching plays its own.
    games: int
    #: Epochs or steps of teaching.
    rounds: int
    #: Simulations a choice, in self-play and in the match against the shipped numbers.
    simulations: int
    #: Deals of that match.
    deals: int


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """The match in which new numbers are judged."""

    options: Mapping[str, object] = msgspec.field(default_factory=dict)
    #: The player that uses the numbers.
    player: str
    seats: int


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """What a learner is asked to do."""

    rounds: int
    seed: int
    #: Threads, for a learner that plays.
    jobs: int
    #: ``cpu`` or ``cuda``.
    device: str


class Learner(Protocol):
    """What is being taught. The same work in the same order gives the same numbers."""

    def advance(self) -> None:
        """One epoch or step more."""
        ...

    def judge(self) -> dict[str, float]:
        """Figures by name, such as a loss, from positions that it was not taught with."""
        ...

    def state(self) -> Arrays:
        """Everything that ``restore`` needs to go on from here."""
        ...

    def restore(self, state: Arrays) -> None:
        """Go on from a state."""
        ...

    def numbers(self) -> Arrays:
        """What the players read."""
        ...

    def close(self) -> None:
        """End its threads."""
        ...


class Course(Protocol):
    """One file of numbers that can be learnt."""

    #: What its rounds of teaching are called.
    counts: Literal["epochs", "steps"]
    usual: Amounts
    #: Rounds between two checkpoints.
    every: int
    pairing: Pairing
    #: The file that korthus comes with; None if there is none.
    shipped: Path | None
    #: Libraries for the teaching, which come with the extra ``gpu``.
    needs: tuple[str, ...]

    def play(self, simulations: int, deal: int) -> Arrays:
        """The positions of one game of self-play. It depends on its arguments and the sources alone."""
        ...

    def learner(self, samples: Arrays, work: Work) -> Learner:
        """Who is taught, before the first round; ``samples`` are all games one after the other."""
        ...


class Courses(Protocol):
    """``course``: what can be learnt of a game."""

    #: By name, the usual one first.
    COURSES: Mapping[str, Course]


def courses_of(game: str) -> Mapping[str, Course]:
    """What can be learnt of a game; empty if it brings nothing."""
    found = cast("Courses | None", brought(game, "learn", "course"))
    return {} if found is None else found.COURSES


def course_of(game: str, name: str | None) -> tuple[str, Course]:
    """A course of a game by name, or its usual one.

    Raises:
        LearnError: there is none; the sentence names those that there are.
    """
    courses = courses_of(game)
    if not courses:
        trained = tuple(each for each in game_names() if courses_of(each))
        raise LearnError("NOTHING_TO_TRAIN", game=game, names=trained)
    wanted = next(iter(courses)) if name is None else name
    if wanted not in courses:
        raise LearnError("NO_COURSE", game=game, name=repr(name)[:60], names=tuple(courses))
    return wanted, courses[wanted]


def joined(parts: list[Arrays]) -> Arrays:
    """The positions of several games one after the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else {}
