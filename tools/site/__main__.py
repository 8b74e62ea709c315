"""Writes what the site takes from the house: ``python -m tools.site``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from korthus.palette import DARK, LIGHT
from tools.cards.__main__ import STATIC
from tools.palette.__main__ import rule, sheet

DOCS: Final = Path(__file__).parents[2] / "docs"


def palette() -> str:
    """The stylesheet of the colours, by the names of the house, for both schemes of the site."""
    return sheet(
        "tools.site",
        rule('[data-md-color-scheme="default"]', LIGHT, "light"),
        rule('[data-md-color-scheme="slate"]', DARK, "dark"),
    )


def files() -> dict[Path, str]:
    """What the docs have to hold."""
    return {
        DOCS / "css" / "palette.css": palette(),
        DOCS / "img" / "mark.svg": (STATIC / "icons" / "mark.svg").read_text(encoding="utf-8"),
    }


def main() -> None:
    """Write them all."""
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
