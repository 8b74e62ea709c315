"""The site of the docs: every page is in its navigation once, and everything that it links to is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.docs.generated import DOCS
from tests.test_palette import colours
from tools.diagrams.__main__ import FOLDER
from tools.diagrams.__main__ import files as drawings
from tools.site.__main__ import files
from tools.site.built import dead_links
from tools.site.fencing import fenced
from tools.site.paths import leaves_docs, target_of

ROOT = DOCS.parent
CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def named(entries: list[Any]) -> Iterator[str]:
    """The pages that a navigation names, in order."""
    for entry in entries:
        for below in entry.values():
            yield from [below] if isinstance(below, str) else named(below)


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as the site makes them."""
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose, flags=re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\s-]", "", plain.encode("ascii", "ignore").decode()).strip().lower()
        found.add(re.sub(r"[\s-]+", "-", slug))
    return found


def test_the_navigation_names_every_page_once() -> None:
    assert sorted(named(CONFIG["nav"])) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_have_their_anchor(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    for href in re.findall(r"\]\(([^)\s]+)\)", prose):
        path, _, anchor = href.partition("#")
        target = target_of(f"docs/{page}", path) if path else f"docs/{page}"
        if anchor and target is not None and target.endswith(".md"):
            assert anchor in anchors((ROOT / target).read_text(encoding="utf-8")), href


@pytest.mark.parametrize("page", PAGES)
def test_no_page_of_the_repository_is_linked_that_the_site_has_not(page: str) -> None:
    """The builder warns about such a link; a folder or a source file becomes text (tools/site/outward.py)."""
    text = (DOCS / page).read_text(encoding="utf-8")
    targets = [target_of(f"docs/{page}", href) for href in re.findall(r"\]\(([^)#\s]+\.md)", text)]
    assert [target for target in targets if target and leaves_docs(target)] == []


@pytest.mark.parametrize("path", sorted(files()), ids=lambda path: path.name)
def test_what_the_house_writes_is_current(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == files()[path], "run make docs"


def test_the_diagrams_are_what_the_engine_plays() -> None:
    kept = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*")}
    assert kept == drawings(), "run make docs"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.name)
def test_a_diagram_stands_alone(path: Path) -> None:
    """Nothing in the picture points at something that is not in it, and its cards are really drawn."""
    text = path.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    pointed_to = set(re.findall(r'(?:href="|url\()#([^")]+)', text))
    assert pointed_to <= set(re.findall(r' id="([^"]+)"', text))
    assert "var(" not in text


def test_the_look_takes_its_colours_from_the_palette() -> None:
    style = (DOCS / "css" / "house.css").read_text(encoding="utf-8")
    known = (DOCS / "css" / "palette.css").read_text(encoding="utf-8")
    assert colours(style, ".css") == []
    own = set(re.findall(r"(--[a-z_-]+):", style)) | set(re.findall(r"(--[a-z-]+):", known))
    assert set(re.findall(r"var\((--[a-z-]+)\)", style)) - own == set()


# -- the checks can fail ---------------------------------------------------------------------------


def test_where_a_link_leads() -> None:
    assert target_of("docs/api/table.md", "../web.md#http") == "docs/web.md"
    assert target_of("docs/web.md", "https://example.org/x") is None
    assert target_of("docs/web.md", "#http") is None
    assert leaves_docs(str(target_of("docs/web.md", "../examples/scopa")))
    assert not leaves_docs(str(target_of("docs/web.md", "img/mark.svg")))


def test_an_example_of_a_docstring_gets_a_fence() -> None:
    assert fenced([">>> x", "1"]) == ["```pycon", ">>> x", "1", "```"]
    page = ["```python", ">>> x", "1", "", "```", "> a quotation"]
    assert fenced(page) == page


def test_anchors_are_those_of_the_headings() -> None:
    page = "# A house: `x`, and *y*\n```sh\n# no heading\n```\n## [Mulle](m.md)'s 2nd\n"
    assert anchors(page) == {"a-house-x-and-y", "mulles-2nd"}


def test_a_dead_link_of_the_built_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_text('<h1 id="x"></h1><a href="https://example.org/"></a>')
    page = '<a href="b.html#x"></a><a href="b.html#y"></a><img src="c.png"><a href="#z"></a>'
    (tmp_path / "a.html").write_text(page)
    assert [*dead_links(tmp_path)] == ["a.html: b.html#y", "a.html: c.png", "a.html: #z"]
