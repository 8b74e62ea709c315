"""What training refuses; the sentences in other languages are among the tools' in the catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import CodedError

REASONS: Final[dict[str, str]] = {
    "NOTHING_TO_TRAIN": "Nothing can be learnt for {game} yet; there are courses for {names}.",
    "NO_COURSE": "{game} has no course {name}; there {names:is|are} {names}.",
    "TRAIN_AMOUNT": "{option} must be a whole number from {low} to {high}.",
    "OTHER_COUNT": "The course {course} counts {counts}: give --{counts}, not {option}.",
    "NO_SELF_PLAY": "The course {course} plays its games while it learns: leave --games out.",
    "ONLY_CPU": "The course {course} learns on the processor: leave --device cuda out.",
    "ONE_DEAL": "--gate must be 0 or at least 2: one deal says nothing about chance.",
    "GATE_LOST": "A player lost a turn in deal {deal} of the match, so it judges nothing: {trouble}.",
    "NUMBERS_TOO_LARGE": "The numbers take {size} bytes, and a file of them may have {limit}.",
    "NOT_FINITE": "The teaching came to numbers that are not finite; nothing is written.",
    "BAD_PART": "{file} cannot be read, or is of another run: {trouble}.",
    "CANDIDATE_DIED": "The process that plays with the new numbers has ended: {trouble}.",
}


class LearnError(CodedError):
    """A training cannot be set up, or cannot go on."""

    reasons = REASONS
