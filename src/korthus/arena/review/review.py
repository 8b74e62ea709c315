"""A finished game looked back on: what each decision cost, how the prospects went, what was luck.

**A decision** is judged by an ``Adviser`` that is given the view of the seat that decided, and nothing else:
it knows what that player could know. Its cost is the value of the adviser's choice less the value of what was
played, never less than nothing. Whoever looks at a hundred decisions finds some that look bad by accident, so
a decision whose cost exceeds twice its standard error is looked at again, with more thought and other luck,
and what the second look says counts. It is a mistake if its cost still exceeds twice its standard error.

**Results** are measured in the unit of the game (``units``): points or stones ahead of the mean of the
others, or chips won. Values of decisions are on the same scale: what has been scored so far plus what the
adviser expects of the rest of the round, omgång or hand that is being played.

**Luck** is what the deals of the record bring a seat, on average, when the same player sits in every seat
(``review_luck``), and **play** is the result less luck. Both have the standard error of that average.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from korthus.arena.review.curve import trace
from korthus.arena.review.data import Decision, Review, SeatReview
from korthus.arena.review.errors import ReviewError
from korthus.arena.review.judge import find_adviser
from korthus.arena.review.luck import Missing, packs_of
from korthus.arena.review.units import unit_of
from korthus.arena.review.work import Again, Found, Job, Piece, results
from korthus.bots.advice import Adviser
from korthus.bots.protocol import Budget
from korthus.core.protocol import AnyGame
from korthus.core.record import Record
from korthus.table.replay import Replay

#: The thought given to a decision, and where the player must search on the readable rules.
THOUGHT: Final = Budget(simulations=20_000)
SLOW_THOUGHT: Final = Budget(simulations=400)
MAX_SIMULATIONS: Final = 10_000_000
#: How often the deals are played again.
REPLAYS: Final = 32
MAX_REPLAYS: Final = 10_000

Progress = Callable[[int, int], None]


def review(
    record: Record,
    *,
    game: AnyGame | None = None,
    level: str = "strong",
    budget: Budget | None = None,
    seed: int = 0,
    replays: int = REPLAYS,
    jobs: int = 1,
    progress: Progress | None = None,
    known: Sequence[Found] = (),
    keep: Callable[[Found], None] | None = None,
) -> Review:
    """Look back on a finished game.

    With a number of simulations, and unless told otherwise it is one, the same record and seed give the same
    review, however many processes work on it.

    Args:
        game: stands in for the catalogue.
        level: the player who judges, and who plays the deals again.
        budget: the thought for each decision.
        replays: how often the deals are played again; 0 for not at all.
        jobs: the processes that share the work.
        progress: told how many pieces of work are done, and how many there are.
        known: what ``keep`` was given by an earlier review of the same record with the same wishes.
        keep: given what each piece of work comes to, in order.

    Raises:
        InvalidRecord: the record does not replay.
        InvalidOptions: there is no such player.
        ReviewError: the game is not over, or nobody can judge it, or a number makes no sense.
    """
    replay = Replay(record, game=game)
    replay.goto(len(replay))
    outcome = replay.game.outcome(replay.state)
    if outcome is None:
        raise ReviewError("UNFINISHED")
    adviser, unit = find_adviser(replay.game, level), unit_of(replay.game)
    thought = _thought(budget, adviser, len(record.seats))
    missing = _luck_missing(replay, replays)
    again = 0 if missing else replays
    work: list[Piece] = [n for n, entry in enumerate(record.actions) if entry.seat != "deal"]
    work += [Again(number) for number in range(again)]
    done = _do(Job(record, replay.game, level, thought, seed), work, jobs, known, progress, keep)
    decisions = tuple(found for found in done if isinstance(found, Decision))
    return Review(
        game=record.game,
        unit=unit.name,
        level=level,
        simulations=thought.simulations,
        seconds=thought.seconds,
        seed=seed,
        replays=again,
        luck_missing=missing,
        note=adviser.note_at(len(record.seats)),
        seats=_seats(replay, outcome.scores, unit.result(replay.game, outcome.scores), done),
        decisions=decisions,
        curve=trace(replay, unit, {each.index: each.value for each in decisions}),
    )


def _luck_missing(replay: Replay, replays: int) -> Missing | None:
    """Why the deals cannot be played again; None if they can."""
    if replays != 0 and not 2 <= replays <= MAX_REPLAYS:
        raise ReviewError("BAD_REPLAYS", limit=MAX_REPLAYS)
    packs = packs_of(replay)
    return packs if isinstance(packs, str) else None


def _do(
    job: Job,
    work: Sequence[Piece],
    jobs: int,
    known: Sequence[Found],
    progress: Progress | None,
    keep: Callable[[Found], None] | None,
) -> list[Found]:
    """What the pieces of work come to, those that are ``known`` first."""
    done = list(known[: len(work)])
    if progress is not None:
        progress(len(done), len(work))
    for found in results(job, work, jobs, len(done)):
        if keep is not None:
            keep(found)
        done.append(found)
        if progress is not None:
            progress(len(done), len(work))
    return done


def _seats(
    replay: Replay, scores: Sequence[int], results: Sequence[float], done: Sequence[Found]
) -> tuple[SeatReview, ...]:
    decisions = [found for found in done if isinstance(found, Decision)]
    games = [found for found in done if not isinstance(found, Decision)]
    return tuple(
        _seat(replay, seat, scores[seat], results[seat], decisions, [each[seat] for each in games])
        for seat in range(len(scores))
    )


def _seat(
    replay: Replay,
    seat: int,
    score: int,
    result: float,
    decisions: Sequence[Decision],
    games: Sequence[float],
) -> SeatReview:
    own = [each for each in decisions if each.seat == seat]
    mistakes = sorted((each for each in own if each.is_mistake), key=lambda each: -(each.cost or 0.0))
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
        cost=math.fsum(each.cost or 0.0 for each in mistakes),
        cost_error=math.hypot(*(each.cost_error or 0.0 for each in mistakes)),
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
