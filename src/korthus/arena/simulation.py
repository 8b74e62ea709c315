"""Games at random by the million, as units of work for cores and clusters.

Luck belongs to a piece of ``PIECE`` games, so the result depends neither on how many hands do the work nor on
how many pieces each of them takes at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from korthus.arena.kept import GamesPlan, decode_piece
from korthus.arena.pieces import InPieces
from korthus.core.protocol import AnyGame
from korthus.table.reopen import reopen_game

if TYPE_CHECKING:
    from korthus.kernels.bulk import Sums

#: Games in one piece.
PIECE: Final = 500

#: Plays a number of games with the luck of a seed and of a piece.
PlayGames = Callable[[int, int, int], "Sums"]


class SimulationPlan(GamesPlan, frozen=True, kw_only=True):
    """What is to be simulated."""

    format: Literal["korthus simulate"] = "korthus simulate"
    policy: str
    seed: int
    games: int

    @property
    def pieces(self) -> int:
        """How many pieces the games make; the last may be smaller."""
        return -(-self.games // PIECE)


def play_of(game: AnyGame, seats: int) -> PlayGames:
    """What plays the games: the kernel, or else the rules.

    Raises:
        InvalidOptions: the game has a kernel that does not know one of the options.
    """
    from korthus.kernels.bulk import kernel_of, random_games  # loads the compiler
    from korthus.kernels.by_rules import games_by_rules, has_kernel

    begun = game.new(seats)
    if not has_kernel(game):
        return partial(games_by_rules, game, seats)
    kernel = kernel_of(game)
    return partial(random_games, kernel, kernel.pack(game, begun), seats)


class Pieces(InPieces):
    """A simulation from piece ``first`` on as a task, ``each`` pieces to a unit."""

    def __init__(self, plan: SimulationPlan, first: int = 0, each: int = 1) -> None:
        self._plan, self._first, self._each = plan, first, each
        self._play: PlayGames | None = None
        self.units = -(-(plan.pieces - first) // each)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_play": None}  # each process has a kernel of its own

    def do(self, unit: int) -> list[Sums]:
        """See ``Task.do``: what each of the pieces comes to."""
        plan = self._plan
        if self._play is None:
            game = reopen_game(plan.game, plan.options, plan.preset, plan.rules_version)
            self._play = play_of(game, plan.seats)
        begin = self._first + unit * self._each
        return [
            self._play(min(PIECE, plan.games - piece * PIECE), plan.seed, piece)
            for piece in range(begin, min(begin + self._each, plan.pieces))
        ]


def read_piece(path: Path, line: bytes, number: int) -> Sums:
    """The line of a piece in the file of a simulation, counted from 0.

    Raises:
        ArenaError: it does not belong there.
    """
    from korthus.kernels.bulk import Sums  # loads the compiler

    return decode_piece(path, tuple[int, Sums], line, number)
