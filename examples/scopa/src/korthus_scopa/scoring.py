"""What a deal is worth, and how a game ended."""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.core.protocol import Outcome, rank_scores
from korthus_scopa.cards import COINS, SETTEBELLO, Card
from korthus_scopa.options import ScopaRules
from korthus_scopa.state import ScopaState

#: What the best card of a suit counts for the primiera (S-16).
PRIMIERA: Final = {"7": 21, "6": 18, "1": 16, "5": 15, "4": 14, "3": 13, "2": 12, "S": 10, "C": 10, "R": 10}

Pair = tuple[int, int]


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """The points of a deal by what they are for, seat 0 first."""

    cards: Pair
    coins: Pair
    settebello: Pair
    primiera: Pair
    scope: Pair
    napola: Pair

    def total(self, seat: int) -> int:
        """What a seat gets for the deal."""
        return sum(getattr(self, name)[seat] for name in self.__struct_fields__)


def coins(cards: tuple[Card, ...]) -> int:
    """How many coins there are among the cards."""
    return sum(card.suit == COINS for card in cards)


def primiera(cards: tuple[Card, ...]) -> int:
    """The best card of each suit together; 0 where a suit is missing (S-16)."""
    best: dict[str, int] = {}
    for card in cards:
        best[card.suit] = max(best.get(card.suit, 0), PRIMIERA[card.rank])
    return sum(best.values()) if len(best) == 4 else 0


def napola(cards: tuple[Card, ...]) -> int:
    """How many coins there are in a row from the ace on; 0 below three (S-18)."""
    held = {card.number for card in cards if card.suit == COINS}
    row = 0
    while row + 1 in held:
        row += 1
    return row if row >= 3 else 0


def score(rules: ScopaRules, taken: tuple[tuple[Card, ...], tuple[Card, ...]], scope: Pair) -> Points:
    """The points of a deal (S-14 to S-19)."""
    first, second = taken
    return Points(
        cards=_more(len(first), len(second)),
        coins=_more(coins(first), coins(second)),
        settebello=_more(first.count(SETTEBELLO), second.count(SETTEBELLO)),
        primiera=_more(primiera(first), primiera(second)),
        scope=scope,
        napola=(napola(first), napola(second)) if rules.napola else (0, 0),
    )


def _more(first: int, second: int) -> Pair:
    """A point for the seat that has more."""
    return (int(first > second), int(second > first))


def winner(rules: ScopaRules, points: Pair) -> int | None:
    """The seat that has reached the target with more points than the other, if one has (S-20)."""
    if max(points) < rules.target or points[0] == points[1]:
        return None
    return points.index(max(points))


def outcome(rules: ScopaRules, state: ScopaState) -> Outcome:
    """How a game that is over ended."""
    ranking = rank_scores(state.points)
    return Outcome(
        scores=state.points,
        winners=ranking[0],
        ranking=ranking,
        breakdown=tuple({"points": points} for points in state.points),
    )
