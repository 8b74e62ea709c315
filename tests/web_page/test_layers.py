"""Stylesheets lie in layers: what a game says of its table wins over what the house says of everything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web_page.conftest import STATIC

ORDER = ("reset", "tokens", "base", "table", "game")
SHEETS = sorted(STATIC.rglob("*.css"))


def layer_of(path: Path) -> str:
    """The layer that a stylesheet belongs to."""
    if "tables" in path.parts:
        return "game"
    own = {"reset": "reset", "tokens": "tokens", "theme": "tokens"}
    own |= dict.fromkeys(("table", "side", "around", "coach", "seat"), "table")
    return own.get(path.stem, "base")


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_every_rule_lies_in_the_layer_of_its_file(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S).strip()
    text = text.removeprefix(f"@layer {', '.join(ORDER)};").strip()
    assert text.startswith(f"@layer {layer_of(path)} {{")
    depth = 0
    for place, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth > 0 or place < text.index("{") or place == len(text) - 1


def test_the_first_stylesheet_names_the_order() -> None:
    front = (STATIC / "index.html").read_text(encoding="utf-8")
    first = re.findall(r'<link rel="stylesheet" href="/static/([^"]+)"', front)[0]
    assert f"@layer {', '.join(ORDER)};" in (STATIC / first).read_text(encoding="utf-8")
