"""Installs the peers that we measure ourselves against: ``python -m bench.peers``.

All at once, as pip does it; where that fails, one after the other, so that a peer that cannot be installed
here costs only its own bench. Those are named, and the page of the benchmarks says so, too.
"""

from __future__ import annotations

import subprocess
import sys

from tools.package.extras import extras


def peers() -> list[str]:
    """What the extra ``bench`` asks for, without the house itself."""
    return [line for line in extras()["bench"] if not line.startswith("korthus[")]


def install(wanted: list[str]) -> str | None:
    """Install packages; what pip says last if it cannot."""
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    said = done.stderr.strip().splitlines() or ["pip ended without a word"]
    return None if done.returncode == 0 else said[-1]


def main() -> None:
    """Install all that can be."""
    wanted = peers()
    if install(wanted) is None:
        return
    for peer in wanted:
        trouble = install([peer])
        if trouble is not None:
            print(f"{peer} cannot be installed here: {trouble}", file=sys.stderr)


if __name__ == "__main__":
    main()
