"""Why a move in a lesson is not taken: one sentence for each code."""

from __future__ import annotations

from typing import ClassVar, Final

from korthus.core.errors import CodedError

REASONS: Final[dict[str, str]] = {
    "NOT_THE_GOAL": "You may do that, but here we are after something else. Try again.",
    "LESSON_OVER": "This lesson is done.",
    "NO_SUCH_LESSON": "There is no such lesson.",
    "NO_LESSONS": "There are no lessons for {game}.",
}


class LessonError(CodedError):
    """A move that a lesson does not take, or a lesson that is not there."""

    reasons: ClassVar = REASONS
