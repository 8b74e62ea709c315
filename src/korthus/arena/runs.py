"""The folder of a run: the plan, the results so far, and the thinking times.

``plan.json`` is written first and never changes. ``results.jsonl`` has one line per unit in the order of the
plan. ``times.jsonl`` has the thinking times of the same units and differs from run to run. Both grow as
``kept`` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from korthus.arena import kept
from korthus.arena.errors import ArenaError
from korthus.arena.kept import Kept, KeptLines, bad_line, decode_line, keep_plan, refuse_odd, whole_lines
from korthus.arena.match import DealLine, PaceLine, Played
from korthus.arena.plan import Plan

L = TypeVar("L", bound=DealLine | PaceLine)

PLAN: Final = "plan.json"
RESULTS: Final = "results.jsonl"
TIMES: Final = "times.jsonl"
REPORT: Final = "report.html"


class RunFolder(Kept):
    """The folder of a run. Nobody else can write it meanwhile."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open the folder for a plan, new or half done. A last line that is not whole is dropped.

        Raises:
            ArenaError: the folder cannot be written, is in use, or holds something else.
        """
        self.path = path
        self._files: list[KeptLines] = []
        with self.opening(path):
            path.mkdir(parents=True, exist_ok=True)
            _check_ours(path)
            self._results = self._open(RESULTS)
            keep_plan(path / PLAN, plan)
            self._times = self._open(TIMES, alone=False)
            #: How many units are done.
            self.done = self._results.cut(_reader(path / RESULTS, DealLine))
            self._times.cut(_reader(path / TIMES, PaceLine), self.done)

    def close(self) -> None:
        """Close the files of the folder, which unlocks it."""
        for file in self._files:
            file.close()
        self._files.clear()

    def append(self, played: Played) -> None:
        """Keep the next unit. The times go first: a unit whose result is there has times, too.

        Raises:
            ArenaError: the disk is full or gone.
        """
        self._times.append(played.times)
        self._results.append(played.result)
        self.done += 1

    def lines(self) -> Iterator[DealLine]:
        """The results so far."""
        return read_results(self.path)

    def _open(self, name: str, *, alone: bool = True) -> KeptLines:
        file = KeptLines(self.path / name, alone=alone)
        self._files.append(file)
        return file


def read_plan(folder: Path) -> Plan:
    """The plan of a run's folder.

    Raises:
        ArenaError: it cannot be read, or is something else.
    """
    return kept.read_plan(folder / PLAN, Plan)


def read_results(folder: Path) -> Iterator[DealLine]:
    """The results of a run's folder, one by one, up to the last whole line.

    Raises:
        ArenaError: a line does not belong there.
    """
    for number, line in enumerate(whole_lines(folder / RESULTS)):
        yield _check_line(folder / RESULTS, DealLine, line, number)


def read_times(folder: Path) -> Iterator[PaceLine]:
    """The thinking times of a run's folder, one by one, up to the last whole line.

    Raises:
        ArenaError: a line does not belong there.
    """
    for number, line in enumerate(whole_lines(folder / TIMES)):
        yield _check_line(folder / TIMES, PaceLine, line, number)


def _check_ours(path: Path) -> None:
    """Refuse a folder in which somebody else's files have the names of a run's.

    Raises:
        ArenaError: they lie there without a plan, the plan is something else, or one is no plain file.
        OSError: the system does not tell.
    """
    found = {name: refuse_odd(path / name) for name in (PLAN, RESULTS, TIMES, REPORT)}
    if found[PLAN] is not None:
        read_plan(path)
        return
    for name, file in found.items():
        if file is not None and (name == REPORT or file.st_size):  # the others are made empty before the plan
            raise ArenaError("NOT_OURS", file=str(path / name))


def _reader(path: Path, kind: type[L]) -> partial[L]:
    return partial(_check_line, path, kind)


def _check_line(path: Path, kind: type[L], line: bytes, number: int) -> L:
    read = decode_line(path, kind, line, number)
    if read.unit != number:
        raise bad_line(path, number)
    return read
