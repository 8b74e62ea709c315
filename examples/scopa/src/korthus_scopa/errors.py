"""Why an action can be refused: one sentence for each code."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import IllegalAction

REASONS: Final[dict[str, str]] = {
    "BAD_DEAL": "A deal has {count} different cards of those that are left.",
    "NOT_IN_HAND": "{card} is not in your hand.",
    "MUST_TAKE": "{card} can take, so it must.",
    "CANNOT_TAKE": "{card} does not take that.",
}


def illegal(code: str, **params: object) -> IllegalAction:
    """The refusal of a code."""
    return IllegalAction(code, REASONS[code], **params)
