"""The folder of a training: its plan, and what each stage has made so far.

| file | what it holds |
|---|---|
| ``plan.json`` | what is to be done; it never changes |
| ``games/000017.npz`` | the positions of one game of self-play |
| ``checkpoint.npz`` | the learner after its last rounds, so that it can go on |
| ``losses.jsonl`` | its figures, one line for each checkpoint that is judged |
| ``candidate/GAME-COURSE.npz`` | the numbers after the last round |
| ``match/`` | the match against the shipped numbers, as ``korthus arena`` keeps one |
| ``learnt/GAME-COURSE.npz``, ``.json`` | the result: ``KORTHUS_LEARNT`` can name this folder |

A file is written beside its place and moved there, so it is whole or not there at all.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import numpy as np

from korthus import __version__
from korthus.arena.errors import ArenaError
from korthus.arena.kept import (
    Kept,
    KeptLines,
    decode_line,
    is_unfinished,
    keep_plan,
    read_plan,
    refuse_odd,
    trouble_with,
    whole_lines,
)
from korthus.core.phrases import Phrase
from korthus.core.troubles import trouble_with_json
from korthus.kernels.learnt_files import DAMAGED, file_name
from korthus.learn.brings import Arrays, Learner
from korthus.learn.errors import LearnError

PLAN: Final = "plan.json"
LOSSES: Final = "losses.jsonl"
CHECKPOINT: Final = "checkpoint.npz"
#: How a checkpoint names its own tables beside those of the learner.
_ROUND, _LINES, _STATE = "round", "lines", "state "


class TrainPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the numbers of a training depend on, besides the kind of device."""

    format: Literal["korthus train"] = "korthus train"
    version: Literal[1] = 1
    korthus: str = __version__
    game: str
    course: str
    rules_version: int
    games: int
    rounds: int
    simulations: int
    deals: int
    seed: int
    #: SHA-256 of the numbers that the new ones meet, usually the shipped ones; None if there are none.
    against: str | None


class Losses(msgspec.Struct, frozen=True):
    """A line of ``losses.jsonl``: how good the learner was after a round."""

    round: int
    figures: dict[str, float]


class TrainFolder(Kept):
    """The folder of a training. Nobody else can write it meanwhile."""

    def __init__(self, path: Path, plan: TrainPlan) -> None:
        """Open the folder for a plan, new or half done.

        Raises:
            ArenaError: it cannot be written, is in use, or holds something else.
        """
        self.path, self.plan = path, plan
        self._losses: KeptLines | None = None
        with self.opening(path):
            path.mkdir(parents=True, exist_ok=True)
            _check_ours(path)
            self._losses = KeptLines(path / LOSSES)
            keep_plan(path / PLAN, plan)

    def close(self) -> None:
        """Close the files of the folder, which unlocks it."""
        if self._losses is not None:
            self._losses.close()

    # -- files -------------------------------------------------------------------------------------

    @property
    def match(self) -> Path:
        """The folder of the match against the shipped numbers."""
        return self.path / "match"

    @property
    def code(self) -> Path:
        """Where code that is compiled for the new numbers lies while they play that match."""
        return self.path / "code"

    @property
    def candidate(self) -> Path:
        """The numbers after the last round."""
        return self.path / "candidate" / file_name(self.plan.game, self.plan.course)

    @property
    def result(self) -> Path:
        """The numbers of a finished training; the report lies beside them."""
        return result_of(self.path, self.plan)

    # -- the learner -------------------------------------------------------------------------------

    def keep_checkpoint(self, number: int, learner: Learner, figures: dict[str, float] | None) -> None:
        """Keep a learner after a round, and the figures of that round if it was judged.

        Raises:
            ArenaError: it cannot be written.
        """
        assert self._losses is not None, "the folder is open"
        if figures is not None:
            self._losses.append(msgspec.json.encode(Losses(number, figures)))
        state = {f"{_STATE}{name}": values for name, values in learner.state().items()}
        kept = {_ROUND: np.array(number), _LINES: np.array(len(self.losses())), **state}
        put(self.path / CHECKPOINT, packed(kept))

    def restore(self, learner: Learner) -> int:
        """Bring a learner to where it was kept; the number of its last round, 0 if it was never kept.

        Raises:
            LearnError: the checkpoint cannot be read.
        """
        assert self._losses is not None, "the folder is open"
        path, kept = self.path / CHECKPOINT, self._losses
        if not path.exists():
            kept.cut(self._read, 0)
            return 0
        found = unpacked(path)
        try:
            number, lines = int(found.pop(_ROUND)), int(found.pop(_LINES))
            learner.restore({name.removeprefix(_STATE): values for name, values in found.items()})
        except (KeyError, ValueError, TypeError) as error:
            raise _bad_part(path, error) from error
        kept.cut(self._read, lines)
        return number

    def losses(self) -> list[Losses]:
        """The figures of all rounds so far that were judged."""
        lines = enumerate(whole_lines(self.path / LOSSES))
        return [self._read(line, number) for number, line in lines]

    def _read(self, line: bytes, number: int) -> Losses:
        return decode_line(self.path / LOSSES, Losses, line, number)


def packed(arrays: Arrays, *, small: bool = False) -> bytes:
    """Tables as the bytes of an ``.npz``; ``small`` takes longer to write."""
    file = io.BytesIO()
    save: Any = np.savez_compressed if small else np.savez
    save(file, **arrays)
    return file.getvalue()


def result_of(folder: Path, plan: TrainPlan) -> Path:
    """Where the numbers of a finished training lie; the report lies beside them."""
    return folder / "learnt" / file_name(plan.game, plan.course)


def unpacked(path: Path) -> Arrays:
    """The tables of a file.

    Raises:
        LearnError: it cannot be read.
    """
    try:
        with path.open("rb") as file, np.load(file) as found:
            return {name: found[name] for name in found.files}
    except (OSError, ValueError, EOFError, *DAMAGED) as error:
        raise _bad_part(path, error) from error


def put(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        ArenaError: it cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        raise trouble_with(path, error) from error


def _bad_part(path: Path, error: Exception) -> LearnError:
    said = trouble_with_json(error)
    if not isinstance(said, Phrase):
        said = said.strip().rstrip(".") or type(error).__name__
    return LearnError("BAD_PART", file=str(path), trouble=said)


def _check_ours(path: Path) -> None:
    """Refuse a folder with something in it and no plan, or another's, or with files that are no plain ones.

    Raises:
        ArenaError: it is such a folder.
    """
    refuse_odd(path / LOSSES)
    if refuse_odd(path / PLAN) is not None:
        read_plan(path / PLAN, TrainPlan)
        return
    for other in sorted(path.iterdir()):
        begun = other.name == LOSSES and other.stat().st_size == 0
        if not begun and not is_unfinished(other):
            raise ArenaError("NOT_OURS", file=str(other))
