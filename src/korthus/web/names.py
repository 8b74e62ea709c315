"""Names and chat as strangers write them, made harmless: one line, no invisible signs, few accents."""

from __future__ import annotations

import unicodedata
from typing import Final

from korthus.core.errors import InvalidAction, InvalidOptions

MAX_NAME: Final = 24
MAX_CHAT: Final = 200
#: How many combining signs may follow one letter.
_MAX_MARKS: Final = 2


def clean(text: str) -> str:
    """A text in one line: control, format, private and unassigned signs are gone, spaces are single.

    >>> clean("  Anna\\u202e\\n Berg ")
    'Anna Berg'
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind[0] == "Z" or sign in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C":
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            if marks <= _MAX_MARKS:
                kept.append(sign)
    return " ".join("".join(kept).split())


def clean_name(text: str) -> str:
    """A person's name.

    Raises:
        InvalidOptions: nothing is left of it, or it is too long.
    """
    name = clean(text)
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise InvalidOptions("BAD_NAME", "A name has 1 to {limit} signs.", limit=MAX_NAME)
    return name


def clean_chat(text: str) -> str:
    """What a person says.

    Raises:
        InvalidAction: nothing is left of it, or it is too long.
    """
    said = clean(text)
    if not 1 <= len(said) <= MAX_CHAT:
        raise InvalidAction("BAD_CHAT", "Say 1 to {limit} signs at a time.", limit=MAX_CHAT)
    return said
