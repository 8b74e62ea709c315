"""What the terminal itself refuses; sentences in other languages are in the common catalogue."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import CodedError

REASONS: Final[dict[str, str]] = {
    "BAD_AMOUNT": "Play at least one game, on 1 to 1024 cores.",
    "BAD_HASH": "{text} is not a seal or a closing hash: it has 64 digits, 0 to 9 and a to f.",
    "BAD_PLAYER_NAME": "A name has 1 to 24 letters, digits, spaces, hyphens or dots.",
    "BAD_PATH": "{file} is no name that a file can have.",
    "BAD_SEAT": "There is no seat {seat}; at this table there are seats 1 to {seats}.",
    "BAD_SETTING": "{setting} is not a setting; write option=value.",
    "FILE_EXISTS": "{file} is there already, and korthus did not write it for this; it is left as it is.",
    "FILE_TROUBLE": "{file} cannot be used: {trouble}.",
    "MEMORY_IN_ORDER": "With a memory the games are played in order: leave --jobs at 1, and --ray out.",
    "NOT_KEPT": "The game is not saved, so you are still at the table: type save and a file, or quit and no.",
    "NOTHING_TO_COMPILE": "No player called {level} is compiled; the compiled ones are {names}.",
    "ADVISER_COMPILES": "The adviser is being compiled, about {seconds} s; ask again then.",
    "NO_DATA_FOLDER": "The tables cannot be kept in {folder}: {trouble}. Give another folder with --data.",
    "NO_FOLDER": "{file} cannot be written: there is no folder {folder}.",
    "NO_HOME": "You have no home folder (HOME is not set): set XDG_DATA_HOME to a folder of yours.",
    "RELATIVE_HOME": "HOME is {home}, which is not an absolute path: set it, or XDG_DATA_HOME, to one.",
    "NO_PLAIN_FILE": "{file} is a link, a folder or a device, not a plain file; it is left as it is.",
    "NO_SAVED_GAME": "There is no saved game to go on with.",
    "NO_SUCH_ANSWER": "{text} is no answer here; ? says what can be typed.",
    "NO_SUCH_POLICY": "There is no policy {policy}; there is random.",
    "NO_SUCH_LANGUAGE": "Type lang and one of {languages}.",
    "ONE_LEARNER": "A memory is for exactly one player that learns, not for {count}.",
    "TOO_MANY_TO_SIMULATE": "simulate has up to {most} seats, not {seats}; korthus run has more.",
    "NO_SUCH_CHOICE": "{text} is none of the choices; type a number of the list, a move, or ? for help.",
}


class Refused(CodedError):
    """The terminal cannot do what was asked of it."""

    reasons = REASONS
