"""A course that takes no time: what the stages of a training do is the same for every course."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Literal

import numpy as np

from korthus.learn.brings import Amounts, Arrays, Course, Learner, Pairing, Work
from korthus.learn.pipeline import Report, Training
from korthus.learn.progress import Tell
from korthus.learn.run_folder import TrainFolder, TrainPlan


class Killed(BaseException):
    """Nothing hears of it, as of SIGKILL."""


class ToyLearner:
    """See ``Learner``: it walks about at random, as far as its samples say."""

    def __init__(self, samples: Arrays, work: Work, size: int = 3) -> None:
        self._samples, self._seed = samples, work.seed
        self.table = np.zeros(size)
        self.step = 0

    def advance(self) -> None:
        """See ``Learner.advance``."""
        luck = np.random.default_rng((self._seed, self.step))
        self.table += luck.standard_normal(len(self.table)) * self._samples["x"].mean()
        self.step += 1

    def judge(self) -> dict[str, float]:
        """See ``Learner.judge``."""
        return {"loss": round(float(self.table[0]), 6)}

    def state(self) -> Arrays:
        """See ``Learner.state``."""
        return {"table": self.table.copy(), "step": np.array(self.step)}

    def restore(self, state: Arrays) -> None:
        """See ``Learner.restore``."""
        self.table[...] = state["table"]
        self.step = int(state["step"])

    def numbers(self) -> Arrays:
        """See ``Learner.numbers``."""
        return {"table": self.table.astype(np.float32)}

    def close(self) -> None:
        """See ``Learner.close``."""


class Toy:
    """See ``Course``: three games, six epochs, and a match of players that use no numbers at all."""

    counts: Literal["epochs", "steps"] = "epochs"
    usual = Amounts(games=3, rounds=6, simulations=1, deals=3)
    every = 2
    pairing = Pairing(player="rules", seats=2, options={"start_cards": 2, "total_rounds": 2})
    shipped: Path | None = None
    needs: tuple[str, ...] = ()
    #: How many numbers it learns.
    size = 3

    def __init__(self) -> None:
        #: The deals that were played.
        self.deals: list[int] = []

    def play(self, simulations: int, deal: int) -> Arrays:
        """See ``Course.play``."""
        self.deals.append(deal)
        return {"x": np.full(2, float(deal))}

    def learner(self, samples: Arrays, work: Work) -> Learner:
        """See ``Course.learner``."""
        return ToyLearner(samples, work, self.size)


class Quiet:
    """See ``Watcher``: it notes how far each stage was."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int, int]] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[Tell]:
        """See ``Watcher.stage``."""
        yield lambda done, total: self.heard.append((name, done, total))

    def held(self) -> AbstractContextManager[Callable[[], None]]:
        """See ``Watcher.held``."""
        return nullcontext(lambda: None)


def plan(
    game: str = "kachuful",
    course: str = "toy",
    *,
    games: int = 3,
    rounds: int = 6,
    simulations: int = 1,
    deals: int = 0,
    seed: int = 1,
) -> TrainPlan:
    """A plan of three games, six rounds and no match, unless something else is said."""
    return TrainPlan(
        game=game,
        course=course,
        rules_version=1,
        games=games,
        rounds=rounds,
        simulations=simulations,
        deals=deals,
        seed=seed,
        against=None,
    )


def train(folder: Path, course: Course, asked: TrainPlan, jobs: int = 1) -> Report:
    """Do what is left of a training."""
    with TrainFolder(folder, asked) as kept:
        return Training(asked, course, kept).run(jobs, "cpu", Quiet())


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a folder that does not depend on how fast the machine is."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "times.jsonl"
    }
