"""How strong everybody is, from the games that have ended."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from korthus.core.protocol import Outcome
from korthus.web.store.store import SeatRow, Store, TableRow


class RatingOut(msgspec.Struct, frozen=True):
    """My rating after a game: what is likely, how unsure that is, and what is almost certain."""

    when: int
    mu: float
    sigma: float
    ordinal: float


class Ratings:
    """Everybody's rating in each game, by openskill's Plackett-Luce, kept up with the games that end.

    A person without a player token is a stranger each time: they count against others, and are forgotten.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._model: Any = None
        self._lock = asyncio.Lock()
        self._rated: dict[str, set[str]] = {}
        self._now: dict[tuple[str, bytes | str], Any] = {}
        self._history: dict[tuple[str, bytes | str], list[RatingOut]] = {}

    async def of(self, game: str, player: bytes) -> list[RatingOut]:
        """A player's ratings in a game, one after each game."""
        async with self._lock:
            finished = await self._store.finished(game)
            await asyncio.to_thread(self._rate_all, game, finished)
            return self._history.get((game, player), [])

    def _rate_all(self, game: str, finished: list[tuple[TableRow, list[SeatRow]]]) -> None:
        if self._model is None:
            from openskill.models import PlackettLuce  # here, so that no server start waits for it

            self._model = PlackettLuce()
        rated = self._rated.setdefault(game, set())
        for row, sitting in finished:
            if row.code not in rated:
                rated.add(row.code)
                self._rate(game, row, sitting)

    def _rate(self, game: str, row: TableRow, sitting: list[SeatRow]) -> None:
        assert row.outcome is not None
        assert row.ended is not None
        outcome = msgspec.json.decode(row.outcome, type=Outcome)
        keys: list[bytes | str | None] = [seat.player or seat.bot for seat in sitting]
        known = [key for key in keys if key is not None]
        if len(set(known)) != len(known):
            return  # somebody plays against themselves, or two bots of one level: that says nothing
        before = [self._now.get((game, key)) if key is not None else None for key in keys]
        teams = [[rating if rating is not None else self._model.rating()] for rating in before]
        after = self._model.rate(teams, scores=[float(score) for score in outcome.scores])
        for key, (rating,) in zip(keys, after, strict=True):
            if key is not None:
                self._now[game, key] = rating
                entry = RatingOut(row.ended, rating.mu, rating.sigma, rating.ordinal())
                self._history.setdefault((game, key), []).append(entry)
