"""``POST /api/positions``: any position that can be written, what a move leads to, and what moves are worth.

The rules of a stranger's position are worked out at the rule desk, which has a deadline, never on the loop.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter

from korthus.core.errors import IllegalAction
from korthus.core.protocol import MAX_ACTION_TEXT
from korthus.web.bots.pool import NotReady, WorkerFailed
from korthus.web.http.refusals import ServerRefusal, not_ready
from korthus.web.http.routes import AnyRequest, Code, Lang, finished, language_of, person_of, services_of
from korthus.web.live.known_games import make_game
from korthus.web.live.positions import PositionOut, PositionWish, StepOut
from korthus.web.pages.words import speaker
from korthus.web.socket.wire import AdviceOut


class PositionAdvice(msgspec.Struct, frozen=True):
    """What the actions of the seat to act are worth, the best first."""

    seat: int
    advice: list[AdviceOut]


@post("/api/positions", tags=["positions"], status_code=200)
async def look_at_position(
    data: JSONBody[PositionWish], request: AnyRequest, state: State, lang: Lang = None
) -> Response[PositionOut]:
    """A position: what each seat sees and may do, after a move or a deal if one is asked for."""
    game = make_game(data.game, data.preset, data.options).game
    desk = services_of(state).studies
    found = await desk.position(game, data, language_of(request, lang), person_of(request))
    return Response(found, media_type="application/json")  # type: ignore[arg-type]  # it is encoded there


@post("/api/positions/advice", tags=["positions"], status_code=200)
async def advise_position(
    data: JSONBody[PositionWish], request: AnyRequest, state: State, lang: Lang = None
) -> PositionAdvice:
    """What each action of the seat to act is worth, from what that seat sees."""
    services, person, language = services_of(state), person_of(request), language_of(request, lang)
    game = make_game(data.game, data.preset, data.options).game
    view = await services.studies.position_view(game, data, person)
    if view is None or view.seat is None:
        raise IllegalAction("NOT_NOW", "There is nothing for you to decide now.")
    try:
        thoughts = await services.bots.advise(game, view, person)
    except WorkerFailed:
        raise ServerRefusal("SERVER_ERROR") from None
    except NotReady as error:
        raise not_ready(error.seconds) from None
    labels = await services.studies.label(game, view, [each.text for each in thoughts], language, person)
    say = speaker(game, language)
    return PositionAdvice(
        view.seat,
        [
            AdviceOut(
                each.text,
                game.parse(each.text),
                label,
                each.value,
                each.error,
                [say.reason(why) for why in each.reasons],
                each.chance,
            )
            for each, label in zip(thoughts, labels, strict=True)
        ],
    )


@get("/api/tables/{code:str}/position", tags=["after the game"])
async def read_step(
    code: Code,
    request: AnyRequest,
    state: State,
    at: Annotated[int, QueryParameter(description="How many actions come before, deals included.", ge=0)],
    move: Annotated[
        str | None,
        QueryParameter(description="A move there.", max_length=MAX_ACTION_TEXT, required=False),
    ] = None,
    lang: Lang = None,
) -> StepOut:
    """A position of a finished game in the game's notation, and a move in it as a table points at it."""
    services = services_of(state)
    record, language = await finished(services, code), language_of(request, lang)
    return await services.studies.record_step(record, at, move, language, person_of(request))


HANDLERS: Final = (look_at_position, advise_position, read_step)
