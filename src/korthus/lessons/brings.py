"""What a game may bring to this room: the module ``path`` of its package here."""

from __future__ import annotations

from typing import Protocol, cast

from korthus.games.catalogue import game_names
from korthus.games.registry import brought
from korthus.lessons.lesson import Lesson


class Path(Protocol):
    """``path``: the lessons of a game."""

    #: From the first to the last.
    LESSONS: tuple[Lesson, ...]


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons that a game brings; none if it brings none."""
    path = cast("Path | None", brought(game, "lessons", "path"))
    return () if path is None else path.LESSONS


def taught_games() -> tuple[str, ...]:
    """The games that have lessons."""
    return tuple(name for name in game_names() if lessons_of(name))
