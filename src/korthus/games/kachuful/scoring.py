"""From tricks to points, totals and the final order."""

from __future__ import annotations

from typing import overload

from korthus.core.protocol import Outcome
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import Player, PlayerResult, bid_accuracy, calculate_score, get_winners
from korthus.games.kachuful.state import KachufulState, RoundScore


@overload
def needed(bids: tuple[int, ...], won: tuple[int, ...]) -> tuple[int, ...]: ...
@overload
def needed(bids: tuple[int | None, ...], won: tuple[int, ...]) -> tuple[int | None, ...]: ...
def needed(bids: tuple[int | None, ...], won: tuple[int, ...]) -> tuple[int | None, ...]:
    """Tricks that each seat needs to keep its bid: below 0, it has too many; None until it has bid."""
    # Without strict, which takes a quarter of the time: it is asked at every bid and every trick.
    return tuple([None if bid is None else bid - tricks for bid, tricks in zip(bids, won)])  # noqa: B905


def score_round(rules: KachufulRules, cards: int, bids: tuple[int, ...], won: tuple[int, ...]) -> RoundScore:
    """The line of the score sheet for a round."""
    scoring = rules.scoring
    points = tuple([calculate_score(bid, tricks, scoring) for bid, tricks in zip(bids, won, strict=True)])
    hits = tuple([bid == tricks for bid, tricks in zip(bids, won, strict=True)])
    return RoundScore(cards=cards, bids=bids, won=won, points=points, hits=hits)


def totals(sheet: tuple[RoundScore, ...], seats: int) -> tuple[int, ...]:
    """The points of each seat so far."""
    return tuple([sum([line.points[seat] for line in sheet]) for seat in range(seats)])


def leading(points: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the most points."""
    most = max(points)
    return tuple([seat for seat, each in enumerate(points) if each == most])


def outcome(rules: KachufulRules, state: KachufulState) -> Outcome:
    """How a finished game ended. Equal totals are told apart by bid accuracy, for every place."""
    sheet, seats = state.sheet, len(state.hands)
    scores = totals(sheet, seats)
    results = [
        [PlayerResult(str(seat), line.bids[seat], line.won[seat]) for line in sheet] for seat in range(seats)
    ]
    players = [
        Player(str(seat), scores[seat], bid_accuracy(results[seat], rules.bid_accuracy))
        for seat in range(seats)
    ]
    ranking = []
    rest = players
    while rest:
        best = get_winners(rest)
        ranking.append(tuple(int(player.player_id) for player in best))
        rest = [player for player in rest if player not in best]
    return Outcome(
        scores=scores,
        winners=ranking[0],
        ranking=tuple(ranking),
        breakdown=tuple(
            {
                "points": scores[seat],
                "exact_hits": sum(line.hits[seat] for line in sheet),
                "deviation": sum(abs(each.predicted - each.actual) for each in results[seat]),
            }
            for seat in range(seats)
        ),
    )
