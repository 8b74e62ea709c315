"""Parts of sentences that can be said in any language: what is filled into a refusal or a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Self

from korthus.core.wording import Wording

_ENGLISH: Final = Wording()


class Phrase(str):
    """A text in English that the catalogue can say in other languages.

    ``key`` is the catalogue's, ``english`` its text with placeholders. A value of ``params`` may be a phrase
    or a refusal, and is then said in the other language too.

    >>> Phrase("common.values.from_to", "a whole number from {low} to {high}", low=1, high=4)
    'a whole number from 1 to 4'
    """

    __slots__ = ("english", "key", "params")

    key: str
    english: str
    params: dict[str, object]

    def __new__(cls, key: str, english: str, /, **params: object) -> Self:
        phrase = super().__new__(cls, _ENGLISH.fill(english, params))
        phrase.key = key
        phrase.english = english
        phrase.params = params
        return phrase

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, object]]:
        return (self.key, self.english), self.params


def either(parts: Iterable[str]) -> str:
    """``a or b or c``: the one part there is, or a phrase of them all.

    Raises:
        ValueError: there is no part.
    """

    def join(one: str, other: str) -> str:
        return Phrase("common.values.or", "{one} or {other}", one=one, other=other)

    return _chained(parts, join)


def all_of(parts: Iterable[str]) -> str:
    """``a; b; c``: the one part there is, or a phrase of them all.

    Raises:
        ValueError: there is no part.
    """

    def join(one: str, other: str) -> str:
        return Phrase("common.values.all", "{one}; {other}", one=one, other=other)

    return _chained(parts, join)


def _chained(parts: Iterable[str], join: Callable[[str, str], str]) -> str:
    whole: str | None = None
    for part in parts:
        whole = part if whole is None else join(whole, part)
    if whole is None:
        raise ValueError("nothing to choose from")
    return whole
