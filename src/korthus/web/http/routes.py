"""The HTTP side: opening and joining tables, and what can be read about them."""

from __future__ import annotations

from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Meta
from msgspec.structs import asdict, replace
from sqlalchemy import insert

import korthus
from korthus.bots.levels import NAMES, levels_last
from korthus.bots.registry import bot_names
from korthus.core.description import Description
from korthus.core.record import Record, encode_record
from korthus.games.catalogue import GameInfo
from korthus.games.registry import fenced
from korthus.lessons.brings import lessons_of
from korthus.locale import LANGUAGES, Translator, catalogue
from korthus.screens.emblem import emblem_of
from korthus.web.bots.line import Person
from korthus.web.bots.warming import WarmingOut
from korthus.web.bounds import MAX_SEATS
from korthus.web.brings import Asks, asks_of, people_of
from korthus.web.facts import HeldSeat
from korthus.web.http.asgi import Scope, address
from korthus.web.http.option_info import OptionInfo, option_infos
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.after_game import Progress
from korthus.web.live.live_table import LiveTable
from korthus.web.live.names import clean_name
from korthus.web.live.opening import Name, NewTable, Opened, Token, open_table
from korthus.web.live.pairing import find_partner
from korthus.web.live.services import Services
from korthus.web.live.sitting import Newcomer
from korthus.web.pages.files import find_asset
from korthus.web.pages.mine import Mine, my_games
from korthus.web.pages.ratings import Rating
from korthus.web.pages.tables import described
from korthus.web.pages.words import about_level, preferred_language, translator
from korthus.web.socket.messages import facts_of
from korthus.web.socket.wire import SeatedOut, TableFacts
from korthus.web.store.log_writer import Change
from korthus.web.store.schema import players
from korthus.web.store.store import now
from korthus.web.store.tokens import hashed, matches, new_token

Code = Annotated[str, PathParameter(description="The name of a table, 8 letters and digits.")]
Lang = Annotated[str | None, QueryParameter(name="lang", description="en, sv or es.", required=False)]
#: The secret that somebody shows: ``Bearer`` and a token.
Bearer = Annotated[str | None, HeaderParameter(name="Authorization", required=False)]
AnyRequest = Request[Any, Any, State]


class Level(msgspec.Struct, frozen=True):
    """A computer player."""

    name: str
    about: str
    #: What it is called at the table; None for one that is no level of the house.
    called: str | None
    #: Whether it is a level; levels stand last, from weak to strong.
    is_level: bool


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
    asks: Asks
    #: Whether the game brings a page of its own at ``/explore/<game>``.
    explorer: bool
    #: How many lessons it has.
    lessons: int
    #: What the default table draws the game by; None where it has a table of its own.
    description: Description | None


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that anybody may join."""

    code: str
    game: str
    preset: str | None
    options: dict[str, Any]
    players: list[SeatedOut]
    #: Of each seat; None where nobody sits, or of whom nothing is known.
    ratings: list[Rating | None]
    created: int


class Summary(TableFacts, frozen=True, kw_only=True):
    """What everybody may know of a table, and how long the game is by now."""

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


class AgainWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person of a finished game, by the token of their seat, wants to play again."""

    token: Token


class PairWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody wants to play a game, whoever the other is."""

    game: Annotated[str, Meta(max_length=64)]
    name: Name
    player: Token


class AwayWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether a game of mine is put away."""

    away: bool


class PlayerToken(msgspec.Struct, frozen=True):
    """A secret by which a person's games are found."""

    player: str


class SeatOut(msgspec.Struct, frozen=True):
    """A seat and the secret that holds it."""

    seat: int
    token: str


def services_of(state: State) -> Services:
    """The services of the server that got a request."""
    services: Services = state.services
    return services


def person_of(request: AnyRequest, player: str | None = None) -> Person:
    """On whose account the computer works for a request.

    Args:
        player: a player token that came with it; else the one in its head counts.
    """
    token = player or request.headers.get("authorization", "").partition(" ")[2]
    return Person(address(cast("Scope", request.scope)), hashed(token).hex() if token else "")


def language_of(request: AnyRequest, lang: str | None = None) -> str:
    """The language of a request."""
    return preferred_language(request.headers.get("accept-language"), lang)


@get("/api/games", tags=["games"])
async def list_games(request: AnyRequest, state: State, lang: Lang = None) -> list[GameOut]:
    """All games with their presets, options and computer players."""
    services, language = services_of(state), language_of(request, lang)
    if language not in services.shelf:
        services.shelf[language] = _shelf(services, language)
    return services.shelf[language]


def _shelf(services: Services, language: str) -> list[GameOut]:
    tr = translator(language)
    found = [fenced(info.name, "web", _on_the_shelf, services, info, tr) for info in korthus.catalogue()]
    return [game for game in found if game is not None]


def _on_the_shelf(services: Services, info: GameInfo, tr: Translator) -> GameOut:
    """A game as the page offers it."""
    name, game, asks = info.name, korthus.game(info.name), asks_of(info.name)
    found = GameOut(
        name=name,
        title_key=f"{name}.title",
        min_seats=info.min_seats,
        max_seats=min(info.max_seats, MAX_SEATS),
        default_preset=asks.preset or info.presets[0],
        presets=_presets(name),
        options=option_infos(name),
        levels=[
            Level(level, about_level(name, level, tr), people_of(name).names.get(level), level in NAMES)
            for level in levels_last(bot_names(name))
        ],
        emblem=EmblemOut(*emblem_of(game)),
        asks=asks,
        explorer=_has_explorer(services, name),
        lessons=len(lessons_of(name)),
        description=described(services.settings.static, game),
    )
    msgspec.json.encode(found)  # another package may have put something else into it
    return found


def _has_explorer(services: Services, game: str) -> bool:
    return find_asset(services.settings.static, f"js/tables/{game}/explorer.js") is not None


def _presets(game: str) -> dict[str, dict[str, Any]]:
    presets = type(korthus.game(game)).rules_type.presets
    return {name: msgspec.to_builtins(dict(options)) for name, options in presets.items()}


@get("/api/locale/{language:str}", tags=["words"], raises=[])
async def read_locale(
    language: Annotated[str, PathParameter(description="en, sv or es.")],
) -> dict[str, str]:
    """Every text of a language, by its key."""
    if language not in LANGUAGES:
        raise ServerRefusal("UNKNOWN_LANGUAGE")
    return catalogue(language)


@post("/api/tables", tags=["tables"])
async def create_table(data: JSONBody[NewTable], request: AnyRequest, state: State) -> Opened:
    """Open a table. The secrets in the answer are shown once."""
    return await open_table(services_of(state), data, person_of(request, data.player))


@get("/api/warming", tags=["server"])
async def read_warming(state: State) -> WarmingOut:
    """Which computer players are still being compiled, and for how long."""
    return await services_of(state).warming.out()


@get("/api/tables", tags=["tables"])
async def list_tables(state: State) -> list[OpenTable]:
    """The tables that anybody may join."""
    services = services_of(state)
    return [
        OpenTable(
            code=row.code,
            game=row.game,
            preset=row.preset,
            options=row.options,
            players=[SeatedOut(seat.seat, seat.name, seat.bot) for seat in sitting],
            ratings=await services.ratings.shown(row.game, [seat.player or seat.bot for seat in sitting]),
            created=row.created,
        )
        for row, sitting in await services.store.open_tables()
    ]


@get("/api/tables/{code:str}", tags=["tables"])
async def read_table(code: Code, state: State) -> Summary:
    """What everybody may know of a table."""
    live = await services_of(state).live_tables.get(code)
    async with live.alone():
        facts = asdict(facts_of(live))
        if live.table.held_back:
            facts["outcome"] = None  # who won tells about cards that somebody may still have to play
        return Summary(**facts, moves=live.table.moves)


@post("/api/pair", tags=["tables"])
async def pair(data: JSONBody[PairWish], request: AnyRequest, state: State) -> HeldSeat:
    """Play with a stranger who waits for the same game, or wait for the next who asks."""
    person = person_of(request, data.player)
    return await find_partner(services_of(state), data.game, clean_name(data.name), data.player, person)


@post("/api/tables/{code:str}/join", tags=["tables"])
async def join_table(code: Code, data: JSONBody[JoinWish], state: State) -> SeatOut:
    """Take a free seat: by an invitation, which works once, or at an open table without one."""
    services = services_of(state)
    live = await services.live_tables.get(code)
    token = new_token()
    player = None if data.player is None else hashed(data.player)
    who = Newcomer(clean_name(data.name), hashed(token), player, data.invite, data.seed)
    return SeatOut(await live.join(who), token)


@post("/api/tables/{code:str}/takeover", tags=["tables"])
async def take_seat_over(code: Code, data: JSONBody[TakeoverWish], state: State) -> SeatOut:
    """Go on with a seat on this device. The old token is void at once, and the old device is told."""
    live = await services_of(state).live_tables.get(code)
    token = new_token()
    return SeatOut(await live.take_over(data.token, hashed(token)), token)


@post("/api/tables/{code:str}/again", tags=["tables"])
async def play_again(code: Code, data: JSONBody[AgainWish], state: State) -> HeldSeat:
    """Play again with the same people. The first who asks puts the next table up; all get their own seats."""
    services = services_of(state)
    following = await (await services.live_tables.get(code)).go_on(data.token)
    live = await services.live_tables.get(following.code)
    token = new_token()
    await live.claim(following.seat, hashed(token), following.player)
    return HeldSeat(following.code, following.seat, token)


@post("/api/tables/{code:str}/put_away", tags=["tables"])
async def put_away(
    code: Code,
    data: JSONBody[AwayWish],
    state: State,
    authorization: Bearer = None,
) -> AwayWish:
    """Put a game of mine away, or take it up again. Nobody else is told."""
    live = await services_of(state).live_tables.get(code)
    await live.put(_my_seat(live, authorization), data.away)
    return data


def _my_seat(live: LiveTable, authorization: str | None) -> int:
    """The seat of the person whose player token came with a request, taken or kept for them.

    Raises:
        ServerRefusal: there is none.
    """
    token = (authorization or "").partition(" ")[2]
    mine = next((seat.seat for seat in live.seats if token and matches(token, seat.player)), None)
    if mine is None:
        raise ServerRefusal("BAD_TOKEN")
    return mine


@post("/api/tables/{code:str}/claim", tags=["tables"])
async def claim_seat(code: Code, state: State, authorization: Bearer = None) -> SeatOut:
    """Sit down in the seat that is kept for me: others of my last game want to play again, or wait for me."""
    live = await services_of(state).live_tables.get(code)
    seat, token = _my_seat(live, authorization), new_token()
    await live.claim(seat, hashed(token), live.seats[seat].player)
    return SeatOut(seat, token)


@post("/api/tables/{code:str}/decline", tags=["tables"], status_code=204)
async def decline_seat(code: Code, state: State, authorization: Bearer = None) -> None:
    """I do not come to the seat that is kept for me; whoever waits there is told."""
    live = await services_of(state).live_tables.get(code)
    seat = _my_seat(live, authorization)
    if live.tournament is not None:
        raise ServerRefusal("IN_TOURNAMENT")
    await live.decline(seat)


@get("/api/tables/{code:str}/record", tags=["after the game"])
async def read_record(code: Code, state: State) -> Response[bytes]:
    """The record of a finished game, as ``korthus verify`` and ``korthus replay`` read it."""
    record = await finished(services_of(state), code)
    name = f"korthus-{record.game}-{code}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(encode_record(record), media_type="application/json", headers=headers)


@get("/api/tables/{code:str}/replay", tags=["after the game"])
async def read_replay(code: Code, request: AnyRequest, state: State, lang: Lang = None) -> Response[bytes]:
    """A finished game step by step, with all hands open."""
    services = services_of(state)
    record = await finished(services, code)
    frames = await services.studies.replay(record, language_of(request, lang), person_of(request))
    return Response(frames, media_type="application/json")


@get("/api/tables/{code:str}/review", tags=["after the game"], status_code=200)
async def read_review(code: Code, request: AnyRequest, state: State, lang: Lang = None) -> Response[bytes]:
    """The review of a finished game; 202 with the progress and the review so far while it is being made."""
    services = services_of(state)
    record, person = await finished(services, code), person_of(request)
    found = services.reviews.ask(code, record, person)

    async def said(review: bytes) -> bytes:
        return await services.studies.say_review(record, review, language_of(request, lang), person)

    if not isinstance(found, Progress):
        return Response(await said(found), media_type="application/json")
    if found.review is not msgspec.UNSET:
        found = replace(found, review=msgspec.Raw(await said(bytes(found.review))))
    return Response(msgspec.json.encode(found), media_type="application/json", status_code=202)


async def finished(services: Services, code: str) -> Record:
    """The record of a finished game.

    Raises:
        ServerRefusal: there is no such table, or the game goes on.
    """
    live = await services.live_tables.get(code)
    if live.tournament is not None and live.table.held_back:
        await services.tournaments.settle(live.tournament.code)
    async with live.alone():
        return await live.record()


@post("/api/me", tags=["me"])
async def create_player(state: State) -> PlayerToken:
    """A secret by which my games are found again, on any device."""
    token = new_token()
    await services_of(state).writer.write(
        changes=[Change(insert(players).values(player=hashed(token), created=now()))]
    )
    return PlayerToken(token)


@get("/api/me", tags=["me"])
async def read_me(state: State, authorization: Bearer = None) -> Mine:
    """My games and my results."""
    services = services_of(state)
    kind, _, token = (authorization or "").partition(" ")
    player = hashed(token)
    if kind.lower() != "bearer" or not await services.store.is_player(player):
        raise ServerRefusal("NO_SUCH_PLAYER")
    return await my_games(services, services.ratings, player)


HANDLERS = [
    list_games,
    read_locale,
    create_table,
    read_warming,
    list_tables,
    pair,
    read_table,
    join_table,
    take_seat_over,
    play_again,
    put_away,
    claim_seat,
    decline_seat,
    read_record,
    read_replay,
    read_review,
    create_player,
    read_me,
]
