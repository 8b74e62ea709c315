"""What a bot says about the actions a seat may choose from: numbers, and a reason made from facts."""

from __future__ import annotations

from abc import abstractmethod

import msgspec

from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, View


class Reason(msgspec.Struct, frozen=True):
    """A sentence to be written by a face: its key in the catalogue, and what goes into it."""

    key: str
    params: dict[str, str | int] = {}


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What one action is worth."""

    action: Action
    #: The expected result in the game's own unit (points, stones, a share of the pot), from this seat's side.
    value: float
    #: The standard error of ``value``; infinite where it is not known.
    error: float
    #: How many simulations tried the action.
    visits: int
    reasons: tuple[Reason, ...] = ()


class Adviser(Bot):
    """A bot that can say what every legal action is worth."""

    @abstractmethod
    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        """Every legal action of the seat to act, the best first; what ``choose`` would take comes first."""
