"""Where a link of the docs leads."""

from __future__ import annotations

from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import urlsplit


def target_of(page: str, href: str) -> str | None:
    """The path in the repository that a link of a page leads to; None if it leads to the page itself or away.

    Args:
        page: the page's path in the repository, such as ``docs/api/table.md``.
        href: as it stands in the page; what follows ``#`` or ``?`` does not count.
    """
    parts = urlsplit(href)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return normpath(str(PurePosixPath(page).parent / parts.path))


def leaves_docs(target: str) -> bool:
    """Whether a path of the repository is none that the site has."""
    return not target.startswith("docs/")
