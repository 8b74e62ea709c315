"""Games of players against themselves, each kept in a file of its own as soon as it is finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from korthus.arena.crews import Task, crew_for, in_order
from korthus.arena.pieces import InPieces
from korthus.learn.brings import Arrays, course_of, joined
from korthus.learn.progress import Tell
from korthus.learn.run_folder import TrainPlan, packed, put, unpacked

R = TypeVar("R")

#: Deals between the first ones of two seeds, so that their games are others. Seed 1 begins with deal 1.
SEED_APART: Final = 1 << 20


@dataclass(frozen=True)
class SelfPlay(InPieces):
    """The games of a plan as a task. The worker writes the file itself, so a finished game is never lost."""

    plan: TrainPlan
    folder: Path

    def path(self, unit: int) -> Path:
        """Where a game is kept."""
        return self.folder / "games" / f"{unit:06d}.npz"

    def do(self, unit: int) -> None:
        """See ``Task.do``."""
        _, course = course_of(self.plan.game, self.plan.course)
        deal = (self.plan.seed - 1) * SEED_APART + unit + 1
        put(self.path(unit), packed(course.play(self.plan.simulations, deal), small=True))


def play_games(task: SelfPlay, jobs: int, tell: Tell) -> None:
    """Play the games that are not there yet.

    Raises:
        ArenaError: a game failed, or cannot be kept.
    """
    total = task.plan.games
    missing = [unit for unit in range(total) if not task.path(unit).exists()]
    tell(total - len(missing), total)
    for done, _ in enumerate(results(task, missing, jobs), total - len(missing) + 1):
        tell(done, total)


def read_games(task: SelfPlay) -> Arrays:
    """The positions of all games, in their order.

    Raises:
        LearnError: a file cannot be read.
    """
    return joined([unpacked(task.path(unit)) for unit in range(task.plan.games)])


def results(task: Task[R], units: Sequence[int], jobs: int) -> Iterator[R]:
    """Do units by a number of processes, and give what comes of them in the order of the units.

    The first is done here before there are other processes: they find its code compiled.

    Raises:
        KorthusError: a unit failed, or ended its worker again and again.
    """
    shares = ((units[:1], 1), (units[1:], jobs)) if jobs > 1 else ((units, 1),)
    for some, hands in shares:
        crew = crew_for(task, max(1, min(hands, len(some))))
        try:
            yield from in_order(crew, some)
        finally:
            crew.close()
