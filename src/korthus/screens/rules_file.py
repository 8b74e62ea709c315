"""The rules page of a game that has no texts of its own in the house: its package's ``RULES.md``.

Sections are the headings of the second level. Of Markdown only what rules are written in is known: headings,
paragraphs, list items, emphasis, code and links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from typing import Final

from korthus.games.registry import source_of

_NAME: Final = "RULES.md"
#: Signs of emphasis and code, and links, of which the words stay.
_SIGNS: Final = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def rules_file(game: str) -> str | None:
    """The ``RULES.md`` in the package of a game, or None if it has none."""
    source = source_of(game)
    if source is None:
        return None
    place = resources.files(source.module.partition(".")[0]) / _NAME
    return place.read_text(encoding="utf-8") if place.is_file() else None


def read_sections(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The headings of a text with the paragraphs below them; what comes before the first has none.

    >>> list(read_sections("# A game\\n\\nOld.\\n\\n## Play\\n\\n- **P-1** Go\\n  on.\\n- **P-2** Stop."))
    [('', ('Old.',)), ('Play', ('P-1 Go on.', 'P-2 Stop.'))]
    """
    heading, paragraphs = "", [""]
    for line in [*text.splitlines(), "## "]:
        words = line.strip()
        if line.startswith("## "):
            found = tuple(_plain(each) for each in paragraphs if each)
            if found:
                yield heading, found
            heading, paragraphs = _plain(line.removeprefix("## ")), [""]
        elif line.startswith("#"):
            continue
        elif not words or words.startswith(("- ", "* ")):
            paragraphs.append(words[2:])
        else:
            paragraphs[-1] = f"{paragraphs[-1]} {words}".strip()


def _plain(text: str) -> str:
    return _SIGNS.sub("", _LINK.sub(r"\1", text)).strip()
