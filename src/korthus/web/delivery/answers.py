"""Answers that cost little: compressed where the browser reads that, and not sent again if it has them."""

from __future__ import annotations

import re
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import State

from korthus.web.delivery.made import Made

#: What never changes: its address has its hash.
FOREVER: Final = "public, max-age=31536000, immutable"
#: What is asked for each time, and sent if it is another.
ASK: Final = "no-cache"

_NO_GZIP: Final = re.compile(r"gzip\s*;\s*q=0(?:\.0*)?(?:,|$)")


def reads_gzip(accept: str | None) -> bool:
    """Whether a browser reads what is compressed.

    >>> reads_gzip("gzip, deflate, br"), reads_gzip("gzip;q=0"), reads_gzip(None)
    (True, False, False)
    """
    return accept is not None and "gzip" in accept and _NO_GZIP.search(accept) is None


def answer(
    request: Request[Any, Any, State], made: Made, cache: str, *, vary: str = "accept-encoding"
) -> Response[bytes]:
    """What was made, or that the browser has it already."""
    # Weak: compressed and whole are two forms of one content.
    headers = {"etag": f'W/"{made.hash}"', "cache-control": cache, "vary": vary}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    if made.small is not None and reads_gzip(request.headers.get("accept-encoding")):
        headers["content-encoding"] = "gzip"
        return Response(made.small, headers=headers, media_type=made.kind)
    return Response(made.content, headers=headers, media_type=made.kind)
