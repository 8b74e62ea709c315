"""The newcomer's questions in docs/architecture.md are each answered by one path that is there."""

from __future__ import annotations

import re

import pytest
from tests.docs.generated import DOCS

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"^\| ([^|]+\?) \| `([^`]+)` \|$", PAGE, flags=re.MULTILINE)


def test_there_are_ten_questions() -> None:
    assert len(QUESTIONS) == 10


@pytest.mark.parametrize(("question", "path"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_a_question_is_answered_by_a_path(question: str, path: str) -> None:
    assert (DOCS.parent / path).is_file()
