"""The few words a person may type instead of a move, in their language or in English."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from korthus.core.wording import folded
from korthus.locale import Translator


class Word(StrEnum):
    """What can be asked for during a game; the value is the key in the catalogue."""

    HELP = "help"
    HINT = "hint"
    AUTO = "auto"
    UNDO = "undo"
    LIST = "list"
    MORE = "more"
    BACK = "back"
    VIEW = "view"
    LOG = "log"
    RULES = "rules"
    LANG = "lang"
    SAVE = "save"
    QUIT = "quit"


#: Words that something may follow.
_WITH_MORE: Final = frozenset({Word.SAVE, Word.LANG})

_ENGLISH: Final = Translator("en")


def spellings(key: str, tr: Translator) -> tuple[str, ...]:
    """How a word may be typed, the usual way first: in the language of ``tr``, then in English."""
    words = [word.strip() for each in (tr, _ENGLISH) for word in each(f"common.word.{key}").split(",")]
    return tuple(dict.fromkeys(words))


def read_word(line: str, tr: Translator) -> tuple[Word, str] | None:
    """The word that a line consists of, and what follows it; None if it is no such line."""
    first, _, rest = line.strip().partition(" ")
    for word in Word:
        if says(word, first, tr) and (not rest or word in _WITH_MORE):
            return word, rest.strip()
    return None


def says(key: str, line: str, tr: Translator) -> bool:
    """Whether a line is one of the spellings of a word, for example ``yes``; accents do not matter."""
    return folded(line.strip()) in map(folded, spellings(key, tr))
