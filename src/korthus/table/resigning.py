"""A game that a seat gives up: it ends where it is, and all others have won."""

from __future__ import annotations

from korthus.core.protocol import AnyGame, Outcome, State
from korthus.core.record import Record


def resigned_outcome(game: AnyGame, state: State, seat: int) -> Outcome:
    """How a game ends that a seat gives up in a state.

    No game has a rule for it: the points are those so far where the game says them, else none, and whoever
    gave up comes last whatever they had.
    """
    seats = game.seats(state)
    standing = game.standing(state)
    others = tuple(each for each in range(seats) if each != seat)
    return Outcome(
        scores=(0,) * seats if standing is None else tuple(round(points) for points in standing),
        winners=others,
        ranking=(others, (seat,)),
        breakdown=tuple({} for _ in range(seats)),
        resigned=seat,
    )


def outcome_of(record: Record, game: AnyGame, state: State) -> Outcome | None:
    """How a recorded game ended whose last state this is; None if it goes on."""
    by_rules = game.outcome(state)
    if by_rules is not None or record.resigned is None:
        return by_rules
    return resigned_outcome(game, state, record.resigned)
