"""One catalogue of words for every face: English, Swedish, Spanish.

``<language>/<part>.json`` are flat objects from key to text with ``{placeholders}``. Parts are ``common`` and
one per game; a game's keys start with its name. A key that ends in ``.one`` is used when ``n`` is 1. Words
that players say at the table (mulle, trotta, órdago) are the same in every language.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final

from korthus.core.errors import KorthusError

LANGUAGES: Final = ("en", "sv", "es")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every text of a language.

    Raises:
        ValueError: there is no such language, or two parts define the same key.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there is {', '.join(LANGUAGES)}")
    texts: dict[str, str] = {}
    for part in sorted((resources.files(__package__) / language).iterdir(), key=lambda file: file.name):
        entries: dict[str, str] = json.loads(part.read_text(encoding="utf-8"))
        twice = texts.keys() & entries.keys()
        if twice:
            raise ValueError(f"{language}/{part.name} repeats {sorted(twice)}")
        texts |= entries
    return texts


class Translator:
    """Says things in one language.

    >>> Translator("sv")("common.language")
    'svenska'
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts = catalogue(language)

    def __call__(self, key: str, /, **params: object) -> str:
        """The text of a key with its placeholders filled.

        Raises:
            KeyError: the catalogue lacks the key.
        """
        if params.get("n") == 1 and f"{key}.one" in self._texts:
            key = f"{key}.one"
        return self._texts[key].format(**params)

    def has(self, key: str) -> bool:
        """Whether the catalogue has a key."""
        return key in self._texts

    def error(self, error: KorthusError, game: str | None = None) -> str:
        """Why something was refused: the game's own sentence, a common one, or the English it came with."""
        for part in (game, "common", "tools", "review", "serve", "solve", "mus_strategy"):
            key = f"{part}.error.{error.code}"
            if key in self._texts and self.language != "en":
                return self._texts[key].format(**error.params)
        return error.reason
