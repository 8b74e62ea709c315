"""The server as an ASGI app: WebSockets go to ``socket``, everything else to Litestar."""

from __future__ import annotations

import logging
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import PathParameter

import korthus
from korthus.core.errors import KorthusError
from korthus.web.asgi import Receive, Scope, Send, address, header
from korthus.web.house import House
from korthus.web.http import HANDLERS, house_of
from korthus.web.limits import REQUESTS, SECRETS, TABLES, Addresses
from korthus.web.logs import record_event
from korthus.web.mus_pages import read_strategy
from korthus.web.pages import find_asset
from korthus.web.refusals import ServerRefusal, server_error, too_many
from korthus.web.rooms import Rooms
from korthus.web.rules_pages import read_rules
from korthus.web.schema_page import SchemaPage
from korthus.web.security import same_origin, with_headers
from korthus.web.settings import Settings
from korthus.web.socket import Sockets
from korthus.web.words import preferred_language, refusal, translator

#: The largest body of a request: a record to go on with fits.
MAX_BODY = 512 * 1024


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
                read_rules,
                read_strategy,
                read_health,
                read_metrics,
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
            await _send_refusal(scope, send, refused)
            return
        await self._litestar(scope, receive, send)  # type: ignore[arg-type]  # ASGI's own, looser types

    def _judge(self, scope: Scope) -> KorthusError | None:
        """Whether a request may be looked at: from our own pages, and not too many of them."""
        where, path = address(scope), scope["path"]
        limited = path.startswith("/api/")
        if limited and not self._addresses.take(where, REQUESTS):
            return too_many()
        if scope["method"] != "POST":
            return None
        if not same_origin(header(scope, b"origin"), header(scope, b"host"), self.house.settings.origins):
            return ServerRefusal(403, "BAD_ORIGIN", "That page does not belong to this server.")
        limit = TABLES if path.rstrip("/") == "/api/tables" else SECRETS
        return None if self._addresses.take(where, limit) else too_many()

    async def _open(self) -> None:
        await self.house.open()

    async def _close(self) -> None:
        await self._sockets.close()
        await self.house.close()


async def _send_refusal(scope: Scope, send: Send, refused: KorthusError) -> None:
    lang = preferred_language(header(scope, b"accept-language"))
    body = _refusal_body(refused, lang)
    status = refused.status if isinstance(refused, ServerRefusal) else 400
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _refusal_body(refused: KorthusError, lang: str) -> bytes:
    reason = refusal(refused, translator(lang), str(refused.params.get("game", "")) or None)
    return msgspec.json.encode({"code": refused.code, "reason": reason})


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
            refused = ServerRefusal(
                400, "BAD_REQUEST", "That cannot be read: {trouble}", trouble=_trouble(error)[:300]
            )
        case HTTPException(status_code=code) if code < 500:
            status = code
            known = {404: "NOT_FOUND", 405: "BAD_METHOD", 413: "TOO_LARGE"}
            refused = ServerRefusal(
                code,
                known.get(code, "BAD_REQUEST"),
                "That cannot be read: {trouble}",
                trouble=error.detail[:300],
            )
        case _:
            record_event(logging.ERROR, "request_failed", error=error, path=request.scope["path"][:40])
            house_of(request.app.state).metrics.count("server_errors")
            refused, status = server_error(), 500
    if status == 404 and _is_a_person_looking(request):
        page = find_asset(house_of(request.app.state).settings.static, "index.html")
        if page is not None:  # it says in words, and in the reader's language, that nothing is here
            return Response(page.content, media_type=page.kind, status_code=404)
    return Response(_refusal_body(refused, lang), media_type="application/json", status_code=status)


def _is_a_person_looking(request: Request[Any, Any, State]) -> bool:
    """Whether a browser asks for a page, not a program for data or a page for one of its files."""
    path = request.scope["path"]
    wants_page = "text/html" in request.headers.get("accept", "")
    return request.method == "GET" and wants_page and not path.startswith(("/api", "/static", "/schema"))


def _trouble(error: ValidationException) -> str:
    """What is wrong with a request, field by field."""
    parts = error.extra if isinstance(error.extra, list) else []
    messages = [str(part["message"]) for part in parts if isinstance(part, dict) and "message" in part]
    return "; ".join(messages) or error.detail


@get("/healthz", tags=["server"])
async def read_health() -> dict[str, str]:
    """Whether the server is alive."""
    return {"status": "ok", "version": korthus.__version__}


@get("/metrics", media_type="text/plain", tags=["server"])
async def read_metrics(state: State) -> Response[str]:
    """Numbers for Prometheus."""
    text = house_of(state).metrics.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


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
        "/mus",
    ],
    include_in_schema=False,
)
async def read_deep_page(request: Request[Any, Any, State], state: State) -> Response[bytes]:
    """The same page: it finds out by itself what to show."""
    return _asset(request, state, "index.html")


def _asset(request: Request[Any, Any, State], state: State, name: str) -> Response[bytes]:
    asset = find_asset(house_of(state).settings.static, name)
    if asset is None:
        raise ServerRefusal(404, "NOT_FOUND", "There is no such page.")
    headers = {"etag": asset.etag, "cache-control": "no-cache", "last-modified": asset.modified}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    return Response(asset.content, headers=headers, media_type=asset.kind)
