"""Another commit of the project beside this one, for benches that compare the two."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with the tree of a commit, gone afterwards."""
    with tempfile.TemporaryDirectory() as outer:
        folder = Path(outer) / "release"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", folder, commit], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], check=True)
