"""What a puzzle is, and the files that hold puzzles.

A puzzle is a *view*: what the seat to act sees. It is written as a position in the game's notation in which
everything that the seat cannot see was drawn at random, so that nothing hidden of the game it was found in is
kept. A file has a plan, which is true of all its puzzles, and a line for each game that was played for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from korthus.core.protocol import AnyGame, View
from korthus.games.catalogue import game_with

#: ``exact``: every action was played out to the end against best play. ``solved``: values against the
#: solution of the game. ``search``: a search, with simulations and margin.
Kind = Literal["exact", "solved", "search"]

_ID_LETTERS: Final = 8


class Worse(msgspec.Struct, frozen=True, array_like=True):
    """An action that is not the best, and what it costs in the unit of the plan."""

    text: str
    cost: float


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position with one best action for the seat to act."""

    id: str
    #: In the game's notation; cards that the seat to act cannot see are drawn at random.
    position: str
    #: The best action as text.
    best: str
    #: What the second best costs, in the unit of the plan.
    gap: float
    #: How many actions there are.
    choices: int
    #: How hard it is, on the scale on which people are rated too: see ``rating``.
    rating: int
    #: The next best actions, the best of them first; those that are not named cost at least as much.
    worse: tuple[Worse, ...]

    def cost(self, text: str) -> float | None:
        """What an action costs: 0 for the best; None if only the least that it costs is known."""
        if text == self.best:
            return 0.0
        return next((each.cost for each in self.worse if each.text == text), None)

    @property
    def least_cost(self) -> float:
        """What actions cost at least that are not named."""
        return self.worse[-1].cost


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is true of all puzzles of a file: how they were found, and how they are proven."""

    format: Literal["korthus puzzles"] = "korthus puzzles"
    game: str
    options: dict[str, Any]
    rules_version: int
    seats: int
    #: Who played the games in which they were found, and the seed of the first game.
    player: str
    seed: int
    kind: Kind
    #: Of a search: how many simulations each of its two looks has.
    simulations: int | None
    #: The least gap, and its unit: ``points``, ``stones`` or ``chips``.
    margin: float
    unit: str

    def make_game(self) -> AnyGame:
        """The game under the rules of the file.

        Raises:
            InvalidOptions: it cannot be set up.
        """
        return game_with(self.game, None, self.options)


class GamePuzzles(msgspec.Struct, frozen=True, kw_only=True):
    """What one game gave: a line of a file."""

    seed: int
    puzzles: tuple[Puzzle, ...]

    def encode(self) -> bytes:
        """The line."""
        return msgspec.json.encode(self)


def view_of(game: AnyGame, puzzle: Puzzle) -> View:
    """What the seat to act sees: all that is shown of a puzzle.

    Raises:
        InvalidState: the position is none of this game, or nobody is to act in it.
    """
    state = game.parse_state(puzzle.position)
    view: View = game.view(state, game.to_act(state))
    return view


def name_of(game: AnyGame, position: str) -> str:
    """The id of a puzzle: the same position under the same rules has the same one."""
    about = f"{game!r} {position}"
    return hashlib.sha256(about.encode()).hexdigest()[:_ID_LETTERS]


def puzzles_in(lines: Iterator[bytes]) -> Iterator[Puzzle]:
    """The puzzles of a file's lines, each once."""
    known: set[str] = set()
    for line in lines:
        for puzzle in msgspec.json.decode(line, type=GamePuzzles).puzzles:
            if puzzle.id not in known:
                known.add(puzzle.id)
                yield puzzle
