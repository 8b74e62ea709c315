"""One moment of a game. What follows from other fields (whose turn it is, the stock) is not kept."""

from __future__ import annotations

from korthus.core.protocol import State
from korthus_scopa.cards import Card

Cards = tuple[Card, ...]


class ScopaState(State, frozen=True, kw_only=True):
    """Everything that is the case, hidden cards included. Tuples of two have seat 0 first.

    Between two deals no card lies anywhere. What is in no hand, not on the table and not taken is undealt.
    """

    #: How many deals have been played to their end.
    deals: int = 0
    #: Points of the deals that are over.
    points: tuple[int, int] = (0, 0)
    #: In canonical order.
    hands: tuple[Cards, Cards] = ((), ())
    #: In the order in which they came.
    table: Cards = ()
    #: In canonical order.
    taken: tuple[Cards, Cards] = ((), ())
    #: Scope of this deal.
    scope: tuple[int, int] = (0, 0)
    #: Who took last in this deal.
    last_taker: int | None = None
