"""How a file of korthus is told from any other: by the field ``format`` of its JSON."""

from __future__ import annotations

import msgspec


class _Heading(msgspec.Struct):
    format: str


def is_of_format(raw: bytes, name: str) -> bool:
    """Whether some bytes are JSON whose ``format`` is that."""
    try:
        return msgspec.json.decode(raw, type=_Heading).format == name
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
