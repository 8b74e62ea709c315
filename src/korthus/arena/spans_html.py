"""Texts with marked parts as HTML, for reports: a span has a class for each of its styles."""

from __future__ import annotations

from html import escape
from typing import Final

from korthus.core.spans import Text
from korthus.core.styles import Style

#: How each style looks on a report, in the colours of the page.
_LOOKS: Final = {
    Style.HEADING: "color: var(--brass); font-weight: bold",
    Style.STRONG: "color: var(--brass)",
    Style.SOFT: "opacity: .72",
    Style.NUMBER: "color: var(--brass); font-weight: bold",
    Style.NAME: "font-weight: bold",
    Style.CARD: "font-weight: bold",
    Style.SPADES: "font-weight: bold",
    Style.HEARTS: "color: var(--lingon)",
    Style.DIAMONDS: "color: var(--lake)",
    Style.CLUBS: "color: var(--moss)",
    Style.GOOD: "color: var(--moss)",
    Style.BAD: "color: var(--lingon)",
    Style.PLOT: "color: var(--lake)",
    Style.REFUSED: "color: var(--lingon)",
    Style.TERMINAL: "opacity: .72",
}

CSS: Final = "".join(f".as-{style} {{ {look}; }}\n" for style, look in _LOOKS.items())


def html(text: Text) -> str:
    """A text as HTML; whatever it contains is shown and never read as a tag."""
    parts = []
    for span in text.spans:
        classes = " ".join(f"as-{style}" for style in span.styles)
        words = escape(span.text)
        parts.append(f'<span class="{classes}">{words}</span>' if classes else words)
    return "".join(parts)
