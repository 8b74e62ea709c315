"""What the system and the reader of JSON say is known word by word, and said in every language."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta
from tests.support.english import english_in

import korthus
from korthus.core.errors import InvalidRecord, KorthusError
from korthus.core.phrases import Phrase
from korthus.core.troubles import NESTED, trouble_with_file, trouble_with_json
from korthus.locale import LANGUAGES, Translator
from korthus.table.saved import decode_saved
from korthus.web.http.refusals import bad_message, bad_request


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    """A document that much can be wrong with."""

    name: Annotated[str, Meta(max_length=3)]
    numbers: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    pair: tuple[int, int] = (0, 0)
    size: Annotated[int, Meta(ge=0)] = 0
    kind: Literal["a", "b"] = "a"
    code: Annotated[str, Meta(pattern="^[0-9]$")] = "0"


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"name": 1},
        {"name": "Anna"},
        {"name": "Bo", "numbers": [1, 2, 3]},
        {"name": "Bo", "numbers": [1, "x"]},
        {"name": "Bo", "pair": [1]},
        {"name": "Bo", "size": -1},
        {"name": "Bo", "kind": "c"},
        {"name": "Bo", "code": "x"},
        {"name": "Bo", "colour": "red"},
        [],
    ],
)
def test_what_is_wrong_with_a_document_is_a_phrase(document: Any) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"seat": document}, dict[str, Seat])
    said = trouble_with_json(caught.value)
    assert isinstance(said, Phrase)
    assert isinstance(said.params["what"], Phrase)
    for language in ("en", "sv", "es"):
        words = Translator(language).phrase(said)
        assert not re.search(r"`(int|str|float|bool|array|object|null)\b", words)
        assert language == "en" or not english_in(words, language, typed="seat colour numbers kind")


@pytest.mark.parametrize("document", [b'{"a"', b"", b"{a", b"[1] 2", b'"\xff"', b"[" * 100_000, b"1e999999"])
def test_what_is_wrong_with_json_is_a_phrase(document: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeError, RecursionError)) as caught:
        msgspec.json.decode(document)
    said = trouble_with_json(caught.value)
    assert isinstance(said, Phrase)
    for language in ("sv", "es"):
        assert not english_in(Translator(language).phrase(said), language, typed="JSON UTF-8 byte")


def test_no_refusal_takes_what_a_library_says_as_it_is() -> None:
    package = Path(korthus.__file__).parent
    found = [file.name for file in package.rglob("*.py") if "trouble=str(" in file.read_text("utf-8")]
    assert not found


def test_a_kind_of_value_is_said_in_words() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"size": []}, dict[str, int | None])
    said = trouble_with_json(caught.value)
    assert said == "a whole number or nothing was expected, not a list - at `$[...]`"
    assert Translator("sv").phrase(said) == "ett heltal eller ingenting väntades, inte en lista i `$[...]`"


def test_a_field_is_not_named_at_any_length() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"name": "Bo", "x" * 9_000: 1}, Seat)
    assert len(trouble_with_json(caught.value)) < 100


@pytest.mark.parametrize(
    "number",
    [
        errno.ENOENT,
        errno.EACCES,
        errno.EPERM,
        errno.EISDIR,
        errno.ENOTDIR,
        errno.EEXIST,
        errno.ENOSPC,
        errno.EROFS,
        errno.ENAMETOOLONG,
        errno.EIO,
        errno.EADDRINUSE,
    ],
)
@pytest.mark.parametrize("language", ["sv", "es"])
def test_what_the_system_says_of_files_is_a_phrase(language: str, number: int) -> None:
    said = trouble_with_file(OSError(number, os.strerror(number)))
    assert isinstance(said, Phrase)
    assert said == os.strerror(number)
    assert not english_in(Translator(language).phrase(said), language)


def test_a_name_with_a_nul_byte_is_a_phrase() -> None:
    with pytest.raises(ValueError, match="null") as caught:
        Path("a\0b").read_bytes()
    assert isinstance(trouble_with_file(caught.value), Phrase)


def test_what_is_not_known_stays_as_it_is() -> None:
    assert trouble_with_file(OSError(9999, "Something odd")) == "Something odd"
    assert trouble_with_file(OSError("odd")) == "odd"
    assert trouble_with_json(ValueError("odd - at `$`")) == "odd - at `$`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_that_tells_a_trouble_ends_with_one_full_stop(language: str) -> None:
    damaged = msgspec.json.encode({"format": "korthus table", "game": "mulle"})
    refused: list[KorthusError] = []
    for raw in (b"{", b"[]", damaged):
        with pytest.raises(InvalidRecord) as caught:
            decode_saved(raw)
        refused.append(caught.value)
    refused += [bad_message(NESTED), bad_request("options"), bad_request("It is odd.")]
    for error in refused:
        assert re.search(r"[^.]\.$", Translator(language).error(error)), error
        assert re.search(r"[^.]\.$", error.reason), error
