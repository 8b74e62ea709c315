"""What the system and the reader of JSON say is known word by word, and said in every language."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta
from tests.support.english import english_in

from korthus.core.phrases import Phrase
from korthus.core.troubles import trouble_with_file, trouble_with_json
from korthus.locale import Translator


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
    assert said == str(caught.value)
    assert isinstance(said, Phrase)
    assert isinstance(said.params["what"], Phrase)
    for language in ("sv", "es"):
        assert not english_in(Translator(language).phrase(said), language, typed="seat colour numbers kind")


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
