"""The HTTP side: opening and joining tables, and what can be read about them."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta
from sqlalchemy import insert

import korthus
from korthus.bots.registry import bot_names
from korthus.core.description import Description
from korthus.core.protocol import Outcome
from korthus.core.record import Record, encode_record
from korthus.locale import LANGUAGES, catalogue
from korthus.screens.emblem import emblem_of
from korthus.web.bots.line import Person
from korthus.web.bots.warming import WarmingOut
from korthus.web.bounds import MAX_SEATS
from korthus.web.http.asgi import Scope, address
from korthus.web.http.option_info import OptionInfo, option_infos
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.house import House
from korthus.web.live.names import clean_name
from korthus.web.live.opening import Name, NewTable, Opened, Token, open_table
from korthus.web.live.sitting import Newcomer
from korthus.web.pages.files import find_asset
from korthus.web.pages.mine import Mine, my_games
from korthus.web.pages.tables import described
from korthus.web.pages.words import about_level, preferred_language, translator
from korthus.web.socket.messages import players_of
from korthus.web.socket.wire import PlayerOut
from korthus.web.store.log_writer import Change
from korthus.web.store.schema import players
from korthus.web.store.store import now
from korthus.web.store.tokens import hashed, new_token

Code = Annotated[str, PathParameter(description="The name of a table, 8 letters and digits.")]
Lang = Annotated[str | None, QueryParameter(name="lang", description="en, sv or es.", required=False)]
AnyRequest = Request[Any, Any, State]


class Level(msgspec.Struct, frozen=True):
    """A computer player."""

    name: str
    about: str


class EmblemOut(msgspec.Struct, frozen=True):
    """The cards that stand for a game, as the drawings of a deck name them."""

    deck: str | None
    cards: tuple[str, ...]


class GameOut(msgspec.Struct, frozen=True, kw_only=True):
    """A game, its options and its computer players."""

    name: str
    title_key: str
    min_seats: int
    max_seats: int
    default_preset: str
    presets: dict[str, dict[str, Any]]
    options: list[OptionInfo]
    levels: list[Level]
    emblem: EmblemOut
    #: Whether the game brings a page of its own at ``/explore/<game>``.
    explorer: bool
    #: What the default table draws the game by; None where it has a table of its own.
    description: Description | None


class OpenPlayer(msgspec.Struct, frozen=True):
    """Who sits at an open table."""

    seat: int
    name: str | None
    bot: str | None


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that anybody may join."""

    code: str
    game: str
    preset: str | None
    options: dict[str, Any]
    players: list[OpenPlayer]
    created: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a table."""

    code: str
    game: str
    preset: str | None
    options: dict[str, Any]
    practice: bool
    #: Whether somebody can know every hand and card to come, because the table goes on with a record.
    known_cards: bool
    clock: int | None
    started: bool
    over: bool
    players: list[PlayerOut]
    spectators: int
    commitment: str
    outcome: Outcome | None
    version: int
    moves: int


class JoinWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody wants to sit down."""

    #: None at an open table.
    invite: Token | None = None
    name: Name
    player: Token | None = None
    #: A seed of my own for the shuffle.
    seed: Annotated[str, Meta(max_length=256)] | None = None


class TakeoverWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same person, on another device."""

    token: Token


class PlayerToken(msgspec.Struct, frozen=True):
    """A secret by which a person's games are found."""

    player: str


class SeatOut(msgspec.Struct, frozen=True):
    """A seat and the secret that holds it."""

    seat: int
    token: str


def house_of(state: State) -> House:
    """The house that serves a request."""
    house: House = state.house
    return house


def person_of(request: AnyRequest) -> Person:
    """On whose account the computer works for a request."""
    return address(cast("Scope", request.scope))


def language_of(request: AnyRequest, lang: str | None = None) -> str:
    """The language of a request."""
    return preferred_language(request.headers.get("accept-language"), lang)


@get("/api/games", tags=["games"])
async def list_games(request: AnyRequest, state: State, lang: Lang = None) -> list[GameOut]:
    """All games with their presets, options and computer players."""
    tr = translator(language_of(request, lang))
    return [
        GameOut(
            name=info.name,
            title_key=f"{info.name}.title",
            min_seats=info.min_seats,
            max_seats=min(info.max_seats, MAX_SEATS),
            default_preset=info.presets[0],
            presets=_presets(info.name),
            options=option_infos(info.name),
            levels=[Level(name, about_level(info.name, name, tr)) for name in bot_names(info.name)],
            emblem=EmblemOut(*emblem_of(korthus.game(info.name))),
            explorer=_has_explorer(house_of(state), info.name),
            description=described(house_of(state).settings.static, korthus.game(info.name)),
        )
        for info in korthus.catalogue()
    ]


def _has_explorer(house: House, game: str) -> bool:
    return find_asset(house.settings.static, f"js/tables/{game}/explorer.js") is not None


def _presets(game: str) -> dict[str, dict[str, Any]]:
    presets = type(korthus.game(game)).rules_type.presets
    return {name: msgspec.to_builtins(dict(options)) for name, options in presets.items()}


@get("/api/locale/{language:str}", tags=["words"], raises=[])
async def read_locale(
    language: Annotated[str, PathParameter(description="en, sv or es.")],
) -> dict[str, str]:
    """Every text of a language, by its key."""
    if language not in LANGUAGES:
        raise ServerRefusal(404, "UNKNOWN_LANGUAGE", "There is no such language; there is en, sv and es.")
    return catalogue(language)


@post("/api/tables", tags=["tables"])
async def create_table(data: JSONBody[NewTable], request: AnyRequest, state: State) -> Opened:
    """Open a table. The secrets in the answer are shown once."""
    return await open_table(house_of(state), data, person_of(request))


@get("/api/warming", tags=["server"])
async def read_warming(state: State) -> WarmingOut:
    """Which computer players are still being compiled, and for how long."""
    return await house_of(state).warming.out()


@get("/api/tables", tags=["tables"])
async def list_tables(state: State) -> list[OpenTable]:
    """The tables that anybody may join."""
    return [
        OpenTable(
            code=row.code,
            game=row.game,
            preset=row.preset,
            options=row.options,
            players=[OpenPlayer(seat.seat, seat.name, seat.bot) for seat in sitting],
            created=row.created,
        )
        for row, sitting in await house_of(state).store.open_tables()
    ]


@get("/api/tables/{code:str}", tags=["tables"])
async def read_table(code: Code, state: State) -> Summary:
    """What everybody may know of a table."""
    room = await house_of(state).rooms.get(code)
    async with room.alone():
        table = room.table
        return Summary(
            code=code,
            game=room.game.name,
            preset=room.row.preset,
            options=room.row.options,
            practice=table.practice,
            known_cards=room.known_cards,
            clock=room.row.clock,
            started=table.started,
            over=table.over,
            players=players_of(room),
            spectators=room.spectators,
            commitment=table.commitment,
            outcome=table.outcome,
            version=table.version,
            moves=table.moves,
        )


@post("/api/tables/{code:str}/join", tags=["tables"])
async def join_table(code: Code, data: JSONBody[JoinWish], state: State) -> SeatOut:
    """Take a free seat: by an invitation, which works once, or at an open table without one."""
    house = house_of(state)
    room = await house.rooms.get(code)
    token = new_token()
    player = None if data.player is None else hashed(data.player)
    who = Newcomer(clean_name(data.name), hashed(token), player, data.invite, data.seed)
    return SeatOut(await room.join(who), token)


@post("/api/tables/{code:str}/takeover", tags=["tables"])
async def take_seat_over(code: Code, data: JSONBody[TakeoverWish], state: State) -> SeatOut:
    """Go on with a seat on this device. The old token is void at once, and the old device is told."""
    room = await house_of(state).rooms.get(code)
    token = new_token()
    return SeatOut(await room.take_over(data.token, hashed(token)), token)


@get("/api/tables/{code:str}/record", tags=["after the game"])
async def read_record(code: Code, state: State) -> Response[bytes]:
    """The record of a finished game, as ``korthus verify`` and ``korthus replay`` read it."""
    record = await _finished(house_of(state), code)
    name = f"korthus-{record.game}-{code}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(encode_record(record), media_type="application/json", headers=headers)


@get("/api/tables/{code:str}/replay", tags=["after the game"])
async def read_replay(code: Code, request: AnyRequest, state: State, lang: Lang = None) -> Response[bytes]:
    """A finished game step by step, with all hands open."""
    house = house_of(state)
    record = await _finished(house, code)
    frames = await house.rules.replay(record, language_of(request, lang), person_of(request))
    return Response(frames, media_type="application/json")


@get("/api/tables/{code:str}/review", tags=["after the game"], status_code=200)
async def read_review(code: Code, request: AnyRequest, state: State) -> Response[bytes]:
    """The review of a finished game; 202 with the progress while it is being made."""
    house = house_of(state)
    found = house.reviews.ask(code, await _finished(house, code), person_of(request))
    if isinstance(found, bytes):
        return Response(found, media_type="application/json")
    return Response(msgspec.json.encode(found), media_type="application/json", status_code=202)


async def _finished(house: House, code: str) -> Record:
    """The record of a finished game.

    Raises:
        ServerRefusal: there is no such table, or the game goes on.
    """
    room = await house.rooms.get(code)
    async with room.alone():
        return await room.record()


@post("/api/me", tags=["me"])
async def create_player(state: State) -> PlayerToken:
    """A secret by which my games are found again, on any device."""
    token = new_token()
    await house_of(state).writer.write(
        changes=[Change(insert(players).values(player=hashed(token), created=now()))]
    )
    return PlayerToken(token)


@get("/api/me", tags=["me"])
async def read_me(
    state: State,
    authorization: Annotated[str | None, HeaderParameter(name="Authorization", required=False)] = None,
) -> Mine:
    """My games and my results."""
    house = house_of(state)
    kind, _, token = (authorization or "").partition(" ")
    player = hashed(token)
    if kind.lower() != "bearer" or not await house.store.is_player(player):
        raise ServerRefusal(401, "NO_SUCH_PLAYER", "Nobody has that player token.")
    return await my_games(house, house.ratings, player)


HANDLERS = [
    list_games,
    read_locale,
    create_table,
    read_warming,
    list_tables,
    read_table,
    join_table,
    take_seat_over,
    read_record,
    read_replay,
    read_review,
    create_player,
    read_me,
]
