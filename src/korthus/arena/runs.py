"""The folder of a run: the plan, the results so far, and the thinking times.

``plan.json`` is written first and never changes. ``results.jsonl`` has one line per unit in the order of the
plan, each appended in one write, so a run that is stopped or killed at any moment goes on where it was.
``times.jsonl`` has the thinking times of the same units and differs from run to run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import msgspec

from korthus.arena.errors import ArenaError
from korthus.arena.match import DealLine, PaceLine, Played
from korthus.arena.plan import Plan

L = TypeVar("L", bound=DealLine | PaceLine)

PLAN: Final = "plan.json"
RESULTS: Final = "results.jsonl"
TIMES: Final = "times.jsonl"
REPORT: Final = "report.html"


class RunFolder:
    """A folder that is being written. Use it as a context; nobody else can write it meanwhile."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open the folder for a plan, new or half done. A last line that is not whole is dropped.

        Raises:
            ArenaError: the folder cannot be written, is in use, or holds something else.
        """
        self.path = path
        self._plan = plan
        self._files: list[int] = []
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._results = self._open(RESULTS)
            self._lock(self._results)
            self._keep_plan()
            self._times = self._open(TIMES)
            #: How many units are done.
            self.done = self._cut(self._results, DealLine, RESULTS, None)
            self._cut(self._times, PaceLine, TIMES, self.done)
        except OSError as error:
            self.close()
            where = error.filename or str(path)
            raise ArenaError("FOLDER_TROUBLE", file=where, trouble=error.strerror or str(error)) from error
        except ArenaError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the folder go."""
        for file in self._files:
            os.close(file)
        self._files.clear()

    def append(self, played: Played) -> None:
        """Keep the next unit. The times go first: a unit whose result is there has times, too.

        Raises:
            ArenaError: the disk is full or gone.
        """
        try:
            _write(self._times, played.times + b"\n")
            _write(self._results, played.result + b"\n")
        except OSError as error:
            raise ArenaError(
                "FOLDER_TROUBLE", file=str(self.path), trouble=error.strerror or str(error)
            ) from error
        self.done += 1

    def lines(self) -> Iterator[DealLine]:
        """The results so far."""
        return read_results(self.path)

    def _open(self, name: str) -> int:
        file = os.open(self.path / name, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        self._files.append(file)
        return file

    def _lock(self, file: int) -> None:
        """Keep others out for as long as this process lives. Where the system has no such lock, trust."""
        try:
            fcntl: Any = import_module("fcntl")
        except ImportError:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArenaError("BUSY_FOLDER", file=str(self.path)) from None

    def _keep_plan(self) -> None:
        path = self.path / PLAN
        if path.exists():
            kept = read_plan(self.path)
            for field in Plan.__struct_fields__:
                if getattr(kept, field) != getattr(self._plan, field):
                    raise ArenaError("OTHER_PLAN", file=str(self.path), field=field)
            return
        part = path.with_suffix(".part")
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self._plan)) + b"\n")
        os.replace(part, path)

    def _cut(self, file: int, kind: type[DealLine] | type[PaceLine], name: str, most: int | None) -> int:
        """Drop what is not whole at the end of a file, and lines past ``most``; how many lines are left."""
        count = end = 0
        with os.fdopen(os.dup(file), "rb") as lines:
            lines.seek(0)
            for line in lines:
                if not line.endswith(b"\n") or count == most:
                    break
                _check_line(line, kind, count, self.path / name)
                count += 1
                end += len(line)
        os.ftruncate(file, end)
        return count


def read_plan(folder: Path) -> Plan:
    """The plan of a run's folder.

    Raises:
        ArenaError: it cannot be read, or is something else.
    """
    path = folder / PLAN
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except OSError as error:
        raise ArenaError("FOLDER_TROUBLE", file=str(path), trouble=error.strerror or str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaError("BAD_PLAN", file=str(path), trouble=str(error).rstrip(".")) from None


def read_results(folder: Path) -> Iterator[DealLine]:
    """The results of a run's folder, one by one, up to the last whole line.

    Raises:
        ArenaError: a line does not belong there.
    """
    with (folder / RESULTS).open("rb") as lines:
        for number, line in enumerate(lines):
            if line.endswith(b"\n"):
                yield _check_line(line, DealLine, number, folder / RESULTS)


def read_times(folder: Path) -> Iterator[PaceLine]:
    """The thinking times of a run's folder, one by one, up to the last whole line.

    Raises:
        ArenaError: a line does not belong there.
    """
    with (folder / TIMES).open("rb") as lines:
        for number, line in enumerate(lines):
            if line.endswith(b"\n"):
                yield _check_line(line, PaceLine, number, folder / TIMES)


def _check_line(line: bytes, kind: type[L], number: int, path: Path) -> L:
    try:
        read = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ArenaError("BAD_RESULTS", line=number + 1, file=str(path)) from None
    if read.unit != number:
        raise ArenaError("BAD_RESULTS", line=number + 1, file=str(path))
    return read


def _write(file: int, line: bytes) -> None:
    """Append a line. One write is all that it takes, unless the disk is full."""
    while line:
        line = line[os.write(file, line) :]
