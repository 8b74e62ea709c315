"""What the system or a reader of JSON complains about, as phrases, so that it can be said in any language.

Both say it in English. A sentence that is not known here stays as it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from korthus.core.phrases import Phrase, either

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
    Phrase("common.trouble.no_host", "Name or service not known"),
    Phrase("common.trouble.no_name_now", "Temporary failure in name resolution"),
    Phrase("common.trouble.refused", "Connection refused"),
)
#: What SQLite says of a file of its own.
_DATABASES: Final = (
    Phrase("common.trouble.no_database", "unable to open database file"),
    Phrase("common.trouble.database_read_only", "attempt to write a readonly database"),
    Phrase("common.trouble.not_a_database", "file is not a database"),
    Phrase("common.trouble.malformed", "database disk image is malformed"),
    Phrase("common.trouble.locked", "database is locked"),
    Phrase("common.trouble.database_full", "database or disk is full"),
    Phrase("common.trouble.database_io", "disk I/O error"),
)
_KNOWN: Final = {str(phrase): phrase for phrase in (*_FILES, *_DATABASES)}
#: How asyncio says that nobody answers at an address, or at any of several.
_NO_ANSWER: Final = re.compile(r"(Multiple exceptions: )?(\[Errno \d+\] )?Connect call failed .*", re.DOTALL)

#: What msgspec says of documents, the more special before the more general.
_DECODER: Final = {
    "common.trouble.exact_length": "Expected `{kind}` of length {length}, got {given}",
    "common.trouble.length": "Expected `{kind}` of length {sign} {limit}",
    "common.trouble.pattern": "Expected `{kind}` matching regex {pattern}",
    "common.trouble.expected": "Expected `{wanted}`, got `{given}`",
    "common.trouble.limit": "Expected `{kind}` {sign} {limit}",
    "common.trouble.missing": "Object missing required field `{field}`",
    "common.trouble.unknown": "Object contains unknown field `{field}`",
    "common.trouble.choice": "Invalid enum value {value}",
    "common.trouble.cut": "Input data was truncated",
    "common.trouble.no_json": "JSON is malformed: {what} (byte {byte})",
    "common.trouble.range": "Number out of range",
}
#: The same as people say it.
JSON: Final = {
    "common.trouble.exact_length": "{kind} of length {length} was expected, not {given}",
    "common.trouble.length": "{kind} of length {sign} {limit} was expected",
    "common.trouble.pattern": "{kind} like {pattern} was expected",
    "common.trouble.expected": "{wanted} was expected, not {given}",
    "common.trouble.limit": "{kind} {sign} {limit} was expected",
    "common.trouble.missing": "the field `{field}` is missing",
    "common.trouble.unknown": "there is no field `{field}`",
    "common.trouble.choice": "{value} is none of the values",
    "common.trouble.cut": "it ends in the middle",
    "common.trouble.no_json": "it is not JSON at byte {byte}",
    "common.trouble.range": "a number is out of range",
}
#: A document that is no text, and one that nobody can read to its end.
NOT_UTF8: Final = Phrase("common.trouble.not_utf8", "it is not UTF-8")
NESTED: Final = Phrase("common.trouble.nested", "it is nested too deeply")
#: What msgspec calls the kinds of values.
_KINDS: Final = {
    "str": Phrase("common.kind.text", "a text"),
    "int": Phrase("common.kind.whole", "a whole number"),
    "float": Phrase("common.kind.number", "a number"),
    "bool": Phrase("common.kind.truth", "true or false"),
    "array": Phrase("common.kind.list", "a list"),
    "object": Phrase("common.kind.object", "an object with fields"),
    "null": Phrase("common.kind.nothing", "nothing"),
}
#: The longest part of a document that is named.
_LONGEST: Final = 60
_PLACE: Final = " - at "


def trouble_with_file(error: OSError | ValueError) -> str:
    """Why a file, a folder or an address cannot be used."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return known_trouble(said)


def known_trouble(said: str) -> str:
    """What the system, or a library that speaks of it, says: as a phrase if it is known."""
    if _NO_ANSWER.fullmatch(said):
        said = "Connection refused"
    return _KNOWN.get(said, said)


def ended(trouble: str) -> str:
    """A trouble that ends a sentence, with its full stop."""
    return trouble if trouble.endswith(".") else Phrase("common.trouble.ended", "{what}.", what=trouble)


def trouble_with_json(error: Exception) -> str:
    """What is wrong with a document that was read against its types, or is no JSON (``msgspec``'s errors)."""
    if isinstance(error, UnicodeError):
        return NOT_UTF8
    return NESTED if isinstance(error, RecursionError) else json_trouble(str(error))


def json_trouble(said: str) -> str:
    """What msgspec says of a document, as a phrase if it is known."""
    what, at, place = said.partition(_PLACE)
    known = _json(what)
    return Phrase("common.trouble.at", "{what} - at {place}", what=known, place=place) if at else known


def _json(said: str) -> str:
    for key, pattern in _DECODER.items():
        if found := _finder(pattern).fullmatch(said):
            english = JSON[key]
            named = {
                name: _kind(value) for name, value in found.groupdict().items() if f"{{{name}}}" in english
            }
            return Phrase(key, english, **named)
    return said


def _kind(value: str) -> str:
    """A kind of value in words, also ``int | null``; anything else as it is, though not at any length."""
    kinds = value.split(" | ")
    if all(kind in _KINDS for kind in kinds):
        return either(_KINDS[kind] for kind in kinds)
    return value[:_LONGEST]


@cache
def _finder(english: str) -> re.Pattern[str]:
    """Finds the values in a sentence that was made of a text with placeholders."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(english)), re.DOTALL)
