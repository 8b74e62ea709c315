"""What a seat, or a spectator, knows. Everything that ever lay on the table is public (S-7)."""

from __future__ import annotations

from korthus.core.protocol import View
from korthus_scopa.cards import DECK, Card
from korthus_scopa.options import ScopaRules
from korthus_scopa.play import dealer, located, misdealt, to_act
from korthus_scopa.scoring import coins
from korthus_scopa.state import ScopaState


class ScopaView(View, frozen=True, kw_only=True):
    """The table as a seat sees it; tuples of two have seat 0 first."""

    #: The seat's own cards; a spectator has none.
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, int]
    table: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], tuple[Card, ...]]
    #: How many of the taken cards are coins.
    coins: tuple[int, int]
    #: Scope of this deal.
    scope: tuple[int, int]
    #: Points of the deals that are over, and those that win.
    points: tuple[int, int]
    target: int
    #: Cards that are not dealt.
    stock: int
    #: The number of this deal, counted from 1.
    deal: int
    dealer: int
    last_taker: int | None
    #: Whether the cards that lie there are dealt again.
    misdealt: bool


def make_view(rules: ScopaRules, state: ScopaState, seat: int | None) -> ScopaView:
    """What a seat, or a spectator (None), may know of a state."""
    return ScopaView(
        seat=seat,
        to_act=to_act(rules, state),
        hand=() if seat is None else state.hands[seat],
        hand_sizes=(len(state.hands[0]), len(state.hands[1])),
        table=state.table,
        taken=state.taken,
        coins=(coins(state.taken[0]), coins(state.taken[1])),
        scope=state.scope,
        points=state.points,
        target=rules.target,
        stock=len(DECK) - len(located(state)),
        deal=state.deals + 1,
        dealer=dealer(rules, state),
        last_taker=state.last_taker,
        misdealt=misdealt(rules, state),
    )
