"""The server as an ASGI app: WebSockets go to ``socket``, everything else to Litestar."""

from __future__ import annotations

import logging
from typing import Annotated, Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import PathParameter

import korthus
from korthus.bots.visitors import broken_players
from korthus.core.errors import KorthusError
from korthus.games.registry import broken_games
from korthus.web.bounds import FILES, MAX_BODY, REQUESTS, SECRETS, TABLES
from korthus.web.brings import handlers_of_games
from korthus.web.http.asgi import Receive, Scope, Send, address, header
from korthus.web.http.limits import Addresses
from korthus.web.http.openapi_page import SchemaPage
from korthus.web.http.refusals import (
    ServerRefusal,
    bad_method,
    bad_request,
    not_found,
    refusal_of,
    too_large,
    too_many,
)
from korthus.web.http.request import KorthusRequest
from korthus.web.http.routes import HANDLERS, house_of
from korthus.web.http.security import is_plain, same_origin, with_headers
from korthus.web.live.house import House
from korthus.web.live.rooms import Rooms
from korthus.web.logs import record_event
from korthus.web.pages.files import Asset, find_asset
from korthus.web.pages.moves import read_moves
from korthus.web.pages.rules import read_rules
from korthus.web.pages.words import preferred_language, refusal_body
from korthus.web.settings import Settings
from korthus.web.socket.connection import Sockets


class Server:
    """One server process as an ASGI app."""

    def __init__(self, settings: Settings) -> None:
        self.house = House(settings)
        self.house.rooms = Rooms(self.house)
        self._addresses = Addresses(settings.limits)
        self._sockets = Sockets(self.house, self._addresses)
        self._pages = with_headers(self._http)
        self._litestar = Litestar(
            route_handlers=[
                *HANDLERS,
                read_moves,
                read_rules,
                *handlers_of_games(),
                read_health,
                read_static,
                read_page,
                read_deep_page,
            ],
            state=State({"house": self.house}),
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
            await _send_refusal(scope, send, refused, self.house)
            return
        await self._litestar(scope, receive, send)  # type: ignore[arg-type]  # ASGI's own, looser types

    def _judge(self, scope: Scope) -> KorthusError | None:
        """Whether a request may be looked at: a plain path, from our own pages, and not too many of them."""
        where, path = address(scope), scope["path"]
        limit = REQUESTS if path.startswith("/api") else FILES
        if path != "/healthz" and not self._addresses.take(where, limit):
            return too_many()
        if not is_plain(path):
            return not_found()
        if scope["method"] != "POST":
            return None
        if not same_origin(header(scope, b"origin"), header(scope, b"host"), self.house.settings.origins):
            return ServerRefusal(403, "BAD_ORIGIN", "That page does not belong to this server.")
        limit = TABLES if path.rstrip("/") == "/api/tables" else SECRETS
        return None if self._addresses.take(where, limit) else too_many()

    async def _open(self) -> None:
        for each in (*broken_games(), *broken_players()):
            package = f"{each.package.name} {each.package.version}"
            record_event(
                logging.WARNING, f"broken_{each.kind}", name=each.name, package=package, why=each.why
            )
        await self.house.open()

    async def _close(self) -> None:
        await self._sockets.close()
        await self.house.close()


async def _send_refusal(scope: Scope, send: Send, refused: KorthusError, house: House) -> None:
    lang = preferred_language(header(scope, b"accept-language"))
    status = refused.status if isinstance(refused, ServerRefusal) else 400
    page = _page_of_nothing(scope, house) if status == 404 else None
    body, kind = (refusal_body(refused, lang), "application/json") if page is None else page[:2]
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
            known = {404: not_found, 405: bad_method, 413: too_large}
            refused = known[code]() if code in known else bad_request(error.detail)
        case _:
            record_event(logging.ERROR, "request_failed", error=error, path=request.scope["path"][:40])
            house_of(request.app.state).metrics.count("server_errors")
            refused = refusal_of(error)
            status = refused.status
    page = _page_of_nothing(request.scope, house_of(request.app.state)) if status == 404 else None
    if page is not None:
        return Response(page.content, media_type=page.kind, status_code=404)
    return Response(refusal_body(refused, lang), media_type="application/json", status_code=status)


def _page_of_nothing(scope: Any, house: House) -> Asset | None:
    """The page that says in words, and in the reader's language, that nothing is here.

    It is for a person who looks with a browser, not for a program that asks for data or a page for its files.
    """
    wants_page = "text/html" in (header(scope, b"accept") or "")
    if scope["method"] != "GET" or not wants_page or scope["path"].startswith(("/api", "/static", "/schema")):
        return None
    return find_asset(house.settings.static, "index.html")


def _trouble(error: ValidationException) -> str:
    """What is wrong with a request, field by field."""
    parts = error.extra if isinstance(error.extra, list) else []
    messages = [str(part["message"]) for part in parts if isinstance(part, dict) and "message" in part]
    return "; ".join(messages) or error.detail


@get("/healthz", tags=["server"])
async def read_health() -> dict[str, str]:
    """Whether the server is alive."""
    return {"status": "ok", "version": korthus.__version__}


@get("/static/{name:path}", include_in_schema=False)
async def read_static(
    name: Annotated[str, PathParameter()], request: Request[Any, Any, State], state: State
) -> Response[bytes]:
    """A file of the page."""
    return _asset(request, state, name)


@get("/", include_in_schema=False)
async def read_page(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """The page."""
    return _asset(request, state, "index.html")


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
    ],
    include_in_schema=False,
)
async def read_deep_page(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """The same page: it finds out by itself what to show."""
    return _asset(request, state, "index.html")


def _asset(request: Request[Any, Any, State], state: State, name: str) -> Response[bytes]:
    asset = find_asset(house_of(state).settings.static, name)
    if asset is None:
        raise not_found()
    headers = {"etag": asset.etag, "cache-control": "no-cache", "last-modified": asset.modified}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    return Response(asset.content, headers=headers, media_type=asset.kind)
