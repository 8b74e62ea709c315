"""The work of a review in pieces that any process can do: decisions to judge, games to play again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from korthus.arena.crews import MAX_JOBS, RETRIES, crew_for, in_order, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.review.data import Decision
from korthus.arena.review.errors import ReviewError
from korthus.arena.review.judge import find_adviser, judge
from korthus.arena.review.luck import Packs, packs_of, play_again
from korthus.arena.review.units import unit_of
from korthus.bots.protocol import Budget
from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame
from korthus.core.record import Record, decode_record, encode_record
from korthus.table.replay import Replay

#: The thought behind each move when the deals are played again.
QUICK_THOUGHT: Final = Budget(simulations=400)


class Again(NamedTuple):
    """Play the deals again, for the so-manieth time."""

    number: int


#: The index of a decision, or a game to be played again.
Piece = int | Again

#: What a piece comes to: a decision judged, or the results of a game.
Found = Decision | tuple[float, ...]


class Job:
    """A record to be reviewed, and how."""

    def __init__(self, record: Record, game: AnyGame, level: str, budget: Budget, seed: int) -> None:
        self.record, self.game, self.level, self.budget, self.seed = record, game, level, budget, seed
        self._replay = Replay(record, game=game)
        self._packs = packs_of(self._replay)
        self._unit = unit_of(game)

    def __reduce__(self) -> tuple[object, ...]:
        # To another process, records and rules travel as JSON: what they are made for.
        rules = msgspec.json.encode(self.game.rules)
        return _unpack, (
            encode_record(self.record),
            type(self.game),
            rules,
            self.level,
            msgspec.json.encode(self.budget),
            self.seed,
        )

    def do(self, piece: Piece) -> Found:
        """One piece of the work."""
        replay, packs, unit = self._replay, self._packs, self._unit
        if isinstance(piece, Again):
            assert isinstance(packs, Packs)  # else nobody asks
            seats = len(self.record.seats)
            seed = f"{self.seed}/again {piece.number}"
            scores = play_again(
                self.game, seats, packs, level=self.level, budget=_quick(self.budget), seed=seed
            )
            return unit.result(self.game, scores)
        entry = self.record.actions[piece]
        assert isinstance(entry.seat, int)  # deals are no decisions
        replay.goto(piece)
        return judge(
            lambda look: find_adviser(self.game, self.level, f"{self.seed}/{piece}/{look}"),
            replay.view(entry.seat),
            str(self.game.parse(entry.text)),
            self.budget,
            index=piece,
            base=unit.base(self.game, replay.state, entry.seat),
        )


def _unpack(record: bytes, kind: type[AnyGame], rules: bytes, level: str, budget: bytes, seed: int) -> Job:
    game = kind(msgspec.json.decode(rules, type=kind.rules_type))
    return Job(decode_record(record), game, level, msgspec.json.decode(budget, type=Budget), seed)


def _quick(budget: Budget) -> Budget:
    """The thought behind moves of games that are played again: no more than for a decision of the record."""
    if budget.simulations is None:
        return QUICK_THOUGHT
    return Budget(simulations=min(budget.simulations, QUICK_THOUGHT.simulations or 1))


@dataclass(frozen=True)
class _Pieces:
    """The pieces of a job as a task."""

    job: Job
    work: tuple[Piece, ...]

    def do(self, unit: int) -> Found:
        """See ``Task.do``."""
        return self.job.do(self.work[unit])

    def failed(self, unit: int, error: Exception) -> KorthusError:
        """See ``Task.failed``."""
        if isinstance(error, KorthusError):
            return error
        return ArenaError("PIECE_FAILED", piece=unit + 1, trouble=trouble_of(error))

    def died(self, unit: int) -> KorthusError:
        """See ``Task.died``."""
        return ArenaError("PIECE_DIES", piece=unit + 1, times=RETRIES + 1)


def results(job: Job, work: Sequence[Piece], jobs: int, first: int = 0) -> Iterator[Found]:
    """The results of all pieces from ``first`` on, in their order."""
    if not 1 <= jobs <= MAX_JOBS:
        raise ReviewError("BAD_REVIEW_JOBS", limit=MAX_JOBS)
    crew = crew_for(_Pieces(job, tuple(work)), min(jobs, max(1, len(work) - first)))
    try:
        yield from in_order(crew, first, len(work))
    finally:
        crew.close()
