"""High card as an installed package with nothing but rules, for servers in processes of their own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]


def install_high_card(folder: Path) -> dict[str, str]:
    """Write what pip writes beside a package; the environment in which Python finds it."""
    info = folder / "high_card-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[korthus.games]\nhigh_card = tests.support.high_card:HighCard\n", encoding="utf-8"
    )
    paths = [str(folder), str(_ROOT), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
