"""The puzzles that are shipped: which games have some, one by its id, and the one of a day."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

import msgspec

import korthus
from korthus.core.errors import CodedError, unknown
from korthus.core.protocol import AnyGame
from korthus.games.registry import fenced, own_games, source_of
from korthus.puzzles.puzzle import Plan, Puzzle, puzzles_in

#: The file of a game's puzzles, in its package of this room, and its plan.
FILE: Final = "puzzles.jsonl"
PLAN: Final = f"{FILE}.plan.json"

REASONS: Final[dict[str, str]] = {
    "NO_PUZZLES": "There are no puzzles of {game}; there are some of {names}.",
    "NO_SUCH_PUZZLE": "There is no such puzzle.",
}


class PuzzleError(CodedError):
    """A puzzle that is not there."""

    reasons = REASONS


class Shelf(NamedTuple):
    """The puzzles of a game."""

    plan: Plan
    game: AnyGame
    puzzles: dict[str, Puzzle]

    def puzzle(self, name: str) -> Puzzle:
        """The puzzle of an id.

        Raises:
            PuzzleError: there is none.
        """
        found = self.puzzles.get(name)
        if found is None:
            raise PuzzleError("NO_SUCH_PUZZLE")
        return found

    def nearest(self, rating: float, seen: Collection[str]) -> Puzzle:
        """The puzzle whose rating is nearest to a person's, among those not seen, or all if none is left."""
        left = [puzzle for name, puzzle in self.puzzles.items() if name not in seen]
        return min(left or self.puzzles.values(), key=lambda puzzle: abs(puzzle.rating - rating))


class Daily(NamedTuple):
    """The puzzle of a day."""

    game: str
    puzzle: Puzzle


@cache
def shelves() -> dict[str, Shelf]:
    """Every game that has puzzles, in the order in which games are listed."""
    names = [info.name for info in korthus.catalogue()]
    found = {name: fenced(name, f"puzzles/{FILE}", _shelf, name) for name in names}
    return {name: shelf for name, shelf in found.items() if shelf is not None}


def shelf_of(game: str) -> Shelf:
    """The puzzles of a game.

    Raises:
        PuzzleError: it has none.
    """
    found = shelves().get(game)
    if found is None:
        names = tuple(shelves())
        raise unknown(PuzzleError("NO_PUZZLES", game=repr(game)[:60], names=names), game, names)
    return found


def _shelf(name: str) -> Shelf | None:
    """The puzzles in a game's own package of this room; None if it has none."""
    source = source_of(name)
    assert source is not None, "it is listed"
    try:
        folder = resources.files(source.home.format(room="puzzles"))
    except ModuleNotFoundError:
        return None
    file = folder / FILE
    if not file.is_file():
        return None
    plan = msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    puzzles = {puzzle.id: puzzle for puzzle in puzzles_in(iter(file.read_bytes().splitlines()))}
    return Shelf(plan, plan.make_game(), puzzles) if puzzles else None


def puzzle_of_the_day(day: int) -> Daily:
    """The puzzle of a day, counted from 1 January 1970 (UTC): the same for everybody.

    The games of the house take turns, and none of a game's puzzles comes again before all of them were there.
    """
    games = [name for name in shelves() if name in own_games()]
    name = games[day % len(games)]
    mixed = sorted(
        shelves()[name].puzzles.values(),
        key=lambda puzzle: hashlib.sha256(f"korthus daily {puzzle.id}".encode()).digest(),
    )
    return Daily(name, mixed[day // len(games) % len(mixed)])
