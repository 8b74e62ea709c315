"""What results say, and how sure it is.

The deal is what is independent of the other deals, so every figure is first made for a deal (all games of it
together) and intervals are over deals:

- *difference*: the hero's score less the mean score of the others, per game. Its 95 % interval is Student's.
- *games won*: the share of games won, where a victory shared by k counts 1/k. Among equals it is 1/seats.
- *deals won*: whether the hero has more points than the others over all games of the deal; draws count half.

Shares have Wilson's interval, which does not shrink to nothing when everything is won. A deal that is either
won or lost counts as one observation. For games won, a deal counts as one to as many observations as it has
games: as one if its games go the same way, as all of them if they are independent, and between the two as
much as the spread between deals shows (p(1 − p) / s²).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist, fmean
from typing import Final

import msgspec

from korthus.arena.lost import LostTally
from korthus.arena.match import DealLine
from korthus.arena.plan import Match, Plan

LEVEL: Final = 0.95
_Z: Final = NormalDist().inv_cdf(0.5 + LEVEL / 2)
#: From here on the expansion of Student's quantile is exact to far more than anybody prints.
_MANY: Final = 60


class Estimate(msgspec.Struct, frozen=True):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def student(freedom: int) -> float:
    """The quantile of Student's distribution that 95 % intervals need.

    >>> round(student(10), 3), round(student(1000), 3)
    (2.228, 1.962)
    """
    if freedom > _MANY:
        z, n = _Z, freedom
        return (
            z
            + (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        )
    low, high = 0.0, 16.0
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, freedom) < LEVEL:
            low = middle
        else:
            high = middle
    return high


def _within(t: float, freedom: int) -> float:
    """The probability that Student's variable lies between −t and t: a finite sum for whole freedoms."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (step - 1) / step
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def mean_interval(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with Student's interval; of a single value nothing is known.

    >>> mean_interval([1.0, 2.0, 3.0])
    Estimate(value=2.0, low=-0.484..., high=4.484...)
    """
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, float("-inf"), float("inf"))
    reach = student(len(values) - 1) * sqrt(_variance(values, mean) / len(values))
    return Estimate(mean, mean - reach, mean + reach)


def share_interval(values: Sequence[float], games: int = 1) -> Estimate:
    """The mean of independent shares between 0 and 1, each over a number of games, with Wilson's interval.

    >>> share_interval([1.0] * 9 + [0.0])
    Estimate(value=0.9, low=0.595..., high=0.982...)
    """
    count = len(values)
    share = fmean(values)
    alone = share * (1 - share)
    spread = _variance(values, share) if count > 1 else alone
    each = min(max(alone / spread, 1.0), float(games)) if spread > 0 < alone else 1.0
    size = count * each
    squeeze = 1 + _Z**2 / size
    middle = (share + _Z**2 / (2 * size)) / squeeze
    reach = _Z / squeeze * sqrt(alone / size + _Z**2 / (4 * size**2))
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def _variance(values: Sequence[float], mean: float) -> float:
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a match stands."""

    hero: str
    other: str
    title: str
    deals: int
    games: int
    #: The share of games that a hero wins among equals.
    fair: float
    difference: Estimate
    games_won: Estimate
    deals_won: Estimate


class Scoreboard:
    """Takes lines in as they come, in the order of the plan, and knows how every match stands."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        #: For each match, by deal: difference per game, share of games won, and 1, ½ or 0 for the deal.
        self.differences: dict[Match, list[float]] = {match: [] for match in plan.matches}
        self.shares: dict[Match, list[float]] = {match: [] for match in plan.matches}
        self.verdicts: dict[Match, list[float]] = {match: [] for match in plan.matches}
        #: For each player, how often it had which score.
        self.scores: dict[str, Counter[int]] = {name: Counter() for name in plan.names}
        self.lost = LostTally()
        self.units = 0
        self.moves = 0

    def add(self, line: DealLine) -> None:
        """Count a deal."""
        match = self.plan.unit(line.unit).match
        others = self.plan.seats - 1
        ahead = 0  # the others' number times the hero's lead: whole, so that a draw is a draw
        share = 0.0
        for own, game in enumerate(line.games):
            ahead += others * game.scores[own] - (sum(game.scores) - game.scores[own])
            if own in game.winners:
                share += 1 / len(game.winners)
            for name, score in zip(game.seats, game.scores, strict=True):
                self.scores[name][score] += 1
            self.lost.add(game.seats, game.lost)
            self.moves += game.moves
        games = len(line.games)
        self.differences[match].append(ahead / others / games)
        self.shares[match].append(share / games)
        self.verdicts[match].append(0.5 if ahead == 0 else float(ahead > 0))
        self.units += 1

    def mean_score(self, name: str) -> float:
        """The mean of a player's scores; 0 before its first game."""
        scores = self.scores[name]
        return sum(score * count for score, count in scores.items()) / max(1, scores.total())

    def result(self, match: Match) -> MatchResult | None:
        """How a match stands; None before its first deal."""
        if not self.differences[match]:
            return None
        deals, games = len(self.differences[match]), self.plan.games_per_unit
        return MatchResult(
            hero=self.plan.names[match.hero],
            other=self.plan.names[match.other],
            title=self.plan.title(match),
            deals=deals,
            games=deals * games,
            fair=self.plan.fair_share,
            difference=mean_interval(self.differences[match]),
            games_won=share_interval(self.shares[match], games),
            deals_won=share_interval(self.verdicts[match]),
        )

    def results(self) -> tuple[MatchResult, ...]:
        """How every match stands that has begun."""
        found = (self.result(match) for match in self.plan.matches)
        return tuple(result for result in found if result is not None)
