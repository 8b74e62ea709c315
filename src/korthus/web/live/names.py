"""Names and chat as strangers write them, made harmless: one line, no invisible signs, few accents."""

from __future__ import annotations

import unicodedata
from typing import Final

from korthus.core.errors import InvalidAction, InvalidOptions

MAX_NAME: Final = 24
MAX_CHAT: Final = 200
#: How many combining signs may follow one letter.
_MAX_MARKS: Final = 2
#: Signs that show nothing although Unicode counts them as letters, marks or symbols: those it calls default
#: ignorable (their other kinds are format signs, or unassigned) and those that are drawn as a blank.
_INVISIBLE: Final = frozenset(
    chr(number)
    for first, last in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # Hangul fillers, and at 3164 and FFA0
        (0x17B4, 0x17B5),  # inherent vowels of Khmer
        (0x180B, 0x180F),  # variation selectors of Mongolian
        (0x2800, 0x2800),  # the Braille pattern without dots
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFFA0, 0xFFA0),
        (0x16FE4, 0x16FE4),  # filler of Khitan
        (0x1D159, 0x1D159),  # a note without a head
        (0xE0100, 0xE01EF),  # more variation selectors
    )
    for number in range(first, last + 1)
)


def clean(text: str) -> str:
    """A text in one line without control, private, unassigned and invisible signs; spaces are single.

    >>> clean("  Anna\\u202e\\n\\u3164 Berg ")
    'Anna Berg'
    """
    kept: list[str] = []
    marks = _MAX_MARKS
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind[0] == "Z" or sign in "\t\n\r":
            kept.append(" ")
            marks = _MAX_MARKS  # a mark needs a letter to stand on
        elif sign in _INVISIBLE:
            continue
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
        raise InvalidOptions("BAD_NAME", "A name has 1 to {limit} printable signs.", limit=MAX_NAME)
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
