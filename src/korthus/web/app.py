"""The server as an ASGI app: WebSockets go to ``socket``, everything else to Litestar."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Annotated, Any, Final

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import PathParameter

import korthus
from korthus.bots.visitors import broken_players
from korthus.core.errors import KorthusError
from korthus.core.phrases import all_of
from korthus.core.troubles import json_trouble
from korthus.games.parts import PARTS, SLOW
from korthus.games.registry import broken_games, broken_parts, fenced, own_games
from korthus.locale import LANGUAGES
from korthus.locale.visiting import broken_words
from korthus.web.bounds import FILES, MAX_BODY, REQUESTS, SECRETS, TABLES
from korthus.web.brings import handlers_of_games
from korthus.web.delivery.answers import ASK, FOREVER, answer
from korthus.web.delivery.light import with_light_answers
from korthus.web.delivery.made import Made
from korthus.web.http.asgi import Receive, Scope, Send, address, header
from korthus.web.http.fitting import read_fit
from korthus.web.http.limits import Addresses
from korthus.web.http.openapi_page import SchemaPage
from korthus.web.http.reach import read_address
from korthus.web.http.refusals import ServerRefusal, bad_request, refusal_of
from korthus.web.http.request import KorthusRequest
from korthus.web.http.routes import HANDLERS, services_of
from korthus.web.http.security import is_plain, same_origin, with_headers
from korthus.web.live.live_tables import LiveTables
from korthus.web.live.services import Services
from korthus.web.logs import record_event
from korthus.web.pages.files import find_asset
from korthus.web.pages.lessons import HANDLERS as LESSONS
from korthus.web.pages.moves import read_moves
from korthus.web.pages.positions import HANDLERS as POSITIONS
from korthus.web.pages.puzzles import HANDLERS as PUZZLES
from korthus.web.pages.rules import read_rules
from korthus.web.pages.words import preferred_language, refusal_body
from korthus.web.settings import Settings
from korthus.web.socket.connection import Sockets
from korthus.web.tournaments.desk import Tournaments
from korthus.web.tournaments.handlers import HANDLERS as TOURNAMENTS

#: What is posted there is a question about a position: nothing is opened, and no secret can be tried.
QUESTIONS: Final = ("/api/positions", "/api/puzzles/")

#: The rooms of which the page asks what games bring to them; it has to load no compiler for that.
_ASKED: Final = tuple(sorted(PARTS.keys() - SLOW))

#: How many things that are wrong with a request are told.
_MOST_TROUBLES: Final = 5

#: What is posted there opens a table, or a row of them.
OPENING: Final = ("/api/tables", "/api/pair", "/api/tournaments")


class Server:
    """One server process as an ASGI app."""

    def __init__(self, settings: Settings) -> None:
        self.services = Services(settings)
        self.services.live_tables = LiveTables(self.services)
        self.services.tournaments = Tournaments(self.services)
        self._addresses = Addresses(settings.limits)
        self._sockets = Sockets(self.services, self._addresses)
        self._pages = with_headers(with_light_answers(self._http))
        own = [
            *HANDLERS,
            read_fit,
            read_address,
            read_moves,
            read_rules,
            *POSITIONS,
            *PUZZLES,
            *LESSONS,
            *TOURNAMENTS,
            read_health,
            read_static,
            read_file,
            read_worker,
            read_page,
            read_deep_page,
        ]
        self._litestar = Litestar(
            route_handlers=[*own, *_fitting(own)],
            state=State({"services": self.services}),
            on_startup=[self._open],
            on_shutdown=[self._close],
            exception_handlers={Exception: _explain},
            openapi_config=OpenAPIConfig(
                title="korthus",
                version=korthus.__version__,
                description="The web table. The WebSocket is described in docs/web.md.",
                path="/schema",
                use_handler_docstrings=True,
                render_plugins=[SchemaPage(), JsonRenderPlugin()],
            ),
            logging_config=None,
            request_class=KorthusRequest,
            request_max_body_size=MAX_BODY,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, a socket, or the life of the process."""
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        elif scope["type"] == "http":
            await self._pages(scope, receive, send)
        else:
            await self._litestar(scope, receive, send)  # type: ignore[arg-type]  # ASGI's own, looser types

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._judge(scope)
        if refused is not None:
            await _send_refusal(scope, send, refused, self.services)
            return
        await self._litestar(scope, receive, send)  # type: ignore[arg-type]  # ASGI's own, looser types

    def _judge(self, scope: Scope) -> KorthusError | None:
        """Whether a request may be looked at: a plain path, from our own pages, and not too many of them."""
        where, path = address(scope), scope["path"]
        limit = REQUESTS if path.startswith("/api") else FILES
        if path != "/healthz" and not self._addresses.take(where, limit):
            return ServerRefusal("TOO_MANY")
        if not is_plain(path):
            return ServerRefusal("NOT_FOUND")
        if scope["method"] != "POST":
            return None
        if not same_origin(header(scope, b"origin"), header(scope, b"host"), self.services.settings.origins):
            return ServerRefusal("BAD_ORIGIN")
        if path.startswith(QUESTIONS):
            return None
        limit = TABLES if path.rstrip("/") in OPENING else SECRETS
        return None if self._addresses.take(where, limit) else ServerRefusal("TOO_MANY")

    async def _open(self) -> None:
        broken = (*broken_games(), *broken_parts(_ASKED), *broken_words(LANGUAGES), *broken_players())
        for each in broken:
            package = f"{each.package.name} {each.package.version}"
            record_event(
                logging.WARNING, f"broken_{each.kind}", name=each.name, package=package, why=each.why
            )
        await self.services.open()

    async def _close(self) -> None:
        await self._sockets.close()
        await self.services.close()


def _fitting(own: Sequence[Any]) -> list[Any]:
    """The handlers that games bring; of other packages those that can stand beside all the rest."""
    found: list[Any] = []
    for game, handlers in handlers_of_games():
        fits = game in own_games() or fenced(game, "web/handlers", _try, [*own, *found, *handlers])
        found += handlers if fits else ()
    return found


def _try(handlers: Sequence[Any]) -> bool:
    Litestar(route_handlers=handlers, openapi_config=None)
    return True


async def _send_refusal(scope: Scope, send: Send, refused: KorthusError, services: Services) -> None:
    lang = preferred_language(header(scope, b"accept-language"))
    status = refused.status if isinstance(refused, ServerRefusal) else 400
    page = _page_of_nothing(scope, services) if status == 404 else None
    body, kind = (
        (refusal_body(refused, lang), "application/json") if page is None else (page.content, page.kind)
    )
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _explain(request: Request[Any, Any, State], error: Exception) -> Response[bytes]:
    """Every error as a code and a sentence; what is our fault is written down and says no more than that."""
    lang = preferred_language(request.headers.get("accept-language"), request.query_params.get("lang"))
    refused: KorthusError
    status = 400
    match error:
        case ServerRefusal():
            refused, status = error, error.status
        case KorthusError():
            refused = error
        case ValidationException():
            refused = bad_request(_trouble(error))
        case HTTPException(status_code=code) if code < 500:
            status = code
            refused = _of_status(code, error.detail)
        case _:
            record_event(logging.ERROR, "request_failed", error=error, path=request.scope["path"][:40])
            services_of(request.app.state).metrics.count("server_errors")
            refused = refusal_of(error)
            status = refused.status
    page = _page_of_nothing(request.scope, services_of(request.app.state)) if status == 404 else None
    if page is not None:
        return Response(page.content, media_type=page.kind, status_code=404)
    return Response(refusal_body(refused, lang), media_type="application/json", status_code=status)


def _of_status(status: int, detail: str) -> ServerRefusal:
    """What the framework refuses with a status, in the words of the house."""
    match status:
        case 404:
            return ServerRefusal("NOT_FOUND")
        case 405:
            return ServerRefusal("BAD_METHOD")
        case 413:
            return ServerRefusal("TOO_LARGE")
        case _:
            return bad_request(json_trouble(detail))


def _page_of_nothing(scope: Any, services: Services) -> Made | None:
    """The page that says in words, and in the reader's language, that nothing is here.

    It is for a person who looks with a browser, not for a program that asks for data or a page for its files.
    """
    wants_page = "text/html" in (header(scope, b"accept") or "")
    data = ("/api", "/static", "/files", "/schema")
    if scope["method"] != "GET" or not wants_page or scope["path"].startswith(data):
        return None
    return services.delivery.page(preferred_language(header(scope, b"accept-language")))


def _trouble(error: ValidationException) -> str:
    """What is wrong with a request, field by field."""
    parts = error.extra if isinstance(error.extra, list) else []
    messages = [str(part["message"]) for part in parts if isinstance(part, dict) and "message" in part]
    return all_of(map(json_trouble, messages[:_MOST_TROUBLES])) if messages else error.detail


@get("/healthz", tags=["server"])
async def read_health() -> dict[str, str]:
    """Whether the server is alive."""
    return {"status": "ok", "version": korthus.__version__}


@get("/static/{name:path}", include_in_schema=False)
async def read_static(
    name: Annotated[str, PathParameter()], request: Request[Any, Any, State], state: State
) -> Response[bytes]:
    """A file of the page under its own name."""
    asset = find_asset(services_of(state).settings.static, name)
    if asset is None:
        raise ServerRefusal("NOT_FOUND")
    return answer(request, asset, ASK)


@get("/files/{address:path}", include_in_schema=False)
async def read_file(
    address: Annotated[str, PathParameter()], request: Request[Any, Any, State], state: State
) -> Response[bytes]:
    """A file of the page under its hash, which may be kept for ever."""
    found = services_of(state).delivery.file(address.removeprefix("/"))
    if found is None:
        raise ServerRefusal("NOT_FOUND")
    made, is_meant = found
    return answer(request, made, FOREVER if is_meant else ASK)


@get("/sw.js", include_in_schema=False)
async def read_worker(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """The service worker; its place says which pages it may serve."""
    return answer(request, services_of(state).delivery.worker(), ASK)


@get("/", include_in_schema=False)
async def read_page(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """The page."""
    return _page(request, state)


@get(
    [
        "/t/{rest:path}",
        "/rules/{rest:path}",
        "/replay/{rest:path}",
        "/review/{rest:path}",
        "/verify",
        "/verify/{rest:path}",
        "/stats",
        "/settings",
        "/explore/{rest:path}",
        "/analysis/{rest:path}",
        "/puzzles",
        "/puzzles/{rest:path}",
        "/learn",
        "/learn/{rest:path}",
        "/tournament",
        "/tournament/{rest:path}",
    ],
    include_in_schema=False,
)
async def read_deep_page(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """The same page: it finds out by itself what to show."""
    return _page(request, state)


def _page(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    made = services_of(state).delivery.page(preferred_language(request.headers.get("accept-language")))
    return answer(request, made, ASK, vary="accept-encoding, accept-language")
