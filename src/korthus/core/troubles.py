"""What the system or a reader of JSON complains about, as phrases, so that it can be said in any language.

Both say it in English. A sentence that is not known here stays as it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from korthus.core.phrases import Phrase

#: What a system says of files.
_FILES: Final = (
    Phrase("common.trouble.no_file", "No such file or directory"),
    Phrase("common.trouble.not_allowed", "Permission denied"),
    Phrase("common.trouble.not_permitted", "Operation not permitted"),
    Phrase("common.trouble.folder", "Is a directory"),
    Phrase("common.trouble.no_folder", "Not a directory"),
    Phrase("common.trouble.exists", "File exists"),
    Phrase("common.trouble.full", "No space left on device"),
    Phrase("common.trouble.quota", "Disk quota exceeded"),
    Phrase("common.trouble.read_only", "Read-only file system"),
    Phrase("common.trouble.long_name", "File name too long"),
    Phrase("common.trouble.io", "Input/output error"),
    Phrase("common.trouble.loop", "Too many levels of symbolic links"),
    Phrase("common.trouble.nul", "embedded null byte"),
    Phrase("common.trouble.in_use", "Address already in use"),
    Phrase("common.trouble.no_address", "Cannot assign requested address"),
)
_KNOWN: Final = {str(phrase): phrase for phrase in _FILES}

#: What msgspec says of documents, the more special before the more general.
JSON: Final = {
    "common.trouble.exact_length": "Expected `{kind}` of length {length}, got {given}",
    "common.trouble.length": "Expected `{kind}` of length {sign} {limit}",
    "common.trouble.pattern": "Expected `{kind}` matching regex {pattern}",
    "common.trouble.expected": "Expected `{wanted}`, got `{given}`",
    "common.trouble.limit": "Expected `{kind}` {sign} {limit}",
    "common.trouble.missing": "Object missing required field `{field}`",
    "common.trouble.unknown": "Object contains unknown field `{field}`",
    "common.trouble.choice": "Invalid enum value {value}",
}
_PLACE: Final = " - at "


def trouble_with_file(error: OSError | ValueError) -> str:
    """Why a file, a folder or an address cannot be used."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return _KNOWN.get(said, said)


def trouble_with_json(error: Exception) -> str:
    """What is wrong with a document that was read against its types (a ``msgspec.ValidationError``)."""
    what, at, place = str(error).partition(_PLACE)
    said = _json(what)
    return Phrase("common.trouble.at", "{what} - at {place}", what=said, place=place) if at else said


def _json(said: str) -> str:
    for key, english in JSON.items():
        if found := _finder(english).fullmatch(said):
            return Phrase(key, english, **found.groupdict())
    return said


@cache
def _finder(english: str) -> re.Pattern[str]:
    """Finds the values in a sentence that was made of a text with placeholders."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(english)), re.DOTALL)
