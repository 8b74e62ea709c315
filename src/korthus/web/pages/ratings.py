"""How strong everybody is, from the games that have ended.

People stand on the scale on which the players of the house were measured (``arena/scale.py``): whoever is 400
points ahead wins ten games for one, and 1000 is the plain player of the game. A computer that was measured
stands still, so a game with it counts as one with a person of that strength, and people are measured by it as
well as by each other. One that was not measured is rated like anybody.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from korthus.arena.scale import DECADE, PINNED, rung_of
from korthus.core.protocol import Outcome
from korthus.web.store.store import SeatRow, Store, TableRow

#: The rating with which a newcomer begins, that of the plain player of the game.
NEWCOMER: Final = PINNED
#: Openskill's mu of a newcomer, and its beta for a game of two: how much luck there is in it.
_MU: Final = 25.0
_BETA: Final = 25.0 / 6.0
#: Points of the scale for one of openskill's mu.
_POINTS: Final = DECADE * math.log10(math.e) / (math.sqrt(2) * _BETA)
#: Standard deviations from a rung to an end of its interval of 95 %.
_REACH: Final = 1.96
#: Openskill's sigma of a player that stands still: how unsure its rung is would stretch everybody's scale.
_STILL: Final = 0.01
#: Games that end within this time, in milliseconds, may become visible in another order.
_LATE: Final = 60_000

#: A person by the hash of their player token, or a computer player by its name.
Key = bytes | str


class RatingOut(msgspec.Struct, frozen=True):
    """A rating after a game, and how unsure it is: two times in three the truth is no further away."""

    when: int
    rating: int
    unsure: int


class Rating(msgspec.Struct, frozen=True):
    """A rating as others see it."""

    rating: int
    unsure: int
    #: How many games it comes from; None for a computer player that was measured in matches.
    games: int | None


def measured(game: str, player: Key | None) -> Rating | None:
    """Where a computer player stands that was measured in matches; None for everybody else."""
    rung = rung_of(game, player) if isinstance(player, str) else None
    if rung is None:
        return None
    return Rating(rung.points, round((rung.high - rung.low) / (2 * _REACH)), None)


@lru_cache(maxsize=16)
def _model(seats: int) -> Any:
    """Openskill's Plackett-Luce for tables of some seats.

    It adds the beta of everybody at a table up, so that points would mean less the more sit there; this one
    has the same sum whatever their number.
    """
    from openskill.models import PlackettLuce  # here, so that no server start waits for it

    return PlackettLuce(mu=_MU, beta=_BETA * math.sqrt(2 / seats))


class Standings:
    """Everybody's rating in one game, moved by one result after the other."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._now: dict[Key, Any] = {}
        self._history: dict[Key, list[RatingOut]] = {}

    def history(self, key: Key) -> list[RatingOut]:
        """Somebody's ratings, one after each game."""
        return list(self._history.get(key, ()))

    def shown(self, key: Key | None) -> Rating | None:
        """A rating as others see it; None for somebody of whom nothing is known."""
        found = measured(self._game, key)
        if found is not None or key is None or key not in self._history:
            return found
        history = self._history[key]
        return Rating(history[-1].rating, history[-1].unsure, len(history))

    def count(self, keys: Sequence[Key | None], outcome: Outcome, when: int) -> None:
        """Count a game that has ended; ``keys`` says who sat in each seat, None for a stranger."""
        persons = [key for key in keys if isinstance(key, bytes)]
        if len(set(persons)) != len(persons):
            return  # somebody plays against themselves: that says nothing
        # A computer of unknown strength that sits there more than once says nothing about itself either.
        moving = [key for key in keys if keys.count(key) == 1 and measured(self._game, key) is None]
        model = _model(len(keys))
        after = model.rate([[self._before(model, key)] for key in keys], ranks=_places(outcome))
        for key, (rating,) in zip(keys, after, strict=True):
            if key is not None and key in moving:
                self._now[key] = rating
                shown = RatingOut(when, round(_points(rating.mu)), round(_POINTS * rating.sigma))
                self._history.setdefault(key, []).append(shown)

    def _before(self, model: Any, key: Key | None) -> Any:
        """The rating of somebody before a game."""
        known = measured(self._game, key)
        if known is not None:
            return model.rating(mu=_MU + (known.rating - NEWCOMER) / _POINTS, sigma=_STILL)
        found = None if key is None else self._now.get(key)
        return model.rating() if found is None else found


class Ratings:
    """Everybody's rating in each game, kept up with the games that end.

    Practice does not count, and a game given up is lost. A person without a player token is a stranger each
    time: they count against others, and are forgotten.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        #: By game: the tables that are rated, and when the last of them ended.
        self._rated: dict[str, set[str]] = {}
        self._latest: dict[str, int] = {}
        self._standings: dict[str, Standings] = {}

    async def of(self, game: str, player: bytes) -> list[RatingOut]:
        """A player's ratings in a game, one after each game."""
        async with self._lock:
            return (await self._up_to_date(game)).history(player)

    async def shown(self, game: str, keys: Sequence[Key | None]) -> list[Rating | None]:
        """The ratings of some players; None for those of whom nothing is known."""
        async with self._lock:
            standings = await self._up_to_date(game)
            return [standings.shown(key) for key in keys]

    async def _up_to_date(self, game: str) -> Standings:
        after = self._latest.get(game, 0) - _LATE
        finished = await self._store.finished(game, after)
        standings = self._standings.setdefault(game, Standings(game))
        await asyncio.to_thread(self._count_all, standings, game, finished)
        return standings

    def _count_all(
        self, standings: Standings, game: str, finished: list[tuple[TableRow, list[SeatRow]]]
    ) -> None:
        rated = self._rated.setdefault(game, set())
        for row, sitting in finished:
            if row.code not in rated:
                assert row.outcome is not None
                assert row.ended is not None
                outcome = msgspec.json.decode(row.outcome, type=Outcome)
                standings.count([seat.player or seat.bot for seat in sitting], outcome, row.ended)
                rated.add(row.code)  # not before: what has failed is tried again with the next request
                self._latest[game] = max(self._latest.get(game, 0), row.ended)


def _points(mu: float) -> float:
    return NEWCOMER + _POINTS * (mu - _MU)


def _places(outcome: Outcome) -> list[float]:
    """The place of each seat: as the game ranks them, so that who gave up is last whatever it had."""
    places = {seat: index for index, seats in enumerate(outcome.ranking) for seat in seats}
    return [float(places[seat]) for seat in range(len(outcome.scores))]
