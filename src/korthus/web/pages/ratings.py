"""How strong everybody is, from the games that have ended.

The scale is the one that chess players know: whoever is 100 points ahead wins about 64 of 100 games, and 1500
is a computer player of the level ``normal``. How strong the levels of the house are is known from matches
(``docs/strength.md``), so they stand still, and people are measured by them as well as by each other.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from korthus.core.protocol import Outcome
from korthus.web.brings import people_of
from korthus.web.store.store import SeatRow, Store, TableRow

#: The rating of a beginner and of the level ``normal``.
USUAL: Final = 1500.0
#: Points of the scale for one of openskill's mu, so that 100 points are 64 %: its beta is 25/6.
_SCALE: Final = 400 * math.log10(math.e) / (math.sqrt(2) * 25 / 6)
_MIDDLE: Final = 25.0
#: How unsure the strength of a level is, in openskill's sigma: it was measured in hundreds of games.
_KNOWN: Final = 1.0
#: Games that end within so many milliseconds may become visible in another order.
_LATE: Final = 60_000

#: A person by the hash of their player token, or a level.
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
    #: How many games it comes from; None for a level that was measured in matches.
    games: int | None


@lru_cache(maxsize=64)
def known_levels(game: str) -> dict[str, float]:
    """The ratings of the levels that were measured against each other; none for a game that does not say.

    >>> {level: round(rating) for level, rating in known_levels("no_such_game").items()}
    {}
    """
    found: dict[str, float] = {}
    rating = USUAL
    for level, share in people_of(game).beats.items():
        rating += 400 * math.log10(share / (1 - share)) if share is not None else 0.0
        found[level] = rating
    shift = USUAL - found.get("normal", USUAL)
    return {level: rating + shift for level, rating in found.items()}


class Ratings:
    """Everybody's rating in each game, by openskill's Plackett-Luce, kept up with the games that end.

    Practice does not count, and a game given up is lost. A person without a player token is a stranger each
    time: they count against others, and are forgotten.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._model: Any = None
        self._lock = asyncio.Lock()
        #: By game: the tables that are rated, and when the last of them ended.
        self._rated: dict[str, set[str]] = {}
        self._latest: dict[str, int] = {}
        self._now: dict[tuple[str, Key], Any] = {}
        self._history: dict[tuple[str, Key], list[RatingOut]] = {}

    async def of(self, game: str, player: bytes) -> list[RatingOut]:
        """A player's ratings in a game, one after each game."""
        async with self._lock:
            await self._catch_up(game)
            return list(self._history.get((game, player), []))

    async def shown(self, game: str, keys: Sequence[Key | None]) -> list[Rating | None]:
        """The ratings of some players and levels; None for those of whom nothing is known."""
        async with self._lock:
            await self._catch_up(game)
            return [None if key is None else self._shown(game, key) for key in keys]

    def _shown(self, game: str, key: Key) -> Rating | None:
        if isinstance(key, str) and key in known_levels(game):
            return Rating(round(known_levels(game)[key]), 0, None)
        history = self._history.get((game, key))
        if not history:
            return None
        return Rating(history[-1].rating, history[-1].unsure, len(history))

    async def _catch_up(self, game: str) -> None:
        after = self._latest.get(game, 0) - _LATE
        finished = await self._store.finished(game, after)
        await asyncio.to_thread(self._rate_all, game, finished)

    def _rate_all(self, game: str, finished: list[tuple[TableRow, list[SeatRow]]]) -> None:
        if self._model is None:
            from openskill.models import PlackettLuce  # here, so that no server start waits for it

            self._model = PlackettLuce()
        rated = self._rated.setdefault(game, set())
        for row, sitting in finished:
            if row.code not in rated:
                rated.add(row.code)
                self._rate(game, row, sitting)
                self._latest[game] = max(self._latest.get(game, 0), row.ended or 0)

    def _rate(self, game: str, row: TableRow, sitting: list[SeatRow]) -> None:
        assert row.outcome is not None
        assert row.ended is not None
        outcome = msgspec.json.decode(row.outcome, type=Outcome)
        known = known_levels(game)
        keys: list[Key | None] = [seat.player or seat.bot for seat in sitting]
        moving = [key for key in keys if key is not None and key not in known]
        if len(set(moving)) != len(moving):
            return  # somebody, or a level of unknown strength, plays against themselves: that says nothing
        teams = [[self._before(game, key)] for key in keys]
        after = self._model.rate(teams, **_placing(outcome))
        for key, (rating,) in zip(keys, after, strict=True):
            if key is not None and key not in known:
                self._now[game, key] = rating
                shown = RatingOut(row.ended, round(_elo(rating.mu)), round(_SCALE * rating.sigma))
                self._history.setdefault((game, key), []).append(shown)

    def _before(self, game: str, key: Key | None) -> Any:
        """The rating of a player before a game."""
        level = known_levels(game).get(key) if isinstance(key, str) else None
        if level is not None:
            return self._model.rating(mu=_MIDDLE + (level - USUAL) / _SCALE, sigma=_KNOWN)
        found = None if key is None else self._now.get((game, key))
        return self._model.rating() if found is None else found


def _elo(mu: float) -> float:
    return USUAL + _SCALE * (mu - _MIDDLE)


def _placing(outcome: Outcome) -> dict[str, list[float]]:
    """Who did better than whom: by points, or by places where a seat gave up whatever it had."""
    if outcome.resigned is None:
        return {"scores": [float(score) for score in outcome.scores]}
    places = {seat: index for index, seats in enumerate(outcome.ranking) for seat in seats}
    return {"ranks": [float(places[seat]) for seat in range(len(outcome.scores))]}
