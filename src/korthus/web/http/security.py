"""What every answer carries so that a browser does nothing it was not told to, and who may ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from korthus.web.http.asgi import App, Message, Receive, Scope, Send

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

NOT_MODIFIED: Final = 304

HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CSP,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
        "x-frame-options": "DENY",
    }.items()
)


def same_origin(origin: str | None, host: str | None, allowed: Sequence[str] = ()) -> bool:
    """Whether a page of this server asks, or a program that is no browser and names no origin.

    >>> same_origin("http://localhost:8723", "localhost:8723")
    True
    >>> same_origin("http://elsewhere.example", "localhost:8723")
    False
    """
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == str(host).lower()


def is_plain(path: str) -> bool:
    """Whether a path is written in the one way that everybody here reads alike.

    >>> is_plain("/api/tables/"), is_plain("/api//tables"), is_plain("/x/../api"), is_plain("/t/\\ufffd")
    (True, False, False, False)
    """
    parts = path.removeprefix("/").removesuffix("/").split("/")
    named = path == "/" or ("" not in parts and "." not in parts and ".." not in parts)
    # U+FFFD stands where bytes were no text.
    return path.startswith("/") and named and path.isprintable() and "\\" not in path and "\ufffd" not in path


def with_headers(app: App) -> App:
    """An app whose every HTTP answer that has a content carries the headers above."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            # What has not changed is sent with nothing: the browser keeps the headers that it has.
            if message["type"] == "http.response.start" and message["status"] != NOT_MODIFIED:
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await app(scope, receive, send_with_headers)

    return guarded
