"""Work that is kept while it is done: a plan that never changes, and a line for each unit that is done.

Lines are in the order of the units, and each is appended in one write, so a job that is stopped or killed at
any moment goes on where it was. Nothing is written over that is not of the same job.
"""

from __future__ import annotations

import os
import secrets
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar

import msgspec

from korthus.arena.errors import ArenaError
from korthus.core.protocol import AnyGame
from korthus.core.troubles import trouble_with_file, trouble_with_json
from korthus.places import is_there

T = TypeVar("T")


class _Seeded(Protocol):
    """What was made from a seed: a plan of games, or one of them."""

    @property
    def seed(self) -> int: ...


S = TypeVar("S", bound=_Seeded)

#: Reads the line of a unit; raises what ``bad_line`` makes if it is none.
ReadLine = Callable[[bytes, int], object]

#: What is put behind the name of a file to name its plan.
_PLAN: Final = ".plan.json"
#: The field of a plan with the sums of players' sources.
_SOURCES: Final = "sources"
#: How the name of a plan begins while it is being written beside its place.
_BESIDE: Final = ".korthus-plan-"


class GamesPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What games were to be played: everything that their results depend on, for whatever is made of them."""

    format: str
    game: str
    preset: str | None
    options: dict[str, Any]
    rules_version: int
    seats: int


def plan_of(game: AnyGame, preset: str | None, seats: int) -> dict[str, Any]:
    """What a ``GamesPlan`` says of its game."""
    return {
        "game": game.name,
        "preset": preset,
        "options": game.rules.changed(),
        "rules_version": game.rules_version,
        "seats": seats,
    }


class KeptLines:
    """A file of lines that is being written. Nobody else can write it meanwhile."""

    def __init__(self, path: Path, *, alone: bool = True) -> None:
        """Open the file, new or half done.

        Args:
            alone: keep others out; not needed where another file of the same job does.

        Raises:
            ArenaError: it is in use.
            OSError: it cannot be written.
        """
        self.path = path
        mode = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file: int | None = os.open(path, mode, 0o644)
        if alone:
            try:
                _lock(self._file)
            except BlockingIOError:
                self.close()
                raise ArenaError("BUSY_FOLDER", file=str(path)) from None

    def close(self) -> None:
        """Close the file, which unlocks it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def append(self, line: bytes) -> None:
        """Add a line. One write is all that it takes, unless the disk is full.

        Raises:
            ArenaError: the disk is full or gone.
        """
        assert self._file is not None, "the file is open"
        rest = line + b"\n"
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            raise trouble_with(self.path, error) from error

    def cut(self, read: ReadLine, most: int | None = None) -> int:
        """Drop what is not whole at the end, and lines past ``most``; how many lines are left.

        Raises:
            ArenaError: a line does not belong there.
        """
        assert self._file is not None, "the file is open"
        count = end = 0
        for line in whole_lines(self.path):
            if count == most:
                break
            read(line, count)
            count += 1
            end += len(line)
        os.ftruncate(self._file, end)
        return count


class Kept(ABC):
    """What is being written on disk. Use it as a context, which closes its files at the end."""

    @abstractmethod
    def close(self) -> None:
        """Close the files, which unlocks them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def opening(self, path: Path) -> Iterator[None]:
        """Let go of what is open already if the rest cannot be opened.

        Raises:
            ArenaError: that is the case, or what the system says about it.
        """
        try:
            yield
        except OSError as error:
            self.close()
            raise trouble_with(path, error) from error
        except ArenaError:
            self.close()
            raise


class KeptJob(Kept):
    """A file with the results of a job, and its plan beside it."""

    def __init__(self, path: Path, plan: msgspec.Struct, read: ReadLine) -> None:
        """Open the file for a plan, new or half done. A last line that is not whole is dropped.

        Raises:
            ArenaError: the file cannot be written, is in use, or holds something else.
        """
        self.path = path
        try:
            _check_file(path)
            self._lines = KeptLines(path)
        except OSError as error:
            raise trouble_with(path, error) from error
        with self.opening(path):
            keep_plan(plan_beside(path), plan)
            #: How many units are done.
            self.done = self._lines.cut(read)

    def close(self) -> None:
        """Close the file, which unlocks it."""
        self._lines.close()

    def append(self, line: bytes) -> None:
        """Keep the next unit.

        Raises:
            ArenaError: the disk is full or gone.
        """
        self._lines.append(line)
        self.done += 1

    def lines(self) -> Iterator[bytes]:
        """The units that are done, one line each."""
        return whole_lines(self.path)

    def remove(self) -> None:
        """Throw the job away: its result is somewhere else."""
        self.close()
        for path in (self.path, plan_beside(self.path)):
            path.unlink(missing_ok=True)


def plan_beside(path: Path) -> Path:
    """Where the plan of a file of results lies.

    Raises:
        ArenaError: no file can be meant, but a folder: ``.`` or ``/``.
    """
    if not path.name:
        raise ArenaError("NO_RESULTS_FILE", file=str(path))
    return path.with_name(path.name + _PLAN)


def keep_plan(path: Path, plan: msgspec.Struct) -> None:
    """Write a plan down, or see that it is the one that is there.

    Raises:
        ArenaError: another one is there, or something else.
        OSError: it cannot be written.
    """
    refuse_odd(path)
    if is_there(path):
        kept = read_plan(path, type(plan))
        wanted = msgspec.json.decode(msgspec.json.encode(plan), type=type(plan))  # as it would be read
        for field in plan.__struct_fields__:
            before, now = getattr(kept, field), getattr(wanted, field)
            if field == _SOURCES:
                _check_sources(path, before, now)
            elif before != now:
                raise ArenaError("OTHER_PLAN", file=str(path), field=field)
        return
    part = path.with_name(f"{_BESIDE}{secrets.token_hex(8)}")
    with part.open("xb") as file:  # what has that name is somebody else's
        file.write(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
    os.replace(part, path)


def _check_sources(path: Path, before: dict[str, str] | None, now: dict[str, str]) -> None:
    """See that players that no package names are still what they were, where the plan says what that is.

    Raises:
        ArenaError: somebody has changed one.
    """
    if before is None:
        return
    changed = tuple(name for name in now if before.get(name) != now[name])
    if changed:
        raise ArenaError("OTHER_SOURCE", file=str(path), players=changed)


def is_unfinished(path: Path) -> bool:
    """Whether a file is a plan that was being written when its job was killed."""
    return path.name.startswith(_BESIDE)


def is_kept(path: Path) -> bool:
    """Whether something is at the path of a plan.

    Raises:
        ArenaError: the system does not tell.
    """
    try:
        return is_there(path)
    except OSError as error:
        raise trouble_with(path, error) from error


def refuse_odd(path: Path) -> os.stat_result | None:
    """What a plain file is like; None if there is none.

    Raises:
        ArenaError: something else is there: a link, a folder, a device.
        OSError: the system does not tell.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise ArenaError("NO_RESULTS_FILE", file=str(path))
    return found


def read_plan(path: Path, kind: type[T]) -> T:
    """The plan of a file.

    Raises:
        ArenaError: it cannot be read, or is something else.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise trouble_with(path, error) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaError("BAD_PLAN", file=str(path), trouble=trouble_with_json(error)) from None


def whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, up to the last that is whole."""
    with path.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):
                yield line


def decode_line(path: Path, kind: type[T], line: bytes, number: int) -> T:
    """The line of a unit, counted from 0.

    Raises:
        ArenaError: it is something else.
    """
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise bad_line(path, number) from None


def decode_game(path: Path, kind: type[S], first: int, line: bytes, number: int) -> S:
    """The line of a game, counted from 0, in a file whose games have the seeds from ``first`` on.

    Raises:
        ArenaError: it is something else, or belongs to another game.
    """
    read = decode_line(path, kind, line, number)
    if read.seed != first + number:
        raise bad_line(path, number)
    return read


def kept_seed(path: Path, kind: type[S]) -> int | None:
    """The seed of the plan of a file, so that the same command without one goes on with it.

    Raises:
        ArenaError: its plan is something else.
    """
    plan = plan_beside(path)
    return read_plan(plan, kind).seed if is_kept(plan) else None


def decode_piece(path: Path, kind: type[tuple[int, T]], line: bytes, number: int) -> T:
    """What a line holds that begins with its own number.

    Raises:
        ArenaError: it is something else, or belongs to another number.
    """
    piece, found = decode_line(path, kind, line, number)
    if piece != number:
        raise bad_line(path, number)
    return found


def bad_line(path: Path, number: int) -> ArenaError:
    """The error of a line, counted from 0, that is not of this job."""
    return ArenaError("BAD_RESULTS", line=number + 1, file=str(path))


def trouble_with(path: Path, error: OSError) -> ArenaError:
    """What the system says about a file, as a refusal."""
    where = str(error.filename or path)
    return ArenaError("FOLDER_TROUBLE", file=where, trouble=trouble_with_file(error))


def _check_file(path: Path) -> None:
    """Refuse what is no plain file, and a file with something in it that has no plan."""
    found = refuse_odd(path)
    if found is not None and found.st_size and not is_there(plan_beside(path)):
        raise ArenaError("NOT_OURS", file=str(path))


def _lock(file: int) -> None:
    """Keep others out for as long as this process lives. Where the system has no such lock, trust.

    Raises:
        BlockingIOError: somebody else is in.
    """
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
