"""A person's own games: which there are, how they went, and what rating they give."""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.core.protocol import Outcome
from korthus.web.http.refusals import ServerRefusal, is_not_playable
from korthus.web.live.house import House
from korthus.web.pages.ratings import RatingOut, Ratings
from korthus.web.store.store import SeatRow, TableRow
from korthus.web.store.trouble import DamagedTable

#: How many games that go on are looked into, to say whose turn it is.
_LOOKED_INTO: Final = 40


class GamePlayer(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: int
    name: str | None
    bot: str | None


class MyGame(msgspec.Struct, frozen=True, kw_only=True):
    """One of my games."""

    code: str
    game: str
    seat: int
    players: list[GamePlayer]
    started: bool
    over: bool
    my_turn: bool
    outcome: Outcome | None
    #: When it was opened, or ended if it has, in milliseconds since 1970.
    when: int


class Against(msgspec.Struct, kw_only=True):
    """How I fare against one opponent."""

    played: int = 0
    won: int = 0


class GameStats(msgspec.Struct, kw_only=True):
    """My results in one game; practice does not count."""

    played: int = 0
    won: int = 0
    scores: list[int] = []
    opponents: dict[str, Against] = {}
    ratings: list[RatingOut] = []


class Stats(msgspec.Struct, frozen=True):
    """My results by game."""

    by_game: dict[str, GameStats]


class Mine(msgspec.Struct, frozen=True):
    """What is kept about me."""

    games: list[MyGame]
    stats: Stats


async def my_games(house: House, ratings: Ratings, player: bytes) -> Mine:
    """The games and results of the person whose token has this hash."""
    found = await house.store.games_of(player)
    games: list[MyGame] = []
    by_game: dict[str, GameStats] = {}
    looked = 0
    for row, sitting in found:
        seat = next(each.seat for each in sitting if each.player == player)
        outcome = None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome)
        started, my_turn = outcome is not None, False
        if outcome is None and looked < _LOOKED_INTO:
            looked += 1
            try:
                table = (await house.rooms.get(row.code)).table
                started, my_turn = table.started, table.to_act == seat
            except DamagedTable:
                continue  # it is written down; whoever opens it is told
            except ServerRefusal as error:
                if not is_not_playable(error):
                    raise
                started = True  # whoever opens it is told why it cannot go on, and what was played
        games.append(_entry(row, sitting, seat, outcome, started=started, my_turn=my_turn))
        if outcome is not None and not row.practice:
            _count(by_game.setdefault(row.game, GameStats()), sitting, seat, outcome)
    for game, stats in by_game.items():
        stats.scores.reverse()  # the oldest first, as in a chart
        stats.ratings = await ratings.of(game, player)
    return Mine(games, Stats(by_game))


def _entry(
    row: TableRow, sitting: list[SeatRow], seat: int, outcome: Outcome | None, *, started: bool, my_turn: bool
) -> MyGame:
    return MyGame(
        code=row.code,
        game=row.game,
        seat=seat,
        players=[GamePlayer(each.seat, each.name, each.bot) for each in sitting],
        started=started,
        over=outcome is not None,
        my_turn=my_turn,
        outcome=outcome,
        when=row.ended or row.created,
    )


def _count(stats: GameStats, sitting: list[SeatRow], seat: int, outcome: Outcome) -> None:
    won = seat in outcome.winners
    stats.played += 1
    stats.won += won
    stats.scores.append(outcome.scores[seat])
    for other in sitting:
        if other.seat != seat:
            against = stats.opponents.setdefault(other.bot or other.name or "", Against())
            against.played += 1
            against.won += won
