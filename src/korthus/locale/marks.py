"""The notation for marked parts in the catalogue: ``<strong>Mulle!</> {player} gets …``.

``<style>`` opens a part, ``</>`` closes the one opened last; the styles are those of ``korthus.core.spans``.
Only texts of the catalogue are read so, and before anything is filled into them.
"""

from __future__ import annotations

import re
from typing import Final

from korthus.core.spans import Span, Text, text_of
from korthus.core.styles import Style

_MARK: Final = re.compile(r"<(/|[a-z]+)>")


def read_marks(source: str) -> Text:
    """A text of the catalogue with its parts.

    >>> [(span.text, *map(str, span.styles)) for span in read_marks("<strong>Mulle!</> {player}").spans]
    [('Mulle!', 'strong'), (' {player}',)]

    Raises:
        ValueError: a style that there is not, or a part that is not opened or not closed.
    """
    spans: list[Span] = []
    styles: tuple[Style, ...] = ()
    end = 0
    for found in _MARK.finditer(source):
        spans.append(Span(source[end : found.start()], styles))
        end = found.end()
        if found[1] != "/":
            styles = (*styles, Style(found[1]))
        elif styles:
            styles = styles[:-1]
        else:
            raise ValueError(f"nothing to close in {source!r}")
    if styles:
        raise ValueError(f"{styles[-1]} is not closed in {source!r}")
    return text_of([*spans, Span(source[end:])])
