"""Follows every link of the built site: ``python -m tools.site.built`` names those that lead nowhere.

The builder warns about pages and anchors that are not there, and says nothing about pictures and other files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

SITE: Final = Path(__file__).parents[2] / "site"


class _Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value is not None:
                self.links.append(value)
            elif name in {"id", "name"} and value is not None:
                self.anchors.add(value)


def dead_links(site: Path) -> Iterator[str]:
    """``page: link`` for each link inside the site that leads nowhere."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        if path.name == "404.html":  # it is shown at any address, so its links begin at the root
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            found = pages.get(target)
            if not target.exists() or (found and unquote(parts.fragment) not in found.anchors):
                yield f"{path.relative_to(site)}: {link}"


def main() -> int:
    """Name every dead link; 1 if there is one."""
    dead = list(dead_links(SITE.resolve()))
    for line in dead:
        print(line, file=sys.stderr)
    return len(dead) and 1


if __name__ == "__main__":
    sys.exit(main())
