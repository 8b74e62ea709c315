"""The newcomer's questions are each answered by one path, and a figure stands in one page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.generated import DOCS

PROSE = [*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")]
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^\| ([^|]+\?) \| `([^`]+)` \|$", PAGE, flags=re.MULTILINE)


def test_there_are_ten_questions() -> None:
    assert len(QUESTIONS) == 10


@pytest.mark.parametrize(("question", "path"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_a_question_is_answered_by_a_path(question: str, path: str) -> None:
    assert (DOCS.parent / path).is_file()


def test_the_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in DOCS.glob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([a-z-]+\.md)\)", index))


def test_every_decision_has_a_status() -> None:
    text = (DOCS / "decisions.md").read_text(encoding="utf-8")
    decisions = re.findall(r"^## (\d+)\. .*\n\n(.*)$", text, flags=re.MULTILINE)
    assert [int(number) for number, _ in decisions] == list(range(1, len(decisions) + 1))
    assert [number for number, status in decisions if not re.fullmatch(r"\*.+\*", status)] == []


@pytest.mark.parametrize("page", PROSE, ids=lambda page: page.name)
def test_prose_has_lines_of_at_most_110_signs(page: Path) -> None:
    long = []
    code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        code ^= line.lstrip().startswith("```")
        if len(line) > 110 and not code and not line.startswith(("|", "    ", "![", "<")):
            long.append(f"{number}: {line[:60]}")
    assert long == []


#: Figures that two pages would not have by chance: four decimals, or an interval behind it.
MEASURED = re.compile(r"(?<![\w.])\d+\.\d{4,}(?!\w)|\d[\d,.]*(?: %)? \[[^\]]*\d[^\]]*\](?!\()")


#: Blocks of code, and what is quoted from the data of the benchmarks by a command: that stands in one file.
NOT_WRITTEN = re.compile(r"```.*?```|<!-- bench:\w+ -->.*?<!-- /bench -->", flags=re.DOTALL)


def test_a_figure_stands_in_one_page() -> None:
    pages: dict[str, set[str]] = {}
    for page in PROSE:
        text = NOT_WRITTEN.sub("", page.read_text(encoding="utf-8"))
        for figure in MEASURED.findall(" ".join(text.split())):
            pages.setdefault(figure, set()).add(page.name)
    assert len(pages) > 100
    assert {figure: names for figure, names in pages.items() if len(names) > 1} == {}
