"""Positions as text: ``key: value`` parts, separated by semicolons or line ends.

    table: KL 9, SP 4; hand 0: RU 9; to act: 0

Each game says which keys it has and how it writes the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from korthus.core.errors import InvalidState

T = TypeVar("T")


def write_parts(parts: Iterable[tuple[str, str]]) -> str:
    """The text of some parts; a part without a value is left out."""
    return "; ".join(f"{key}: {value}" for key, value in parts if value)


def read_parts(text: str, keys: Iterable[str], named: Iterable[str] | None = None) -> dict[str, str]:
    """The parts of a text, keys in lower case, values stripped. Every key must be one of ``keys``.

    >>> read_parts("table: KL 9, SP 4; to act: 1", ["table", "to act"])
    {'table': 'KL 9, SP 4', 'to act': '1'}

    Args:
        named: the keys as a refusal lists them, where there are too many to read.

    Raises:
        InvalidState: a part has no colon, an unknown key, or a key that was there before.
    """
    known = tuple(keys)
    parts: dict[str, str] = {}
    for chunk in text.replace("\n", ";").split(";"):
        if not chunk.strip():
            continue
        key, colon, value = chunk.partition(":")
        key = " ".join(key.lower().split())
        if not colon or key not in known:
            raise InvalidState(
                "UNKNOWN_PART",
                "{part} is no part of a position; the parts are: {known}.",
                part=repr(chunk.strip())[:60],
                known=", ".join(known if named is None else named),
            )
        if key in parts:
            raise InvalidState("TWICE", "{part} is given twice.", part=key)
        parts[key] = " ".join(value.split())
    return parts


def read_int(parts: Mapping[str, str], key: str, default: int) -> int:
    """The whole number of a part.

    Raises:
        InvalidState: it is no number, or absurdly long.
    """
    value = parts.get(key)
    if value is None:
        return default
    if len(value) > 18 or not value.removeprefix("-").isdecimal():
        raise InvalidState("BAD_NUMBER", "{part} must be a whole number.", part=key)
    return int(value)


def read_words(
    text: str, read: Callable[[str], T | None], refused: Callable[[str], InvalidState]
) -> tuple[T, ...]:
    """What the words of a text stand for, in order. ``refused`` is told the first that stands for nothing.

    Raises:
        InvalidState: what ``refused`` made of that word, which it gets quoted and shortened.
    """
    found = []
    for word in text.split():
        it = read(word)
        if it is None:
            raise refused(repr(word)[:20])
        found.append(it)
    return tuple(found)
