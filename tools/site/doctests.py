"""A Markdown extension for examples in docstrings: lines after ``>>>`` are code, not a quotation.

Docstrings of the house have their examples as Python's doctest reads them, without a fence; Markdown would
take each ``>`` for a quotation.
"""

from __future__ import annotations

from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from tools.site.fencing import fenced


class _Doctests(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return fenced(lines)


class Doctests(Extension):
    """Examples without a fence get one."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        """See ``Extension``; before fences are looked for (25)."""
        md.preprocessors.register(_Doctests(md), "doctests", 30)


def makeExtension(**options: Any) -> Doctests:  # noqa: N802 - the name that Markdown looks for
    """The extension, as Markdown asks a module for it."""
    return Doctests(**options)
