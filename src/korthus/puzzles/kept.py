"""Puzzles that are being made, in a file that can be gone on with."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from korthus.arena.kept import KeptJob, decode_game
from korthus.puzzles.puzzle import GamePuzzles, Plan


def keep_puzzles(path: Path, plan: Plan) -> KeptJob:
    """Open the file of a plan, new or half done.

    Raises:
        ArenaError: the file cannot be written, is in use, or holds something else.
    """
    return KeptJob(path, plan, partial(decode_game, path, GamePuzzles, plan.seed))


def count_puzzles(job: KeptJob, seed: int) -> int:
    """How many puzzles the lines of a job hold that was begun with a seed."""
    lines = enumerate(job.lines())
    return sum(len(decode_game(job.path, GamePuzzles, seed, line, number).puzzles) for number, line in lines)
