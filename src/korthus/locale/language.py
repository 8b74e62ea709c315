"""Which language to speak: the one asked for, else the one of the environment, else English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from korthus.locale import LANGUAGES

Language = Literal["en", "sv", "es"]


def preferred(environ: Mapping[str, str]) -> str:
    """The language of the environment if korthus speaks it, else English.

    >>> preferred({"LANG": "sv_SE.UTF-8"})
    'sv'
    >>> preferred({"LC_ALL": "C", "LANG": "sv_SE.UTF-8"})
    'en'
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            code = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def asked_for(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language of a command line that is not read yet, for help and complaints.

    >>> asked_for(["play", "--lang", "es"], {"LANG": "sv_SE.UTF-8"})
    'es'
    """
    for index, word in enumerate(words):
        wanted = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(words):
            wanted = words[index + 1]
        if wanted in LANGUAGES:
            return wanted
    return preferred(environ)
