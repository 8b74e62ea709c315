"""A solved hand in a folder: what was solved, how well, and the strategy itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from korthus.solve.core import blueprint
from korthus.solve.core.errors import SolveError
from korthus.solve.core.session import Standing
from korthus.solve.core.strategy import Strategy
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import Menu

RESULT: Final = "result.json"
BLUEPRINT: Final = "blueprint.npz"


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What a solve came to. Values are stones per hand, to the mano."""

    menu: Menu
    algorithm: str
    iterations: int
    seconds: float
    value: float
    bounds: tuple[float, float]
    exploitability: float
    information_sets: int


def write(
    folder: Path,
    hand: MusHand,
    algorithm: str,
    standing: Standing,
    strategy: Strategy,
    *,
    wide: bool = True,
) -> int:
    """Write a solution into a folder; gives the size of the blueprint in bytes.

    ``wide`` gives each probability two bytes, else it gets one.
    """
    judgement = standing.judgement
    solution = Solution(
        menu=hand.menu,
        algorithm=algorithm,
        iterations=standing.iteration,
        seconds=round(standing.seconds, 3),
        value=judgement.value,
        bounds=judgement.bounds,
        exploitability=judgement.exploitability,
        information_sets=hand.game.information_sets,
    )
    size = blueprint.write(folder / BLUEPRINT, strategy, wide=wide)
    (folder / RESULT).write_bytes(msgspec.json.format(msgspec.json.encode(solution)) + b"\n")
    return size


def read(folder: Path) -> tuple[Solution, MusHand, Strategy]:
    """A solution from its folder.

    Raises:
        SolveError: there is none.
    """
    try:
        solution = msgspec.json.decode((folder / RESULT).read_bytes(), type=Solution)
        hand = MusHand(solution.menu)
        return solution, hand, blueprint.read(folder / BLUEPRINT, hand.game)
    except (OSError, msgspec.MsgspecError, KeyError, ValueError) as error:
        raise SolveError("NO_SOLUTION", file=str(folder)) from error
