"""How much players may think, as it is typed: milliseconds, or a number of simulations."""

from __future__ import annotations

from korthus.arena.errors import ArenaError
from korthus.bots.protocol import Budget


def budget_of(milliseconds: float | None, simulations: int | None) -> Budget | None:
    """The budget of a turn; None where neither is given.

    >>> budget_of(250, None)
    Budget(seconds=0.25, simulations=None)
    """
    if milliseconds is None and simulations is None:
        return None
    return Budget(seconds=None if milliseconds is None else milliseconds / 1000, simulations=simulations)


def check_budget(budget: Budget | None) -> None:
    """See that a budget makes sense.

    Raises:
        ArenaError: it is nothing, too much, or both kinds.
    """
    if budget is None:
        return
    time, count = budget.seconds, budget.simulations
    fine = (time is None) != (count is None)
    fine = fine and (time is None or 0.001 <= time <= 86_400) and (count is None or count >= 1)
    if not fine:
        raise ArenaError("BAD_BUDGET")
