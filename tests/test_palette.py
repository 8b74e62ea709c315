"""One palette: what a browser reads is written from it, and nothing else in the house holds a colour."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest
from tools.cards.__main__ import files as drawings
from tools.palette.__main__ import files

from korthus.palette import DARK, LIGHT, THINGS

ROOT = Path(__file__).parents[1]
WRITTEN = {*files(), *drawings()}
#: A colour that is written out: #fff, #10292f, rgb(…), hsl(…), oklch(…).
LITERAL = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|\b(?:rgba?|hsla?|oklch|lab)\(")
SOURCES = sorted(
    path
    for folder in ("src", "tools", "bench")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".css", ".js", ".html", ".svg", ".webmanifest"}
    and path not in WRITTEN
    and path != ROOT / "src" / "korthus" / "palette.py"
)


def colours(text: str, suffix: str) -> list[str]:
    """The colours in a source; a comment may say what it likes, and ``#main`` is a place on a page."""
    if suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        kinds = (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
        text = "\n".join(token.string for token in tokens if token.type in kinds)
    elif suffix == ".css":
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return LITERAL.findall(text)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_colour_is_written_out_elsewhere(path: Path) -> None:
    assert colours(path.read_text(encoding="utf-8"), path.suffix) == []


def test_a_colour_would_be_found() -> None:
    assert colours('INK = "#1b1f24"  # not #fff', ".py") == ["#1b1f24"]
    assert colours("a { color: rgb(0 0 0 / 0.4); } /* #fff */", ".css") == ["rgb("]
    assert colours('fill: "#fff"', ".js") == ["#fff"]


@pytest.mark.parametrize("path", sorted(files()), ids=lambda path: path.name)
def test_the_files_are_what_the_palette_writes(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == files()[path]


def test_both_lights_name_the_same_colours() -> None:
    assert list(DARK) == list(LIGHT)
    assert not set(DARK) & set(THINGS)


def test_the_styles_ask_for_colours_that_are_there() -> None:
    static = ROOT / "src" / "korthus" / "web" / "static"
    texts = [path.read_text(encoding="utf-8") for path in static.rglob("*.css")]
    known = {name for text in texts for name in re.findall(r"(--[a-z0-9-]+)\s*:", text)}
    scripts = "".join(path.read_text(encoding="utf-8") for path in static.rglob("*.js"))
    asked = {name for text in texts for name in re.findall(r"var\((--[a-z0-9-]+)\)", text)}
    assert {name for name in asked - known if f'"{name}"' not in scripts} == set()
