"""The page's files: nothing from elsewhere, nothing inline, and no word that the catalogue lacks."""

from __future__ import annotations

import re
from fnmatch import filter as filter_names
from pathlib import Path

import msgspec
import pytest
from tools.cards.__main__ import STATIC

from korthus.locale import LANGUAGES, catalogue
from korthus.palette import DARK, LIGHT, THINGS

FILES = sorted(
    path for path in STATIC.rglob("*") if path.suffix in {".html", ".css", ".js", ".svg", ".webmanifest"}
)
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
#: The only address that is written out: it names the language SVG is written in, and is never fetched.
NAMESPACE = "http://www.w3.org/2000/svg"

#: A whole key in t("…"), has("…") or in an argument that is nothing else.
WORD = re.compile(r"""\b(?:t|has)\(\s*["']([a-z_]+\.[\w.]+)["']""")
#: The beginning of a key that is put together: t(`web.rank.${rank}`).
BUILT = re.compile(r"""\b(?:t|has)\(\s*`([^`$]*)\$\{""")
#: import … from "…", import "…", import("…"), export … from "…"
IMPORT = re.compile(
    r"""(?:^import\s[^;"']*|^export\s[^;"'()]*\sfrom\s*|\bimport\(\s*)["']([^"']+)["']""", re.MULTILINE
)
#: What a module says about such keys: // keys: web.rank.* web.suit.*
DECLARED = re.compile(r"//\s*keys:\s*(.+)")


def test_the_files_are_found() -> None:
    assert {"index.html", "css/theme.css", "js/app.js", "cards/french.svg"} <= {name(path) for path in FILES}


def name(path: Path) -> str:
    """A file's name below the folder of the page."""
    return path.relative_to(STATIC).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_no_file_names_another_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace(NAMESPACE, "")
    hosts = re.findall(
        r"""(?:https?:|wss?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+|@import\b|url\(\s*["']?(?!#|/static/)""", text
    )
    assert [host for host in hosts if not host.startswith("//") or f'"{host}' in text] == []


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix in {".html", ".svg"}], ids=name)
def test_no_code_or_style_stands_in_the_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"\sstyle\s*=|\son[a-z]+\s*=|<style\b|javascript:", text) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)", text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_scripts_never_parse_text_as_markup_or_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert (
        re.findall(r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function)\b", text)
        == []
    )
    assert re.findall(r"""setAttribute\(\s*["'](?:style|on[a-z]+)["']""", text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_imports_lead_to_files_of_the_page(path: Path) -> None:
    for target in IMPORT.findall(path.read_text(encoding="utf-8")):
        assert target.startswith((".", "/static/")), target
        file = STATIC / target.removeprefix("/static/") if target.startswith("/") else path.parent / target
        assert file.resolve().is_file(), target


#: The words of a game from another package, for which the table that any game has looks first.
VISITING = msgspec.json.decode(
    (Path(__file__).parents[2] / "examples/scopa/src/korthus_scopa/locale/sv.json").read_bytes(),
    type=dict[str, str],
)


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_every_word_of_a_script_is_in_the_catalogues(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    declared = [pattern for line in DECLARED.findall(text) for pattern in line.split()]
    for language in LANGUAGES:
        known = {*catalogue(language), *VISITING}
        assert [key for key in WORD.findall(text) if key not in known] == [], language
        assert [pattern for pattern in declared if not filter_names(known, pattern)] == [], language
    built = [start for start in BUILT.findall(text) if path.name != "i18n.js"]
    undeclared = [start for start in built if not any(pattern.startswith(start) for pattern in declared)]
    assert undeclared == [], "say // keys: … in the module"


def test_the_test_of_words_would_see_a_missing_one() -> None:
    assert WORD.findall('el("p", { text: t("web.nothing", { n: 1 }) })') == ["web.nothing"]
    assert BUILT.findall("t(`web.rank.${rank}`)") == ["web.rank."]
    assert DECLARED.findall("// keys: web.rank.* web.suit.*") == ["web.rank.* web.suit.*"]


def test_the_front_page_only_loads_what_is_there() -> None:
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    for target in re.findall(r'(?:href|src)="/static/([^"]+)"', text):
        assert (STATIC / target).is_file(), target


CONTRASTS = [
    ("ink", "table", 4.5),
    ("ink", "table-edge", 4.5),
    ("ink", "table-high", 4.5),
    ("ink", "sheet", 4.5),
    ("ink-soft", "table", 4.5),
    ("ink-soft", "table-edge", 4.5),
    ("ink-soft", "sheet", 4.5),
    ("brass", "table", 4.5),
    ("brass", "sheet", 4.5),
    ("brass-ink", "brass", 4.5),
    ("lake", "table", 4.5),
    ("lake", "sheet", 4.5),
    ("moss", "table", 4.5),
    ("lingon-text", "table", 4.5),
    ("lingon-text", "sheet", 4.5),
    ("outline", "table", 3.0),
    ("outline", "sheet", 3.0),
    ("lingon", "table", 3.0),
    ("card-ink", "card-paper", 4.5),
    ("card-red", "card-paper", 4.5),
    ("card-blue", "card-paper", 4.5),
    ("card-green", "card-paper", 4.5),
]


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("front", "ground", "least"), CONTRASTS)
def test_what_is_read_stands_out(theme: str, front: str, ground: str, least: float) -> None:
    known = THINGS | {"dark": DARK, "light": LIGHT}[theme]
    high, low = sorted((luminance(known[front]), luminance(known[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= least


@pytest.mark.parametrize("asked", ["/review?", "/api/positions/advice"])
def test_the_page_says_whose_thought_it_asks_for_so_that_lines_can_be_fair_by_person(asked: str) -> None:
    scripts = [path.read_text(encoding="utf-8") for path in (STATIC / "js").rglob("*.js")]
    asking = [script for script in scripts if asked in script]
    assert asking
    for script in asking:
        assert "bearer" in script[script.index(asked) :][:300]
