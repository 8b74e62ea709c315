"""A batch in a file: its lines, and beside them the plan that they belong to."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec

from korthus.arena.batch import Batch, GameLine
from korthus.arena.kept import GamesPlan, KeptJob, decode_game, plan_of
from korthus.bots.outside import sources_of
from korthus.bots.protocol import Budget


class BatchPlan(GamesPlan, frozen=True, kw_only=True):
    """What a batch was to play."""

    format: Literal["korthus run"] = "korthus run"
    players: tuple[str, ...]
    seed: int
    games: int
    budget: Budget | None = None
    rotate: bool
    records: bool
    script: Any
    memory: str | None
    #: The SHA-256 of the source of players that no package names; None in plans that did not keep it.
    sources: dict[str, str] | None = None


def keep_batch(path: Path, batch: Batch, memory: Path | None = None) -> KeptJob:
    """Open the file of a batch, new or half done.

    Raises:
        ArenaError: the file cannot be written, is in use, or holds something else.
    """
    plan = BatchPlan(
        **plan_of(batch.game, batch.preset, batch.seats),
        players=batch.players,
        seed=batch.seed,
        games=batch.games,
        budget=batch.budget,
        rotate=batch.rotate,
        records=batch.records,
        script=None if batch.script is None else msgspec.to_builtins(batch.script),
        memory=None if memory is None else str(memory.absolute()),
        sources=sources_of(batch.players),
    )
    return KeptJob(path, plan, partial(decode_game, path, GameLine, batch.seed))
