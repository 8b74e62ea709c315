"""Whether an answer is right, and what it costs if it is not."""

from __future__ import annotations

from typing import Any, NamedTuple

from korthus.core.protocol import Action, AnyGame, Event, View, visible
from korthus.puzzles.puzzle import Puzzle


class After(NamedTuple):
    """What the seat sees after its action, and what it is told."""

    view: View
    events: tuple[Event, ...]


class Verdict(NamedTuple):
    """What an answer is worth."""

    action: Action
    right: bool
    #: What it costs; None if only ``least`` is known, which it costs at least.
    cost: float | None
    least: float
    #: None where what follows depends on cards that the seat cannot see: those are drawn at random.
    after: After | None


def judge(game: AnyGame, puzzle: Puzzle, text: str) -> Verdict:
    """Judge an answer.

    Raises:
        InvalidAction: the text names no action.
        IllegalAction: the rules do not allow it.
    """
    state: Any = game.parse_state(puzzle.position)
    seat = game.to_act(state)
    assert seat is not None
    action: Action = game.parse(text)
    step = game.apply(state, action, seat=seat)
    cost = puzzle.cost(str(action))
    told = visible(step.events, seat)
    foreseen = all(event.foreseen_by(seat) for event in step.events)
    after = After(game.view(step.state, seat), told) if foreseen else None
    return Verdict(action, action == game.parse(puzzle.best), cost, puzzle.least_cost, after)
