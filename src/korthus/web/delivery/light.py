"""Answers of the interface that are the same for everybody travel compressed, and once.

Nothing that holds a secret is compressed: how small it gets would tell about it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from korthus.web.delivery.answers import ASK, reads_gzip
from korthus.web.delivery.made import Made
from korthus.web.http.asgi import App, Message, Receive, Scope, Send, header

#: What is the same for all who read a language.
PUBLIC: Final = ("/api/games", "/api/locale/", "/api/rules/")
_OK: Final = 200


def with_light_answers(app: App) -> App:
    """An app whose public answers have a hash, and are compressed for those who read that."""

    async def light(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET" or not scope["path"].startswith(PUBLIC):
            await app(scope, receive, send)
            return
        start: Message = {}
        body: list[bytes] = []

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                body.append(message.get("body", b""))
                if not message.get("more_body", False):
                    await _send(scope, send, start, b"".join(body))

        await app(scope, receive, collect)

    return light


async def _send(scope: Scope, send: Send, start: Message, content: bytes) -> None:
    if start["status"] == _OK:
        made = _made(content)
        tag = f'W/"{made.hash}"'
        said = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        said += [(b"etag", tag.encode()), (b"cache-control", ASK.encode())]
        said.append((b"vary", b"accept-encoding, accept-language"))
        if tag in (header(scope, b"if-none-match") or ""):
            start["status"], content = 304, b""
            said = [(name, value) for name, value in said if name.lower() != b"content-type"]
        elif made.small is not None and reads_gzip(header(scope, b"accept-encoding")):
            content = made.small
            said.append((b"content-encoding", b"gzip"))
        start["headers"] = [*said, (b"content-length", str(len(content)).encode())]
    await send(start)
    await send({"type": "http.response.body", "body": content})


@lru_cache(maxsize=64)
def _made(content: bytes) -> Made:
    return Made(content, "application/json")
