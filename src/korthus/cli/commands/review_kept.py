"""The work of a review that is not finished, kept in the data folder until it is.

The same record and the same wishes find it again, wherever the record lies.
"""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec

import korthus
from korthus.arena.errors import ArenaError
from korthus.arena.kept import KeptJob, decode_piece
from korthus.arena.review.work import Found
from korthus.bots.protocol import Budget
from korthus.cli.errors import Refused
from korthus.cli.folders import data_folder, make_folder
from korthus.core.record import Record, encode_record


class ReviewPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What was to be reviewed, and how: everything that the pieces of the work depend on."""

    format: Literal["korthus review work"] = "korthus review work"
    korthus: str = korthus.__version__
    record: str
    level: str
    budget: Budget | None
    seed: int
    replays: int


def review_plan(record: Record, level: str, budget: Budget | None, seed: int, replays: int) -> ReviewPlan:
    """The plan of a review."""
    digest = hashlib.sha256(encode_record(record)).hexdigest()
    return ReviewPlan(record=digest, level=level, budget=budget, seed=seed, replays=replays)


def keep_review(plan: ReviewPlan) -> KeptJob:
    """Open the work of a review, new or half done.

    Raises:
        Refused: there is no place for it.
        ArenaError: it cannot be written, or the same review is being made by somebody else.
    """
    folder = data_folder() / "work"
    make_folder(folder)
    name = hashlib.sha256(msgspec.json.encode(plan)).hexdigest()[:16]
    path = folder / f"review-{name}.jsonl"
    return KeptJob(path, plan, partial(_read, path))


def try_to_keep(plan: ReviewPlan) -> KeptJob | Refused | ArenaError:
    """``keep_review``, or why it cannot be: a review is worth making without it."""
    try:
        return keep_review(plan)
    except (Refused, ArenaError) as error:
        return error


def pieces_of(job: KeptJob) -> list[Found]:
    """What has been done so far."""
    return [_read(job.path, line, number) for number, line in enumerate(job.lines())]


def encode_piece(number: int, found: Found) -> bytes:
    """The line of a piece, counted from 0."""
    return msgspec.json.encode((number, found))


def _read(path: Path, line: bytes, number: int) -> Found:
    return decode_piece(path, tuple[int, Found], line, number)
