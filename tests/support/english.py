"""Finds English in what should be said in another language."""

from __future__ import annotations

import re
from functools import cache

import korthus
from korthus.bots.registry import bot_names
from korthus.locale import catalogue

_WORD = re.compile(r"[^\W\d_]{2,}")
_PLACEHOLDER = re.compile(r"\{[^}]*\}|\[[^\]]*\]")
#: What is written the same in every language: file formats, units and notation.
#: What is typed as it is: flags, names with underscores, settings, codes, hashes, and names in backticks.
_AS_TYPED = re.compile(r"`[^`]*`|[0-9a-f]{64}|(?<!\w)--?[a-z][\w-]*|\w*_\w*|\w+=\S+|\[[A-Z_]+\]")
_NAMES = frozenset({"json", "html", "sha", "utf", "ms", "korthus", "true", "false", "none", "stdin", "ru"})


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Every word of a catalogue."""
    return frozenset(
        word for text in catalogue(language).values() for word in _words(_PLACEHOLDER.sub(" ", text))
    )


@cache
def _typed() -> frozenset[str]:
    """Words that are written as they are in every language: games, presets, players and values of options."""
    texts = []
    for info in korthus.catalogue():
        texts += [info.name, *info.presets, *bot_names(info.name)]
        for option in info.options:
            texts += str(option.values).split(" or ") if "number" not in str(option.values) else []
    return frozenset(text.lower() for text in texts) | _NAMES


def english_in(text: str, language: str, *, typed: str = "") -> set[str]:
    """Words of the English catalogue that the language does not have; ``typed`` is quoted as it is."""
    foreign = _vocabulary("en") - _vocabulary(language) - _typed() - _words(typed)
    return _words(_AS_TYPED.sub(" ", text)) & foreign
