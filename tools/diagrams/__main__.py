"""Writes the pictures of all diagrams into the docs: ``python -m tools.diagrams``."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import korthus
from korthus.screens.diagrams import Row
from korthus.screens.rules_page import Diagram, rules_page
from tools.diagrams.draw import picture
from tools.diagrams.faces import Faces

FOLDER: Final = Path(__file__).parents[2] / "docs" / "img" / "diagrams"
#: U+2063 stands around the cards of a sentence, for faces that draw them.
_MARK: Final = "\u2063"
_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Shown(NamedTuple):
    """A diagram as the docs show it: its position, and what comes of each thing that is tried."""

    diagram: Diagram
    before: Path
    #: The picture of what is different after each try; None where nothing is.
    after: tuple[Path | None, ...]


def plain(sentence: str) -> str:
    """A sentence without the marks around its cards."""
    return sentence.replace(_MARK, "")


def diagrams(game: str) -> list[Diagram]:
    """The diagrams of a game in English, in the order of its rules."""
    page = rules_page(game, "en", drawn=True)
    return [diagram for section in page.sections for diagram in section.diagrams]


def shown(game: str, diagram: Diagram) -> Shown:
    """Which pictures a diagram has."""
    stem = f"{game}-{diagram.key.replace('_', '-')}"
    return Shown(
        diagram,
        FOLDER / f"{stem}.svg",
        tuple(
            FOLDER / f"{stem}-{number}.svg" if each.rows else None
            for number, each in enumerate(diagram.tries, 1)
        ),
    )


def told(rows: tuple[Row, ...], deck: str) -> str:
    """What a picture shows, in words."""
    parts = []
    for row in rows:
        groups = [
            _told_cards(group.cards, deck) + (f" ({group.note})" * bool(group.note)) for group in row.groups
        ]
        label = f"{row.label} ({row.note})" if row.note else row.label
        parts.append(f"{label}: {', '.join(groups)}" if groups else label)
    return "; ".join(parts)


def _told_cards(cards: tuple[str, ...], deck: str) -> str:
    if deck != "french":
        return " ".join(cards)
    return " ".join(card[0].replace("T", "10") + _SIGNS[card[1]] for card in cards)


def files() -> dict[Path, str]:
    """Every picture, by its path."""
    found: dict[Path, str] = {}
    for info in korthus.catalogue():
        deck = rules_page(info.name, "en").deck
        for diagram in diagrams(info.name):
            faces = Faces(deck)
            each = shown(info.name, diagram)
            found[each.before] = picture(diagram.rows, faces, told(diagram.rows, deck))
            for path, tried in zip(each.after, diagram.tries, strict=True):
                if path is not None:
                    found[path] = picture(tried.rows, faces, told(tried.rows, deck))
    return found


def main() -> None:
    """Write them all, and remove pictures of diagrams that are no more."""
    FOLDER.mkdir(exist_ok=True)
    drawn = files()
    for old in {*FOLDER.glob("*.svg")} - drawn.keys():
        old.unlink()
    for path, text in drawn.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
