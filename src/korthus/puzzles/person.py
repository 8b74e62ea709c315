"""How well a person solves: a rating by Glicko-1, and streaks.

The first answer to a puzzle is a game between the person and the puzzle (M. Glickman, "The Glicko system",
equations of one period with one game). The puzzle's rating is taken to be uncertain by ``PUZZLE_DEVIATION``
and stays what it is; the person's deviation falls from 350 and never below ``LEAST_DEVIATION``, so that a
rating goes on moving.
"""

from __future__ import annotations

import math
from typing import Annotated, Final

import msgspec
from msgspec import Meta

#: Standard deviations, in points of rating.
PUZZLE_DEVIATION: Final = 100.0
FIRST_DEVIATION: Final = 350.0
LEAST_DEVIATION: Final = 60.0
FIRST_RATING: Final = 1500.0
_Q: Final = math.log(10) / 400

_Count = Annotated[int, Meta(ge=0, le=10**9)]


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a person who solves puzzles. It is kept where the person is."""

    rating: Annotated[float, Meta(ge=0, le=4000)] = FIRST_RATING
    deviation: Annotated[float, Meta(ge=1, le=350)] = FIRST_DEVIATION
    tried: _Count = 0
    solved: _Count = 0
    #: Puzzles solved in a row, now and at best.
    streak: _Count = 0
    longest: _Count = 0
    #: Days in a row on which the puzzle of the day was solved, and the last of them (days since 1970).
    days: _Count = 0
    last_day: _Count = 0


def after(person: Person, puzzle_rating: float, right: bool, day: int | None = None) -> Person:
    """The person after a first answer.

    Args:
        day: the day whose puzzle it was; None for any other puzzle.
    """
    rating, deviation = _glicko(person, puzzle_rating, right)
    streak = person.streak + 1 if right else 0
    days, last_day = person.days, person.last_day
    if day is not None and day != last_day:
        days = (days + 1 if day == last_day + 1 else 1) if right else 0
        last_day = day if right else last_day
    return Person(
        rating=round(rating, 1),
        deviation=round(deviation, 1),
        tried=person.tried + 1,
        solved=person.solved + right,
        streak=streak,
        longest=max(person.longest, streak),
        days=days,
        last_day=last_day,
    )


def _glicko(person: Person, other: float, right: bool) -> tuple[float, float]:
    """Rating and deviation after one game.

    >>> [round(each) for each in _glicko(Person(), 1500, True)]
    [1675, 252]
    """
    g = 1 / math.sqrt(1 + 3 * (_Q * PUZZLE_DEVIATION / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-g * (person.rating - other) / 400))
    information = (_Q * g) ** 2 * expected * (1 - expected)
    precision = 1 / person.deviation**2 + information
    rating = person.rating + _Q / precision * g * (right - expected)
    return min(4000.0, max(0.0, rating)), max(LEAST_DEVIATION, math.sqrt(1 / precision))
