"""Which commit something was measured at."""

from __future__ import annotations

import subprocess
from pathlib import Path


def commit_of(house: Path, *paths: str) -> str:
    """The commit of a tree, with a plus sign if ``paths`` have changed since; '' where there is no git.

    Paths are written as for git: ``:(exclude)`` leaves one out.
    """
    try:
        told = [
            subprocess.run(
                ["git", *words], cwd=house, capture_output=True, text=True, check=True
            ).stdout.strip()
            for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "--", *paths))
        ]
    except (FileNotFoundError, subprocess.CalledProcessError):
        return ""
    return told[0] + ("+" if told[1] else "")
