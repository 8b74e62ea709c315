"""The work of a review in pieces that any process can do: decisions to judge, games to play again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from korthus.arena.crews import MAX_JOBS, Crew, ThreadCrew, crew_for, in_order
from korthus.arena.pieces import InPieces
from korthus.arena.review.data import Decision
from korthus.arena.review.errors import ReviewError
from korthus.arena.review.judge import find_adviser, glance, judge, part_of
from korthus.arena.review.luck import Packs, packs_of, play_again
from korthus.arena.review.units import unit_of
from korthus.bots.advice import Adviser
from korthus.bots.protocol import Budget
from korthus.bots.warm import compiling_of
from korthus.core.protocol import AnyGame
from korthus.core.record import Record, decode_record, encode_record
from korthus.table.replay import Replay

#: The thought behind each move when the deals are played again.
QUICK_THOUGHT: Final = Budget(simulations=100)
#: A glance is a tenth of the thought for a decision, and no fewer simulations than these.
_GLANCE: Final = 10
_LEAST: Final = 50


class Glance(NamedTuple):
    """Look briefly at one decision of the record: ``at`` is the index of its action."""

    at: int


class Judge(NamedTuple):
    """Judge one decision of the record with the whole budget: ``at`` is the index of its action."""

    at: int


class Again(NamedTuple):
    """Play the deals of the record once more; ``number`` counts these games from 0."""

    number: int


Piece = Glance | Judge | Again

#: What a piece comes to: a decision looked at, or the results of a game.
Found = Decision | tuple[float, ...]


class Job:
    """A record to be reviewed, and how."""

    def __init__(self, record: Record, game: AnyGame, level: str, budget: Budget, seed: int) -> None:
        self.record, self.game, self.level, self.budget, self.seed = record, game, level, budget, seed
        replay = Replay(record, game=game)
        #: Before each action of the record.
        self._states = replay.states
        self._packs = packs_of(replay)
        self._unit = unit_of(game)

    @property
    def is_compiled(self) -> bool:
        """Whether nearly all of the work is done by compiled code."""
        adviser = find_adviser(self.game, self.level)
        return compiling_of(self.game.name) is not None and adviser.note_at(len(self.record.seats)) is None

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
        """One piece of the work. Several threads may do some at a time."""
        if isinstance(piece, Again):
            return self._again(piece.number)
        index = piece.at
        entry = self.record.actions[index]
        assert isinstance(entry.seat, int)  # deals are no decisions
        state = self._states[index]
        view = self.game.view(state, entry.seat)
        played = str(self.game.parse(entry.text))
        base = self._unit.base(self.game, state, entry.seat)

        def adviser(name: str) -> Adviser:
            return find_adviser(self.game, self.level, f"{self.seed}/{index}/{name}")

        if isinstance(piece, Glance):
            budget = part_of(self.budget, _GLANCE, _LEAST)
            return glance(adviser("glance"), view, played, budget, index=index, base=base)
        return judge(adviser, view, played, self.budget, index=index, base=base)

    def _again(self, number: int) -> tuple[float, ...]:
        assert isinstance(self._packs, Packs)  # else nobody asks
        scores = play_again(
            self.game,
            len(self.record.seats),
            self._packs,
            level=self.level,
            budget=_quick(self.budget),
            seed=f"{self.seed}/again {number}",
        )
        return self._unit.result(self.game, scores)


def _unpack(record: bytes, kind: type[AnyGame], rules: bytes, level: str, budget: bytes, seed: int) -> Job:
    game = kind(msgspec.json.decode(rules, type=kind.rules_type))
    return Job(decode_record(record), game, level, msgspec.json.decode(budget, type=Budget), seed)


def _quick(budget: Budget) -> Budget:
    """The thought behind moves of games that are played again: no more than for a decision of the record."""
    if budget.simulations is None:
        return QUICK_THOUGHT
    return Budget(simulations=min(budget.simulations, QUICK_THOUGHT.simulations or 1))


class _Pieces(InPieces):
    """The pieces of a job as a task, by numbers that any process can read."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._size = len(job.record.actions)

    def number(self, piece: Piece) -> int:
        """The number of a piece."""
        match piece:
            case Glance(at=index):
                return index
            case Judge(at=index):
                return self._size + index
            case Again(number=number):
                return 2 * self._size + number

    def _piece(self, unit: int) -> Piece:
        kind, index = divmod(unit, self._size)
        return Glance(index) if kind == 0 else Judge(index) if kind == 1 else Again(unit - 2 * self._size)

    def do(self, unit: int) -> Found:
        """See ``Task.do``."""
        return self._job.do(self._piece(unit))

    def told(self, unit: int) -> int:
        """See ``InPieces.told``: the step of its decision, and replays after them."""
        piece = self._piece(unit)
        return self._size + piece.number + 1 if isinstance(piece, Again) else piece.at + 1


class Hands:
    """Who does the work of a job: this process alone, threads of it, or processes beside it."""

    def __init__(self, job: Job, jobs: int) -> None:
        """Start the workers.

        Players that run on compiled code let go of the interpreter, so threads are enough for them, and
        nobody waits until other processes have loaded that code.

        Args:
            jobs: how many work at a time.

        Raises:
            ReviewError: that number makes no sense.
        """
        if not 1 <= jobs <= MAX_JOBS:
            raise ReviewError("BAD_REVIEW_JOBS", limit=MAX_JOBS)
        self._pieces = _Pieces(job)
        self._crew: Crew[Found]
        if jobs == 1 or not job.is_compiled:
            self._crew = crew_for(self._pieces, jobs)
        else:
            self._crew = ThreadCrew(self._pieces, jobs)

    def results(self, work: Sequence[Piece]) -> Iterator[Found]:
        """The result of each piece of work, in the order of ``work``."""
        return in_order(self._crew, [self._pieces.number(piece) for piece in work])

    def close(self) -> None:
        """End the workers."""
        self._crew.close()
