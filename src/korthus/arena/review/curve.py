"""How the prospects of each seat went over a game."""

from __future__ import annotations

from collections.abc import Mapping

from korthus.arena.review.units import Unit
from korthus.table.replay import Replay


def trace(replay: Replay, unit: Unit, values: Mapping[int, float | None]) -> tuple[tuple[float, ...], ...]:
    """For each step of a replay, what each seat could expect of the game, on the scale of its unit.

    A seat's prospect is what it knew itself: the value of its last decision that could be judged. It stays
    until the seat decides again or until a round, omgång or hand is over; then, and after the last action, it
    is what has been scored. Step 0 is worth nothing to anybody.

    Args:
        values: by the index of a decision among the actions, the value of what was played.
    """
    replay.goto(0)
    now = list(unit.standing(replay.game, replay.state))
    rows = [tuple(now)]
    for index, entry in enumerate(replay.record.actions):
        replay.goto(index + 1)
        value = values.get(index)
        if unit.settled(replay.state):
            now = list(unit.standing(replay.game, replay.state))
        elif entry.seat != "deal" and value is not None:
            now[entry.seat] = value
        rows.append(tuple(now))
    outcome = replay.game.outcome(replay.state)
    if outcome is not None:
        rows[-1] = unit.result(replay.game, outcome.scores)
    return tuple(rows)
