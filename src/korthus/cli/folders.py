"""Where saved games and records lie, and how a file is written so that it is never half there."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from korthus.cli.errors import Refused


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The person's own folder for korthus: ``XDG_DATA_HOME`` if set, else what the system uses."""
    if environ.get("XDG_DATA_HOME"):
        return Path(environ["XDG_DATA_HOME"]) / "korthus"
    if platform == "win32" and environ.get("LOCALAPPDATA"):
        return Path(environ["LOCALAPPDATA"]) / "korthus"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "korthus"
    return Path.home() / ".local" / "share" / "korthus"


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a reader sees the old content or the new, never a part.

    Raises:
        Refused: the file cannot be written.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, path)
    except OSError as error:
        raise Refused("FILE_TROUBLE", file=str(path), trouble=error.strerror or str(error)) from error


def read_file(path: Path) -> bytes:
    """The content of a file.

    Raises:
        Refused: the file cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise Refused("FILE_TROUBLE", file=str(path), trouble=error.strerror or str(error)) from error


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A path in a folder that no file has yet: the stem, or the stem with a number."""
    path = folder / f"{stem}{suffix}"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}{suffix}"
        number += 1
    return path
