"""Who stands where, from the games whose cards are open.

A game gives a player one point for leaving everybody behind, and less for fewer of them; a tie counts half.
Where points are equal, the same cards decide: how many points of the game somebody took more than all who
held the same hand, on average.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from korthus.core.protocol import Outcome


class Result(NamedTuple):
    """How a game of a tournament ended."""

    #: The number of the fixture, and its deal.
    number: int
    deal: int
    #: The player in each seat; None where a computer sat.
    players: tuple[int | None, ...]
    outcome: Outcome


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A player's line of the standings."""

    player: int
    #: The rank, from 1; the same for players whom nothing tells apart.
    place: int
    games: int
    won: int
    points: float
    #: Points of the game more than others with the same cards, over all games; None if nobody held them yet.
    same_cards: float | None


class Against(msgspec.Struct, frozen=True):
    """How often one player was ahead of another (ties count half), of how many games."""

    ahead: float
    games: int


def standings(players: int, results: Sequence[Result]) -> list[Line]:
    """The lines of all players, the first first."""
    played: dict[int, list[tuple[Result, int]]] = defaultdict(list)
    for result in results:
        for seat, player in enumerate(result.players):
            if player is not None:
                played[player].append((result, seat))
    par = _pars(results)
    lines = sorted((_line(each, played[each], par) for each in range(players)), key=_worth, reverse=True)
    return [replace(line, place=1 + sum(_worth(other) > _worth(line) for other in lines)) for line in lines]


def cross_table(players: int, results: Iterable[Result]) -> list[list[Against | None]]:
    """What each player (row) has against each other (column)."""
    ahead: dict[tuple[int, int], list[float]] = defaultdict(list)
    for result in results:
        for seat, one in enumerate(result.players):
            for other_seat, other in enumerate(result.players):
                if one is not None and other is not None and one != other:
                    ahead[one, other].append(_ahead(result.outcome, seat, other_seat))
    return [[_against(ahead.get((row, column), [])) for column in range(players)] for row in range(players)]


def _against(games: list[float]) -> Against | None:
    return Against(sum(games), len(games)) if games else None


def _ahead(outcome: Outcome, seat: int, other: int) -> float:
    """1 if a seat came before another, 0 if after it, half for a tie."""
    rank = {each: index for index, tied in enumerate(outcome.ranking) for each in tied}
    return 0.5 if rank[seat] == rank[other] else float(rank[seat] < rank[other])


def _points(outcome: Outcome, seat: int) -> float:
    others = [each for each in range(len(outcome.scores)) if each != seat]
    return fmean(_ahead(outcome, seat, other) for other in others)


def _pars(results: Iterable[Result]) -> dict[tuple[int, int], float]:
    """What a hand (a deal and a seat) has brought on average, where several have held it.

    The points of a game that was given up say nothing.
    """
    scores: dict[tuple[int, int], list[int]] = defaultdict(list)
    for result in results:
        if result.outcome.resigned is None:
            for seat, score in enumerate(result.outcome.scores):
                scores[result.deal, seat].append(score)
    return {hand: fmean(found) for hand, found in scores.items() if len(found) > 1}


def _line(player: int, games: Sequence[tuple[Result, int]], par: dict[tuple[int, int], float]) -> Line:
    """A player's line, without the rank."""
    compared = [
        result.outcome.scores[seat] - par[result.deal, seat]
        for result, seat in games
        if result.outcome.resigned is None and (result.deal, seat) in par
    ]
    return Line(
        player=player,
        place=0,
        games=len(games),
        won=sum(seat in result.outcome.winners for result, seat in games),
        points=sum(_points(result.outcome, seat) for result, seat in games),
        same_cards=sum(compared) if compared else None,
    )


def _worth(line: Line) -> tuple[float, float]:
    """By what players are compared; rounded, for thirds do not add up to one."""
    return round(line.points, 6), round(line.same_cards or 0.0, 6)
