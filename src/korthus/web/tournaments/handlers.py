"""The HTTP side of tournaments: making one, coming in, playing, and looking at it."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from korthus.web.bounds import MAX_PLACES
from korthus.web.facts import HeldSeat
from korthus.web.http.refusals import ServerRefusal
from korthus.web.http.routes import Bearer, services_of
from korthus.web.live.names import clean_name
from korthus.web.live.opening import Name, Token
from korthus.web.store.tokens import hashed
from korthus.web.tournaments.opening import MadeTournament, NewTournament, open_tournament
from korthus.web.tournaments.out import TournamentOut, tournament_out

Code = Annotated[str, PathParameter(description="The name of a tournament, 8 letters and digits.")]


class PlaceWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody wants to play along."""

    invite: Token
    #: What they are called; a place that is kept for somebody has its name.
    name: Name
    player: Token
    #: The number of an entrant that is kept for somebody; else the first that is for anybody.
    place: Annotated[int, Meta(ge=0, lt=MAX_PLACES)] | None = None


class PlayWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of my games I want to play; None for the next."""

    number: Annotated[int, Meta(ge=0, lt=2**31)] | None = None


class EntrantWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a player is put away."""

    player: Annotated[int, Meta(ge=0, lt=MAX_PLACES)]
    away: bool


def player_of(authorization: str | None) -> bytes | None:
    """The hash of the player token that came with a request, if any."""
    kind, _, token = (authorization or "").partition(" ")
    return hashed(token) if kind.lower() == "bearer" and token else None


def _must_be_player(authorization: str | None) -> bytes:
    player = player_of(authorization)
    if player is None:
        raise ServerRefusal("BAD_TOKEN")
    return player


@post("/api/tournaments", tags=["tournaments"])
async def create_tournament(data: JSONBody[NewTournament], state: State) -> MadeTournament:
    """Make a tournament. The secret in the answer is shown once."""
    return await open_tournament(services_of(state), data)


@get("/api/tournaments/{code:str}", tags=["tournaments"])
async def read_tournament(code: Code, state: State, authorization: Bearer = None) -> TournamentOut:
    """Players, games, standings; of a deal that somebody still has to play, only what was promised."""
    services = services_of(state)
    return tournament_out(services, await services.tournaments.current(code), player_of(authorization))


@post("/api/tournaments/{code:str}/join", tags=["tournaments"])
async def join_tournament(code: Code, data: JSONBody[PlaceWish], state: State) -> TournamentOut:
    """Take a place, by the secret of the link. Whoever asks again has the place they had."""
    services = services_of(state)
    player = hashed(data.player)
    await services.tournaments.join(code, data.invite, clean_name(data.name), player, data.place)
    return tournament_out(services, await services.tournaments.current(code), player)


@post("/api/tournaments/{code:str}/begin", tags=["tournaments"])
async def begin_tournament(code: Code, state: State, authorization: Bearer = None) -> TournamentOut:
    """Begin with those who have come. For whoever made the tournament."""
    services, player = services_of(state), _must_be_player(authorization)
    await services.tournaments.begin(code, player)
    return tournament_out(services, await services.tournaments.current(code), player)


@post("/api/tournaments/{code:str}/away", tags=["tournaments"])
async def put_entrant_away(
    code: Code, data: JSONBody[EntrantWish], state: State, authorization: Bearer = None
) -> TournamentOut:
    """Put a player away, so that a computer plays for them, or bring them back. For whoever made it."""
    services, player = services_of(state), _must_be_player(authorization)
    await services.tournaments.put_away(code, player, data.player, data.away)
    return tournament_out(services, await services.tournaments.current(code), player)


@post("/api/tournaments/{code:str}/play", tags=["tournaments"])
async def play_in_tournament(
    code: Code, data: JSONBody[PlayWish], state: State, authorization: Bearer = None
) -> HeldSeat:
    """My seat at the table of one of my games. The first of its players who asks has the table put up."""
    player = _must_be_player(authorization)
    return await services_of(state).tournaments.play(code, player, data.number)


HANDLERS: Final = (
    create_tournament,
    read_tournament,
    join_tournament,
    begin_tournament,
    put_entrant_away,
    play_in_tournament,
)
