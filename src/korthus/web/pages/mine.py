"""A person's own games: which there are, how they went, and what rating they give."""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

import msgspec

from korthus.core.protocol import Outcome
from korthus.web.http.refusals import ServerRefusal, is_not_playable
from korthus.web.live.live_table import LiveTable
from korthus.web.live.services import Services
from korthus.web.logs import record_event
from korthus.web.pages.ratings import RatingOut, Ratings
from korthus.web.socket.wire import SeatedOut
from korthus.web.store.store import SeatRow, TableRow
from korthus.web.store.trouble import DamagedTable
from korthus.web.tournaments.out import TournamentLine, tournament_line

#: How many games that go on are looked into, to say whose turn it is.
_LOOKED_INTO: Final = 40
#: How many tournaments are listed.
_TOURNAMENTS: Final = 20


class MyGame(msgspec.Struct, frozen=True, kw_only=True):
    """One of my games."""

    code: str
    game: str
    seat: int
    players: list[SeatedOut]
    started: bool
    over: bool
    my_turn: bool
    #: Whether I have put it away.
    put_away: bool
    #: Whether a seat is kept for me to which I have not come: others want to play again, or wait for me.
    asked: bool
    #: The tournament of a game that goes on, if it is one of a tournament.
    tournament: str | None
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
    tournaments: list[TournamentLine]


async def my_games(services: Services, ratings: Ratings, player: bytes) -> Mine:
    """The games and results of the person whose token has this hash."""
    found = await services.store.games_of(player)
    games: list[MyGame] = []
    by_game: dict[str, GameStats] = {}
    looked = 0
    for row, sitting in found:
        mine = next(each for each in sitting if each.player == player)
        seat = mine.seat
        outcome = None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome)
        here = _Found(started=outcome is not None)
        if outcome is None and looked < _LOOKED_INTO:
            looked += 1
            try:
                live = await services.live_tables.get(row.code)
                if seat in live.declined:
                    continue  # I have said that I do not come
                here = _look_at(live, mine)
            except DamagedTable:
                continue  # it is written down; whoever opens it is told
            except ServerRefusal as error:
                if not is_not_playable(error):
                    raise
                here = _Found(started=True)  # whoever opens it is told why it cannot go on
        games.append(_entry(row, sitting, seat, outcome, here))
        if outcome is not None and not row.practice:
            _count(by_game.setdefault(row.game, GameStats()), sitting, seat, outcome)
    for game, stats in by_game.items():
        stats.scores.reverse()  # the oldest first, as in a chart
        stats.ratings = await ratings.of(game, player)
    return Mine(games, Stats(by_game), await _tournaments(services, player))


async def _tournaments(services: Services, player: bytes) -> list[TournamentLine]:
    """My tournaments, the newest first; one that is damaged is left out, and whoever opens it is told."""
    found = []
    for code in await services.store.tournaments_of(player, _TOURNAMENTS):
        try:
            found.append(tournament_line(await services.tournaments.current(code), player))
        except DamagedTable as error:
            record_event(logging.ERROR, "damaged_tournament", error=error, tournament=code)
    return found


class _Found(NamedTuple):
    """What only a look at the table tells."""

    started: bool
    my_turn: bool = False
    put_away: bool = False
    asked: bool = False
    tournament: str | None = None


def _look_at(live: LiveTable, mine: SeatRow) -> _Found:
    return _Found(
        started=live.table.started,
        my_turn=live.table.to_act == mine.seat,
        put_away=mine.seat in live.put_away,
        asked=not mine.taken,
        tournament=None if live.tournament is None else live.tournament.code,
    )


def _entry(row: TableRow, sitting: list[SeatRow], seat: int, outcome: Outcome | None, here: _Found) -> MyGame:
    return MyGame(
        code=row.code,
        game=row.game,
        seat=seat,
        players=[SeatedOut(each.seat, each.name, each.bot) for each in sitting],
        started=here.started,
        over=outcome is not None,
        my_turn=here.my_turn,
        put_away=here.put_away,
        asked=here.asked,
        tournament=here.tournament,
        outcome=outcome,
        when=row.ended or row.created,
    )


def _count(stats: GameStats, sitting: list[SeatRow], seat: int, outcome: Outcome) -> None:
    won = seat in outcome.winners
    stats.played += 1
    stats.won += won
    if outcome.resigned is None:  # points of a game that was given up say nothing
        stats.scores.append(outcome.scores[seat])
    for other in sitting:
        if other.seat != seat:
            against = stats.opponents.setdefault(other.bot or other.name or "", Against())
            against.played += 1
            against.won += won
