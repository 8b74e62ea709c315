"""Every file of Python or of the page that the docs name in their sentences is there.

A path is one of the repository, of the package, of the page, or of an example that its page links to. A name
alone lies in the folder that stands before it in its paragraph, or in its row. What stands in angle brackets
(``<game>``) may be anything; ``<package>/envs/told.py`` of another package is ``envs/<game>/told.py`` here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.generated import DOCS

ROOT = DOCS.parent
PAGES = sorted(DOCS.glob("*.md"))
ROOTS = (ROOT, ROOT / "src" / "korthus", ROOT / "src" / "korthus" / "web" / "static")


def _parts(text: str) -> Iterator[str]:
    """Paragraphs, items of lists and rows of tables, without what stands in blocks."""
    yield from re.split(r"\n\n|\n(?=\||- |\d+\. )", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def _named(text: str) -> Iterator[str]:
    """The paths that a page names, those without a folder in the one that stands before them."""
    for part in _parts(text):
        folder = ""
        for path in re.findall(r"`([\w<][\w<>./-]*(?:/|\.py|\.js))`", part):
            if path.endswith("/"):
                folder = path
            else:
                yield path if "/" in path else folder + path


def _roots(text: str) -> Iterator[Path]:
    yield from ROOTS
    for link in re.findall(r"\]\(\.\./(examples/[^)#]+)\)", text):
        there = ROOT / link
        yield there if there.is_dir() else there.parent


def _faults(text: str) -> list[str]:
    roots = [*_roots(text)]
    faults = []
    for path in _named(text):
        here = re.sub(r"^<package>/(\w+)/", r"\1/<game>/", path)
        pattern = re.sub(r"<\w+>", "*", here)
        if not any(found.is_file() for root in roots for found in root.glob(pattern)):
            faults.append(path)
    return faults


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    assert _faults(page.read_text(encoding="utf-8")) == []


def test_a_file_that_is_nowhere_is_found() -> None:
    text = "`web/run.py`, `js/api.js`, `web/http/`: `gate.py`, `bot_pool.py`"
    more = "`gate.py`, `envs/<game>/gone.py`"
    assert _faults(f"{text}\n\n{more}") == ["web/http/bot_pool.py", "gate.py", "envs/<game>/gone.py"]
    assert _faults("`<package>/envs/told.py` and `<package>/told.py`") == ["<package>/told.py"]
