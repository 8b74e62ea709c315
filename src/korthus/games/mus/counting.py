"""What a lance brings when the hand is counted: the one place that knows. Players and solver ask here too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from korthus.games.mus.options import SINGLE_HAND_CAP, MusRules
from korthus.games.mus.scoring import Lance, Reason
from korthus.games.mus.state import How, Settled


class Ended(Protocol):
    """How the betting of a lance ended: a ``Settled``, or as much of one as a deje depends on."""

    @property
    def how(self) -> How: ...

    @property
    def seat(self) -> int | None: ...

    @property
    def stones(self) -> int: ...


class Gain(msgspec.Struct, frozen=True, gc=False):
    """Stones for a seat, and why."""

    seat: int
    reason: Reason
    stones: int


def count(rules: MusRules, result: Settled, better: int, values: tuple[int, int]) -> tuple[Gain, ...]:
    """What a settled lance brings at the count, in the order in which it is scored.

    The deje of a refused bet is not among it: it was taken at once (U-14).

    Args:
        better: the seat with the better cards in this lance (``scoring.winner``).
        values: what the hand of each seat is worth in it (``scoring.value``).
    """
    how = result.how
    if how is How.NOBODY:
        return ()
    if how is How.REFUSED or how is How.ALONE:
        # The last to bet takes the value of the own hand, even if it is the worse one (U-15, UI-9).
        assert result.seat is not None
        own = values[result.seat]
        return (Gain(result.seat, Reason.VALUE, own),) if own else ()
    worth = values[better]
    if how is How.PASS:
        return (Gain(better, Reason.VALUE, worth) if worth else Gain(better, Reason.PASS, 1),)
    stake = Gain(better, Reason.STAKE, result.stones)
    if worth and (result.lance is not Lance.PUNTO or rules.punto_bonus_on_accept):
        return (stake, Gain(better, Reason.VALUE, worth))
    return (stake,)


def deje_taken(result: Ended) -> int:
    """What a lance brought at once: the deje of a refused bet, to the seat that bet last (U-14)."""
    return result.stones if result.how is How.REFUSED else 0


def dejes(settled: Iterable[Ended]) -> tuple[int, int]:
    """What each seat took at once, as dejes, in lances that are settled (U-14)."""
    taken = [0, 0]
    for result in settled:
        if stones := deje_taken(result):
            assert result.seat is not None
            taken[result.seat] += stones
    return taken[0], taken[1]


def ordago_stones(rules: MusRules, have: int) -> int:
    """What an accepted órdago brings to its winner, who has ``have`` stones: all that is missing (UI-16)."""
    return SINGLE_HAND_CAP if rules.target_stones is None else rules.target_stones - have
