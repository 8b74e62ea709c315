"""A batch in a file: its lines, and beside them the plan that they belong to."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from korthus.arena.batch import Batch, GameLine
from korthus.arena.kept import KeptJob, bad_line, plan_beside, read_plan


class BatchPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a batch was to play: everything that its lines depend on."""

    format: Literal["korthus run"] = "korthus run"
    game: str
    preset: str | None
    options: dict[str, Any]
    rules_version: int
    seats: int
    players: tuple[str, ...]
    seed: int
    games: int
    rotate: bool
    records: bool
    script: Any
    memory: str | None


def keep_batch(path: Path, batch: Batch, memory: Path | None = None) -> KeptJob:
    """Open the file of a batch, new or half done.

    Raises:
        ArenaError: the file cannot be written, is in use, or holds something else.
    """
    plan = BatchPlan(
        game=batch.game.name,
        preset=batch.preset,
        options=batch.game.rules.changed(),
        rules_version=batch.game.rules_version,
        seats=batch.seats,
        players=batch.players,
        seed=batch.seed,
        games=batch.games,
        rotate=batch.rotate,
        records=batch.records,
        script=None if batch.script is None else msgspec.to_builtins(batch.script),
        memory=None if memory is None else str(memory.absolute()),
    )
    return KeptJob(path, plan, partial(read_line, path, batch.seed))


def kept_seed(path: Path) -> int | None:
    """The seed of the batch in a file, so that the same command without one goes on with it.

    Raises:
        ArenaError: its plan is something else.
    """
    plan = plan_beside(path)
    return read_plan(plan, BatchPlan).seed if plan.exists() else None


def read_line(path: Path, seed: int, line: bytes, number: int) -> GameLine:
    """The line of a game, counted from 0, in the file of a batch.

    Raises:
        ArenaError: it does not belong there.
    """
    try:
        read = msgspec.json.decode(line, type=GameLine)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise bad_line(path, number) from None
    if read.seed != seed + number:
        raise bad_line(path, number)
    return read
