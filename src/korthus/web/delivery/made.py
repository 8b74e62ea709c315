"""A file as it is sent: whole or compressed, with its type and its hash."""

from __future__ import annotations

import gzip
import hashlib
from functools import cached_property
from typing import Final

#: Bytes of the smallest file that is compressed: below that the head costs more than compression saves.
_WORTH_IT: Final = 256
#: Types that are compressed already.
_DENSE: Final = ("image/png", "image/x-icon", "font/woff2")


def hash_of(content: bytes) -> str:
    """The name of a content."""
    return hashlib.sha256(content).hexdigest()[:16]


class Made:
    """Something to send. It is compressed once, when somebody first asks for it."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.content = content
        self.kind = kind

    @cached_property
    def hash(self) -> str:
        """Its name by what is in it."""
        return hash_of(self.content)

    @cached_property
    def small(self) -> bytes | None:
        """Compressed (gzip); None where that is not worth it."""
        if len(self.content) < _WORTH_IT or self.kind in _DENSE:
            return None
        # Without a time: the same content is the same bytes on every server.
        return gzip.compress(self.content, 9, mtime=0)
