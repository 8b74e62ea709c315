"""A finished game looked back on: what each decision cost, how the prospects went, what was luck.

**A decision** is judged by an ``Adviser`` that is given the view of the seat that decided, and nothing else:
it knows what that player could know. Its cost is the value of the adviser's choice less the value of what was
played, never less than nothing. Near the end of a game, where hints are about winning it, the value is the
chance to win. Most decisions are settled by a glance: what was played is what the adviser would play. The
others get a long look, what seemed worst first. Whoever looks at a hundred decisions finds some that look bad
by accident, so a decision whose cost exceeds twice its standard error then is looked at again, with more
thought and other luck, and what the second look says counts. It is a mistake if its cost still exceeds twice
its standard error.

**Results** are measured in the unit of the game (``units``): points or stones ahead of the mean of the
others, or chips won. Values of decisions are on the same scale: what has been scored so far plus what the
adviser expects of the rest of the round, omgång or hand that is being played.

**Luck** is what the deals of the record bring a seat, on average, when the same player sits in every seat
(``luck``), and **play** is the result less luck. Both have the standard error of that average.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypedDict, Unpack

from korthus.arena.review.curve import trace
from korthus.arena.review.data import Decision, Review, SeatReview
from korthus.arena.review.errors import ReviewError
from korthus.arena.review.judge import find_adviser, is_enough
from korthus.arena.review.luck import Missing, packs_of
from korthus.arena.review.units import unit_of
from korthus.arena.review.work import Again, Found, Glance, Hands, Job, Judge, Piece
from korthus.bots.advice import Adviser
from korthus.bots.protocol import Budget
from korthus.core.protocol import AnyGame
from korthus.core.record import Record, closing_hash
from korthus.table.replay import Replay
from korthus.table.resigning import outcome_of

#: The thought given to a decision, and where the player must search on the readable rules. The first was
#: chosen with ``bench/bench_review.py``: an omgång of Mulle is to be whole within 5 s on two cores.
THOUGHT: Final = Budget(simulations=10_000)
SLOW_THOUGHT: Final = Budget(simulations=400)
MAX_SIMULATIONS: Final = 10_000_000
#: How often the deals are played again.
REPLAYS: Final = 32
MAX_REPLAYS: Final = 10_000

#: What a piece of work counts for when progress is told: about the thought in it.
_A_GLANCE: Final = 1
_A_JUDGEMENT: Final = 12
_A_GAME: Final = 4

Progress = Callable[[int, int], None]


class Wishes(TypedDict, total=False):
    """How a game is to be looked back on; see ``Reviewing`` for what is done unless it is said."""

    #: Stands in for the catalogue.
    game: AnyGame | None
    #: The player who judges, and who plays the deals again.
    level: str
    #: The thought for each decision.
    budget: Budget | None
    seed: int
    #: How often the deals are played again; 0 for not at all.
    replays: int


class Reviewing:
    """A review that is being made: ``work`` does it piece by piece, ``so_far`` is what there is of it."""

    def __init__(
        self,
        record: Record,
        *,
        game: AnyGame | None = None,
        level: str = "strong",
        budget: Budget | None = None,
        seed: int = 0,
        replays: int = REPLAYS,
    ) -> None:
        """Begin; see ``Wishes`` and ``review``."""
        self._replay = replay = Replay(record, game=game)
        replay.goto(len(replay))
        outcome = outcome_of(record, replay.game, replay.state)
        if outcome is None:
            raise ReviewError("UNFINISHED")
        self._adviser, self._unit = find_adviser(replay.game, level), unit_of(replay.game)
        self._scores = outcome.scores
        if outcome.resigned is not None:  # what has been scored by then is what there is to explain
            self._scores = tuple(map(round, self._unit.scores(replay.game, replay.state)))
        self._thought = _thought(budget, self._adviser, len(record.seats))
        self._missing = _luck_missing(replay, replays)
        self._replays = 0 if self._missing else replays
        self._job = Job(record, replay.game, level, self._thought, seed)
        self._decisions: dict[int, Decision] = {}
        self._games: list[tuple[float, ...]] = []
        self._closing = closing_hash(record)
        self._glances = [Glance(n) for n, entry in enumerate(record.actions) if entry.seat != "deal"]
        #: What has been done and what there is to do at most, on the scale of progress.
        self.done = 0
        self.total = len(self._glances) * (_A_GLANCE + _A_JUDGEMENT) + self._replays * _A_GAME

    def work(self, jobs: int = 1, known: Sequence[Found] = ()) -> Iterator[Found]:
        """Do the work; what each piece comes to, in an order that the work itself decides.

        All decisions get a glance, then those that are in doubt a long look, what seemed worst first; then
        the deals are played again.

        Args:
            jobs: how many pieces are done at a time.
            known: the first of these results, from an earlier time.
        """
        hands = Hands(self._job, jobs)
        before = deque(known)
        try:
            yield from self._do(hands, self._glances, before)
            yield from self._do(hands, self._doubts(), before)
            yield from self._do(hands, [Again(number) for number in range(self._replays)], before)
        finally:
            hands.close()

    def _doubts(self) -> list[Judge]:
        """The decisions that a glance has not settled, what seemed worst first."""
        doubts = [each for each in self._decisions.values() if not is_enough(each)]
        return [Judge(each.index) for each in sorted(doubts, key=_gravity, reverse=True)]

    def _do(self, hands: Hands, work: Sequence[Piece], known: deque[Found]) -> Iterator[Found]:
        done = [known.popleft() for _ in range(min(len(known), len(work)))]
        for found in done:
            self._take(found)
        for found in hands.results(work[len(done) :]):
            self._take(found)
            yield found

    def _take(self, found: Found) -> None:
        if not isinstance(found, Decision):
            self._games.append(found)
            self.done += _A_GAME
            return
        self._decisions[found.index] = found
        is_glance = found.looks == 1
        self.done += _A_GLANCE if is_glance else _A_JUDGEMENT
        if is_glance and is_enough(found):
            self.done += _A_JUDGEMENT

    def so_far(self) -> Review:
        """The review of what has been found. Decisions that were not looked at yet are not in it."""
        replay, unit, record = self._replay, self._unit, self._job.record
        decisions = tuple(self._decisions[index] for index in sorted(self._decisions))
        games = self._games if len(self._games) > 1 else []
        return Review(
            record=self._closing,
            game=record.game,
            unit=unit.name,
            level=self._job.level,
            simulations=self._thought.simulations,
            seconds=self._thought.seconds,
            seed=self._job.seed,
            replays=len(games),
            luck_missing=self._missing,
            note=self._adviser.note_at(len(record.seats)),
            seats=_seats(replay, self._scores, unit.result(replay.game, self._scores), decisions, games),
            decisions=decisions,
            curve=trace(replay, unit, {each.index: each.value for each in decisions}),
        )


def review(
    record: Record,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    known: Sequence[Found] = (),
    keep: Callable[[Found], None] | None = None,
    **wishes: Unpack[Wishes],
) -> Review:
    """Look back on a finished game.

    With a number of simulations, and unless told otherwise it is one, the same record and seed give the same
    review, however many work on it.

    Args:
        jobs: how many pieces of the work are done at a time.
        progress: told how much of the work is done, and how much there is at most.
        known: what ``keep`` was given by an earlier review of the same record with the same wishes.
        keep: given what each piece of work comes to, in order.

    Raises:
        InvalidRecord: the record does not replay.
        InvalidOptions: there is no such player.
        ReviewError: the game is not over, or nobody can judge it, or a number makes no sense.
    """
    task = Reviewing(record, **wishes)
    if progress is not None:
        progress(0, task.total)
    for found in task.work(jobs, known):
        if keep is not None:
            keep(found)
        if progress is not None:
            progress(task.done, task.total)
    return task.so_far()


def _luck_missing(replay: Replay, replays: int) -> Missing | None:
    """Why the deals cannot be played again; None if they can."""
    if replays != 0 and not 2 <= replays <= MAX_REPLAYS:
        raise ReviewError("BAD_REPLAYS", limit=MAX_REPLAYS)
    if replay.record.resigned is not None:
        return "given_up"
    packs = packs_of(replay)
    return packs if isinstance(packs, str) else None


def _seats(
    replay: Replay,
    scores: Sequence[int],
    results: Sequence[float],
    decisions: Sequence[Decision],
    games: Sequence[tuple[float, ...]],
) -> tuple[SeatReview, ...]:
    return tuple(
        _seat(replay, seat, scores[seat], results[seat], decisions, [each[seat] for each in games])
        for seat in range(len(scores))
    )


def _gravity(decision: Decision) -> tuple[bool, float]:
    return decision.gravity


def _cost(mistakes: Sequence[Decision]) -> float:
    return math.fsum(each.cost or 0.0 for each in mistakes)


def _cost_error(mistakes: Sequence[Decision]) -> float:
    return math.hypot(*(each.cost_error or 0.0 for each in mistakes))


def _seat(
    replay: Replay,
    seat: int,
    score: int,
    result: float,
    decisions: Sequence[Decision],
    games: Sequence[float],
) -> SeatReview:
    own = [each for each in decisions if each.seat == seat]
    mistakes = sorted((each for each in own if each.is_mistake), key=_gravity, reverse=True)
    to_win = [each for each in mistakes if each.is_to_win]
    others = [each for each in mistakes if not each.is_to_win]
    luck = error = None
    if games:
        luck = math.fsum(games) / len(games)
        spread = math.fsum((each - luck) ** 2 for each in games) / (len(games) - 1)
        error = math.sqrt(spread / len(games))
    entry = replay.record.seats[seat]
    return SeatReview(
        name=entry.name,
        bot=entry.bot,
        score=score,
        result=result,
        luck=luck,
        luck_error=error,
        play=None if luck is None else result - luck,
        mistakes=tuple(each.index for each in mistakes),
        cost=_cost(others),
        cost_error=_cost_error(others),
        chance_cost=_cost(to_win),
        chance_cost_error=_cost_error(to_win),
        decisions=len(own),
        unjudged=sum(each.cost is None for each in own),
    )


def _thought(budget: Budget | None, adviser: Adviser, seats: int) -> Budget:
    if budget is None:
        return THOUGHT if adviser.note_at(seats) is None else SLOW_THOUGHT
    simulations, seconds = budget.simulations, budget.seconds
    if (simulations is None) == (seconds is None):
        raise ReviewError("BAD_THOUGHT", limit=MAX_SIMULATIONS)
    if simulations is not None and not 1 <= simulations <= MAX_SIMULATIONS:
        raise ReviewError("BAD_THOUGHT", limit=MAX_SIMULATIONS)
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise ReviewError("BAD_THOUGHT", limit=MAX_SIMULATIONS)
    return budget
