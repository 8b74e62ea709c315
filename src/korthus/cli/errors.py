"""What the terminal itself refuses; sentences in other languages are in the common catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import KorthusError

REASONS: Final[dict[str, str]] = {
    "BAD_AMOUNT": "Play at least one game, on 1 to 1024 cores.",
    "BAD_NAME": "A name has 1 to 24 letters, digits, spaces, hyphens or dots.",
    "BAD_SEAT": "There is no seat {seat}; at this table there are seats 1 to {seats}.",
    "BAD_SETTING": "{setting} is not a setting; write option=value.",
    "FILE_TROUBLE": "{file} cannot be used: {trouble}.",
    "MEMORY_IN_ORDER": "With a memory the games are played in order: leave --jobs at 1.",
    "NO_SAVED_GAME": "There is no saved game to go on with.",
    "NO_SUCH_POLICY": "There is no policy {policy}; there is random.",
    "NO_SUCH_LANGUAGE": "Type lang and one of {languages}.",
    "ONE_LEARNER": "A memory is for exactly one player that learns, not for {count}.",
    "NO_SUCH_CHOICE": "{text} is none of the choices; type a number of the list, a move, or ? for help.",
}


class Refused(KorthusError):
    """The terminal cannot do what was asked of it."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, REASONS[code], **params)
