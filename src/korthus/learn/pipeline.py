"""From a plan to a file of numbers: self-play, teaching, the match, the export; each can be gone on with.

The same plan gives the same numbers, for any number of processes and however often it was stopped, on the
same kind of device and with the same versions of the libraries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import numpy as np

import korthus
from korthus.arena.errors import ArenaError
from korthus.core.troubles import trouble_with_json
from korthus.extras import check_libraries
from korthus.kernels.learnt_files import content_of, path_of
from korthus.learn.brings import Arrays, Course, Work
from korthus.learn.errors import LearnError
from korthus.learn.gating import Gate, judge
from korthus.learn.progress import Tell, Watcher
from korthus.learn.run_folder import Losses, TrainFolder, TrainPlan, packed, put
from korthus.learn.self_play import SelfPlay, play_games, read_games
from korthus.learn.teaching import teach

T = TypeVar("T")

#: The largest file of numbers, in bytes: it comes with every installation.
LIMIT: Final = 5_000_000


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a training came to. It lies beside the numbers, and is the last line of the command."""

    game: str
    gate: Gate | None
    #: After the last round that was judged.
    losses: Losses | None
    course: str
    #: What was asked for.
    plan: TrainPlan
    #: The kind of device that did the last rounds.
    device: str
    korthus: str
    file: str
    bytes: int
    sha256: str


class Training:
    """A plan, its course and its folder."""

    def __init__(self, plan: TrainPlan, course: Course, folder: TrainFolder) -> None:
        self.plan, self.course, self.folder = plan, course, folder

    @property
    def report_file(self) -> Path:
        """Where the report lies; once it is there, the training is finished."""
        return self.folder.result.with_suffix(".json")

    def finished(self) -> Report | None:
        """The report of a training that is finished; None if it is not.

        Raises:
            LearnError: the report cannot be read.
        """
        if not self.report_file.exists():
            return None
        try:
            return msgspec.json.decode(self.report_file.read_bytes(), type=Report)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            trouble = trouble_with_json(error)
            raise LearnError("BAD_PART", file=str(self.report_file), trouble=trouble) from error

    def run(self, jobs: int, device: str, watcher: Watcher) -> Report:
        """Do what is left of it.

        Args:
            jobs: processes that play, and threads of a learner that plays.
            device: ``cpu`` or ``cuda``.

        Raises:
            KorthusError: something failed, or it was stopped.
        """
        if not self.folder.candidate.exists():
            self._learn(jobs, device, watcher)
        gate = self._stage(watcher, "gating", lambda tell: self._judge(jobs, tell))
        return self._export(gate, device)

    def _learn(self, jobs: int, device: str, watcher: Watcher) -> None:
        plan, task = self.plan, SelfPlay(self.plan, self.folder.path)
        if plan.games:
            self._stage(watcher, "playing", lambda tell: play_games(task, jobs, tell))
        work = Work(rounds=plan.rounds, seed=plan.seed, jobs=jobs, device=device)
        samples = read_games(task)
        numbers = self._stage(
            watcher,
            "teaching",
            lambda tell: teach(self.course, samples, work, self.folder, watcher, tell),
        )
        put(self.folder.candidate, checked(numbers))

    def _judge(self, jobs: int, tell: Tell) -> Gate | None:
        return judge(self.folder, self.course.pairing, jobs, tell)

    def _export(self, gate: Gate | None, device: str) -> Report:
        content = self.folder.candidate.read_bytes()
        losses = self.folder.losses()
        report = Report(
            game=self.plan.game,
            course=self.plan.course,
            korthus=korthus.__version__,
            file=self.folder.result.name,
            bytes=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
            plan=self.plan,
            device=device,
            losses=losses[-1] if losses else None,
            gate=gate,
        )
        put(self.folder.result, content)
        _put_report(self.report_file, report)
        return report

    def _stage(self, watcher: Watcher, name: str, work: Callable[[Tell], T]) -> T:
        """Do a stage.

        Raises:
            ArenaError: it was stopped; the sentence says where.
        """
        done = total = 0
        with watcher.stage(name) as tell:

            def count(now: int, of: int) -> None:
                nonlocal done, total
                done, total = now, of
                tell(now, of)

            try:
                return work(count)
            except KeyboardInterrupt as stop:
                if not total:  # the work was still being set out
                    raise ArenaError("STOPPED_EARLY") from stop
                raise ArenaError("STOPPED", done=done, all=total) from stop


def _put_report(path: Path, report: Report) -> None:
    put(path, msgspec.json.format(msgspec.json.encode(report)) + b"\n")


def checked(numbers: Arrays) -> bytes:
    """The bytes of a file of numbers.

    Raises:
        LearnError: it is too large, or holds what is no number.
    """
    if not all(np.isfinite(values).all() for values in numbers.values()):
        raise LearnError("NOT_FINITE")
    content = packed({name: values.astype(np.float32) for name, values in numbers.items()})
    if len(content) > LIMIT:
        raise LearnError("NUMBERS_TOO_LARGE", size=len(content), limit=LIMIT)
    return content


def check_course(course: Course, game: str) -> None:
    """See to it that a course has its libraries before any game is played.

    Raises:
        MissingExtra: they are not installed; the sentence says what to type.
    """
    check_libraries(f"korthus train {game}", course.needs, "gpu")


def sum_of_numbers(course: Course, game: str, name: str) -> str | None:
    """The SHA-256 of the numbers that players use now; None if there are none.

    Raises:
        LearntFileError: the folder that a person names has no numbers, or none that can be read.
    """
    if course.shipped is None:
        return None
    return hashlib.sha256(content_of(path_of(course.shipped, game, name), game, name)).hexdigest()
