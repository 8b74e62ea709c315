"""Kachuful on its rules page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from korthus.games.kachuful.rules import get_trump_suit
from korthus.games.kachuful.state import KachufulState, Phase
from korthus.locale import Translator
from korthus.screens.diagrams import Diagrams, Example, Row, each_apart

_SECTIONS: Final = ("aim", "course", "trump", "bid", "play", "score", "well")

_ROUND: Final = "seats: 3; round: 3; won: 1 1 0; bids: 1 2 1; leader: 1;"
_EXAMPLES: Final = (
    Example(
        "barred",
        "bid",
        "seats: 4; round: 4; bids: 1 1 1 -; hand 0: HA C4 D2 S9; hand 1: SK C2 D3 H8;"
        " hand 2: H2 C9 DA S5; hand 3: SA SQ HK C5",
        (("bid 0",), ("bid 1",), ("bid 2",)),
    ),
    Example(
        "follow",
        "play",
        f"{_ROUND} hand 0: S9 HA C4; hand 1: C2 D3; hand 2: C9 H2 DA; trick: SK",
        (("play C9", "play S9"), ("play C9", "play HA")),
    ),
    Example(
        "score",
        "score",
        "seats: 3; round: 3; hand 0: S9; hand 1: SK; hand 2: C9; won: 1 2 1; bids: 1 3 2; leader: 1",
        (("play SK", "play C9", "play S9"),),
    ),
)


def rows_of(state: KachufulState, tr: Translator, names: Sequence[str]) -> Iterable[Row]:
    """See ``Diagrams.rows``."""
    if state.phase is Phase.DEAL or state.phase is Phase.OVER:
        round_ = state.sheet[-1]
        for seat, points in enumerate(round_.points):
            note = tr("web_home.row.bid_won", bid=round_.bids[seat], won=round_.won[seat])
            yield Row(label=names[seat], note=f"{note} · {tr('web_home.row.points', n=points)}", groups=())
        return
    trick = state.trick or (state.tricks[-1].cards if state.tricks else ())
    trump = tr(f"web_home.suit.{get_trump_suit(state.round).value}")
    yield Row(
        label=tr("web_home.row.trick"), note=tr("web_home.row.trump", suit=trump), groups=each_apart(trick)
    )
    for seat, hand in enumerate(state.hands):
        bid = state.bids[seat]
        note = (
            tr("web_home.row.no_bid")
            if bid is None
            else tr("web_home.row.bid_won", bid=bid, won=state.won[seat])
        )
        yield Row(label=names[seat], note=note, groups=each_apart(hand))


DIAGRAMS: Final = Diagrams(sections=_SECTIONS, examples=_EXAMPLES, rows=rows_of)
