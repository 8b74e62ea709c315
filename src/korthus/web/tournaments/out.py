"""What everybody may know of a tournament: no seed, and no result, before all have played the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from korthus.core.protocol import Outcome
from korthus.web.tournaments.desk import Current
from korthus.web.tournaments.progress import State, next_for, plays, results, states
from korthus.web.tournaments.schedule import Fixture
from korthus.web.tournaments.standing import Against, Line, cross_table, standings

if TYPE_CHECKING:
    from korthus.web.live.services import Services


class EntrantOut(msgspec.Struct, frozen=True):
    """A place. ``name`` is None for one that anybody may take."""

    name: str | None
    taken: bool
    away: bool


class FixtureOut(msgspec.Struct, frozen=True, kw_only=True):
    """One game."""

    number: int
    round: int
    deal: int
    turn: int
    #: By seat; ``computers`` are the seats that a computer plays.
    players: tuple[int, ...]
    computers: list[int]
    state: State
    #: Whether I can play it now.
    mine: bool
    table: str | None
    #: The players who sit at the table now.
    here: list[int]
    #: Points by seat and who won; None before all have played the deal.
    scores: list[int] | None
    winners: list[int] | None
    #: The seat that gave the game up.
    resigned: int | None


class DealOut(msgspec.Struct, frozen=True):
    """Cards that all groups of a round play: what was promised of them, and whether they are open."""

    commitment: str
    revealed: bool


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a tournament wherever it is shown."""

    code: str
    game: str
    players: list[EntrantOut]
    begun: bool
    over: bool
    created: int


class TournamentOut(_Known, frozen=True, kw_only=True):
    """A tournament."""

    preset: str | None
    options: dict[str, Any]
    seats: int
    deals: int
    #: Whether I made it, and which of the players I am.
    owner: bool
    me: int | None
    fixtures: list[FixtureOut]
    cards: list[DealOut]
    standings: list[Line]
    cross: list[list[Against | None]]
    #: The number of the game that I should play next.
    next: int | None


class TournamentLine(_Known, frozen=True, kw_only=True):
    """One of my tournaments, in a list."""

    #: Whether there is a game that I can play now.
    my_turn: bool


def tournament_out(services: Services, current: Current, player: bytes | None) -> TournamentOut:
    """What somebody may know of a tournament."""
    (_, it), rows = current
    me, now = it.number_of(player), states(it, rows)
    done = results(it, rows)
    outcomes = {result.number: result.outcome for result in done}
    used = {fixture.deal for fixture in it.fixtures}
    return TournamentOut(
        **_known(current),
        preset=it.preset,
        options=it.options,
        seats=it.seats,
        deals=it.deals,
        owner=player is not None and it.owner == player.hex(),
        me=me,
        fixtures=[
            _fixture(services, current, fixture, now[fixture.number], me, outcomes.get(fixture.number))
            for fixture in it.fixtures
        ],
        cards=[
            DealOut(promised, deal in it.revealed)
            for deal, promised in enumerate(it.commitments)
            if not it.begun or deal in used
        ],
        standings=standings(len(it.entrants), done) if it.begun else [],
        cross=cross_table(len(it.entrants), done) if it.begun else [],
        next=None if me is None else next_for(it, rows, now, me),
    )


def tournament_line(current: Current, player: bytes) -> TournamentLine:
    """A tournament in the list of one of its players."""
    (_, it), rows = current
    me = it.number_of(player)
    my_turn = me is not None and next_for(it, rows, states(it, rows), me) is not None
    return TournamentLine(**_known(current), my_turn=my_turn)


def _known(current: Current) -> dict[str, Any]:
    """The fields of ``_Known``."""
    (row, it), rows = current
    return {
        "code": row.code,
        "game": it.game,
        "players": [EntrantOut(each.name, each.player is not None, each.away) for each in it.entrants],
        "begun": it.begun,
        "over": it.begun and all(each in ("ended", "closed") for each in states(it, rows).values()),
        "created": row.created,
    }


def _fixture(
    services: Services,
    current: Current,
    fixture: Fixture,
    state: State,
    me: int | None,
    outcome: Outcome | None,
) -> FixtureOut:
    it, rows = current.kept.it, current.rows
    table = it.tables.get(fixture.number)
    sitting = rows[table][1] if table is not None and table in rows else []
    live = None if table is None else services.live_tables.loaded(table)
    mine = me is not None and plays(it, rows, fixture, me)
    return FixtureOut(
        **fixture._asdict(),
        computers=[seat.seat for seat in sitting if seat.bot is not None],
        state=state,
        mine=mine and state in ("open", "playing"),
        table=table,
        here=[] if live is None else [fixture.players[seat] for seat in live.persons if live.present(seat)],
        scores=None if outcome is None else list(outcome.scores),
        winners=None if outcome is None else list(outcome.winners),
        resigned=None if outcome is None else outcome.resigned,
    )
