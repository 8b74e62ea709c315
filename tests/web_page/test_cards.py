"""The decks of the page: every card is drawn, small, and made of nothing but the sheet itself."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tools.cards.__main__ import STATIC, files
from tools.cards.draw import WIDTH
from tools.cards.glyphs import STROKES, glyph
from tools.cards.spanish import GAPS, RANKS, SpanishSuit, frame

from korthus.core.cards import Card

SVG = "{http://www.w3.org/2000/svg}"
DECKS = {
    "french": [str(card) for card in Card],
    "spanish": [f"{rank}{suit}" for suit in SpanishSuit for rank in RANKS],
}
MOST_BYTES = 6_000


def symbols(deck: str) -> dict[str, ElementTree.Element]:
    """The symbols of a deck's file by name."""
    root = ElementTree.parse(STATIC / "cards" / f"{deck}.svg").getroot()
    return {each.attrib["id"]: each for each in root.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("file", list(files()), ids=lambda file: file.name)
def test_the_files_are_what_the_code_draws(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == files()[file], "run: python -m tools.cards"


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_and_the_back_are_there(deck: str) -> None:
    names = {f"{deck}-{card}" for card in [*DECKS[deck], "back"]}
    assert names <= symbols(deck).keys()
    assert len(DECKS[deck]) == {"french": 52, "spanish": 40}[deck]


@pytest.mark.parametrize("deck", DECKS)
def test_every_face_is_small_and_differs_from_all_others(deck: str) -> None:
    lines = (STATIC / "cards" / f"{deck}.svg").read_text(encoding="utf-8").splitlines()
    faces = [line for card in DECKS[deck] for line in lines if line.startswith(f'<symbol id="{deck}-{card}"')]
    assert len(faces) == len(DECKS[deck])
    assert max(len(face.encode()) for face in faces) < MOST_BYTES
    assert len(
        {face.replace(f"{deck}-{card}", "") for face, card in zip(faces, DECKS[deck], strict=True)}
    ) == len(faces)


@pytest.mark.parametrize("deck", DECKS)
def test_whatever_a_sheet_refers_to_is_in_it(deck: str) -> None:
    text = (STATIC / "cards" / f"{deck}.svg").read_text(encoding="utf-8")
    known = re.findall(r' id="([^"]+)"', text)
    assert len(set(known)) == len(known)
    assert all(name.startswith(f"{deck}-") for name in known)
    used = set(re.findall(r'href="([^"]*)"', text)) | set(re.findall(r"url\(([^)]*)\)", text))
    assert used
    assert {name.removeprefix("#") for name in used} <= set(known)
    assert all(name.startswith("#") for name in used)


@pytest.mark.parametrize("deck", DECKS)
def test_colours_are_those_of_the_theme(deck: str) -> None:
    text = (STATIC / "cards" / f"{deck}.svg").read_text(encoding="utf-8")
    theme = "".join(
        (STATIC / "css" / name).read_text(encoding="utf-8") for name in ("tokens.css", "theme.css")
    )
    wanted = set(re.findall(r"var\((--[a-z-]+)\)", text))
    assert "--card-paper" in wanted
    assert wanted <= set(re.findall(r"(--[a-z-]+):", theme))


def test_suits_of_the_french_deck_are_coloured_by_the_page() -> None:
    found = symbols("french")
    for card in Card:
        group = found[f"french-{card}"].find(f"{SVG}g")
        assert group is not None
        assert group.attrib["fill"] == f"var(--suit-{card.suit})"


@pytest.mark.parametrize("deck", DECKS)
def test_the_index_is_a_quarter_of_the_card(deck: str) -> None:
    """What shows at the left edge of a fan: the index takes a quarter of the card, give or take."""
    label = re.compile(r'<g transform="translate\(([-\d.]+) [\d.]+\) scale\(([\d.]+) [\d.]+\)">')
    lines = (STATIC / "cards" / f"{deck}.svg").read_text(encoding="utf-8").splitlines()
    for card in DECKS[deck]:
        face = next(line for line in lines if line.startswith(f'<symbol id="{deck}-{card}"'))
        found = label.search(face)
        assert found, card
        right = float(found[1]) + float(found[2]) * 44
        assert 0.20 * WIDTH <= right <= 0.30 * WIDTH, (card, right / WIDTH)


def test_the_frame_tells_the_spanish_suit() -> None:
    for suit in SpanishSuit:
        upper = re.findall(r"M\d+ 11H\d+", frame(suit))
        assert len(upper) == GAPS[suit] + 1
    assert [GAPS[suit] for suit in SpanishSuit] == [0, 1, 2, 3]


def test_every_rank_has_its_letter() -> None:
    assert {card.rank.label for card in Card} | set(RANKS) <= STROKES.keys()
    assert "scale(1 1)" in glyph("7", 20, 0, 58, "red")
