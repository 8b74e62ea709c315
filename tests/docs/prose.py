"""Prose of the docs in lines that are easy to read in a diff."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final

#: Signs in a line.
WIDTH: Final = 110
#: What stands for a space inside of code, so that no code is broken over two lines.
_GLUE: Final = "\0"


def wrapped(text: str) -> str:
    """A Markdown text whose paragraphs and items have lines of at most ``WIDTH`` signs.

    Every line is a paragraph or an item of its own, as the generated parts are written; lines that are short
    enough, tables, pictures and fenced blocks stay as they are.
    """
    lines: list[str] = []
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        if fenced or len(line) <= WIDTH or line.startswith(("|", "![")):
            lines.append(line)
            continue
        whole = re.sub(r"`[^`]+`", lambda code: code.group().replace(" ", _GLUE), line)
        indent = "  " if line.startswith("- ") else ""
        parts = wrap(whole, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        lines += [part.replace(_GLUE, " ") for part in parts]
    return "\n".join(lines)
