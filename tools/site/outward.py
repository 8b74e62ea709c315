"""A Markdown extension for links that leave the docs: on the site they are text.

In the repository ``[Scopa](../examples/scopa)`` opens a folder. The site has no such folder, and the
repository has no public address that a link could lead to, so the site says the path instead of linking it.
"""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.treeprocessors import Treeprocessor
from zensical.extensions.context import ContextPreprocessor

from tools.site.paths import leaves_docs, target_of


class _Outward(Treeprocessor):
    def run(self, root: Element) -> None:
        context = ContextPreprocessor.from_markdown(self.md)
        if context is None:
            raise TypeError("zensical.extensions.context is not there: the page is not known")
        for element in root.iter("a"):
            target = target_of(f"docs/{context.page.path}", element.get("href", ""))
            if target is not None and leaves_docs(target):
                element.tag = "span"
                element.attrib = {"class": "outward", "title": f"in the repository: {target}"}


class OutwardLinks(Extension):
    """Links that leave the docs become text."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name that Markdown calls
        """See ``Extension``; after the links have been made (20)."""
        md.treeprocessors.register(_Outward(md), "outward", 5)


def makeExtension(**options: Any) -> OutwardLinks:  # noqa: N802 - the name that Markdown looks for
    """The extension, as Markdown asks a module for it."""
    return OutwardLinks(**options)
