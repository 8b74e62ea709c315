"""What a review refuses; the sentences in other languages are in the catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import CodedError

REASONS: Final[dict[str, str]] = {
    "UNFINISHED": "This game is not over; a review looks back on a finished one.",
    "NO_ADVISER": "No player of {game} can say yet what a move is worth.",
    "NOT_AN_ADVISER": "{name} cannot say what a move is worth; {names} can.",
    "BAD_THOUGHT": "Give a number of simulations from 1 to {limit}, or a time above 0 seconds, not both.",
    "BAD_REPLAYS": "The deals can be played again 2 to {limit} times, or not at all (0).",
    "BAD_REVIEW_JOBS": "--jobs must be a whole number from 1 to {limit}.",
}


class ReviewError(CodedError):
    """A game cannot be reviewed as asked."""

    reasons = REASONS
