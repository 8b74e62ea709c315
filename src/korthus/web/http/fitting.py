"""``GET /api/games/{game}/fit``: what a form should offer so that a number of players can be dealt cards."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import PathParameter, QueryParameter

from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.locale import Translator
from korthus.web.bounds import MAX_SEATS
from korthus.web.http.refusals import bad_request
from korthus.web.http.routes import AnyRequest, Lang, language_of
from korthus.web.live.known_games import make_game
from korthus.web.pages.words import refusal, translator


class FitOut(msgspec.Struct, frozen=True, kw_only=True):
    """How a wish must be changed, if at all."""

    #: Options to send instead of those that were asked for.
    adapted: dict[str, Any]
    #: What that means, in words; None if nothing is changed.
    said: str | None
    #: Why it cannot be played like that whatever is changed.
    refused: str | None


@get("/api/games/{game:str}/fit", tags=["games"])
async def read_fit(
    game: Annotated[str, PathParameter(description="The name of a game.")],
    request: AnyRequest,
    seats: Annotated[int, QueryParameter(ge=1, le=MAX_SEATS, description="How many play.")],
    options: Annotated[
        str, QueryParameter(max_length=4_000, description="JSON, as a new table takes.")
    ] = "{}",
    preset: Annotated[str | None, QueryParameter(max_length=64, required=False)] = None,
    lang: Lang = None,
) -> FitOut:
    """Which options that many people can play with, and what was changed, in words."""
    tr = translator(language_of(request, lang))
    try:
        wished = msgspec.json.decode(options, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise bad_request("options") from None
    try:
        made = make_game(game, preset, wished).game
        fitting = type(made)(made.rules.for_seats(seats))
        fitting.new(seats)
    except InvalidOptions as error:
        return FitOut(adapted={}, said=None, refused=refusal(error, tr))
    adapted = _changes(made, fitting)
    return FitOut(adapted=adapted, said=_said(fitting, seats, tr) if adapted else None, refused=None)


def _changes(made: AnyGame, fitting: AnyGame) -> dict[str, Any]:
    names = made.rules.__struct_fields__
    before, after = ({name: getattr(each.rules, name) for name in names} for each in (made, fitting))
    return {name: msgspec.to_builtins(after[name]) for name in names if after[name] != before[name]}


def _said(game: AnyGame, seats: int, tr: Translator) -> str:
    key = f"{game.name}.for_seats"
    rules = {name: getattr(game.rules, name) for name in game.rules.__struct_fields__}
    return tr(key, **rules, seats=seats) if tr.has(key) else tr("serve.for_seats", seats=seats)
