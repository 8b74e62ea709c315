"""Text with marked parts: what a face shows, and what each part of it is.

A style says what a part means (a heading, a card of hearts, something by the way), never how it looks: the
terminal has colours for it, a page has classes, plain text leaves it out. What people write (names, chat) is
a part like any other and is shown as they wrote it; nothing here reads marks out of a string.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from korthus.core.styles import Style


class Span(msgspec.Struct, frozen=True):
    """A part of a text. ``styles`` are what it is, from the outermost to the innermost."""

    text: str
    styles: tuple[Style, ...] = ()


class Text(msgspec.Struct, frozen=True):
    """A text: spans one after the other. As a string it is the text alone.

    >>> str(text("Anna plays ", marked(Style.HEARTS, "10♥"), "."))
    'Anna plays 10♥.'
    """

    spans: tuple[Span, ...] = ()

    @property
    def plain(self) -> str:
        """What it reads, without any style."""
        return "".join([span.text for span in self.spans])

    def __str__(self) -> str:
        return self.plain

    def __bool__(self) -> bool:
        return any(span.text for span in self.spans)

    def __add__(self, other: Part) -> Text:
        return text(self, other)

    def __radd__(self, other: str) -> Text:
        return text(other, self)


#: What a text is put together from. A string is shown as it is, whatever it contains.
Part: TypeAlias = Text | str


def text_of(spans: Iterable[Span]) -> Text:
    """The text of some spans: empty ones are left out, neighbours of the same styles become one."""
    row: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if row and row[-1].styles == span.styles:
            row[-1] = Span(row[-1].text + span.text, span.styles)
        else:
            row.append(span)
    return Text(tuple(row))


def text(*parts: Part) -> Text:
    """Parts one after the other."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, Text):
            spans += part.spans
        else:
            spans.append(Span(part))
    return text_of(spans)


def marked(style: Style, *parts: Part) -> Text:
    """Parts one after the other, all of them in a style; what they are themselves stays inside it."""
    return text_of(Span(span.text, (style, *span.styles)) for span in text(*parts).spans)


def joined(between: Part, parts: Iterable[Part]) -> Text:
    """Parts with the same thing between each two of them.

    >>> joined(", ", ["a", marked(Style.NAME, "b")]).plain
    'a, b'
    """
    row: list[Part] = []
    for part in parts:
        if row:
            row.append(between)
        row.append(part)
    return text(*row)


def worded(*parts: Part) -> Text:
    """The parts that are not empty, with a space between each two."""
    return joined(" ", (part for part in parts if part))
