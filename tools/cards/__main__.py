"""Writes the sheets of cards and the icon into the page's folder."""

from __future__ import annotations

from pathlib import Path

from tools.cards import french, mark, spanish

STATIC = Path(__file__).parents[2] / "src" / "korthus" / "web" / "static"


def files() -> dict[Path, str]:
    """What the page's folder has to hold."""
    return {
        STATIC / "cards" / "french.svg": french.deck(),
        STATIC / "cards" / "spanish.svg": spanish.deck(),
        STATIC / "icons" / "mark.svg": mark.icon(),
    }


def main() -> None:
    """Write them all."""
    for file, text in files().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
