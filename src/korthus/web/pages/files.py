"""The page's files under their own names."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from korthus.web.bounds import MAX_FILE_NAME
from korthus.web.delivery.made import Made

#: What is sent, and as what.
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}


def find_asset(folder: Path, name: str) -> Made | None:
    """A file below a folder, or None if there is none, or it lies elsewhere or is of no known type."""
    if len(name) > MAX_FILE_NAME or "\\" in name or "\0" in name:
        return None
    path = folder.joinpath(*[part for part in name.split("/") if part])
    if ".." in name.split("/") or path.suffix not in TYPES or not path.is_file():
        return None
    if not path.resolve().is_relative_to(folder.resolve()):
        return None
    stat = path.stat()
    return _read(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=512)
def _read(path: Path, _modified: int, _size: int) -> Made:
    return Made(path.read_bytes(), TYPES[path.suffix])
