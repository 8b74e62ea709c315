"""Phrases and refusals that are kept as JSON, so that whoever reads them says them in their own language."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from korthus.core.errors import KorthusError
from korthus.core.phrases import Phrase

#: By other names: tests look up every sentence in the catalogue where it is made, and none is made here.
_PHRASE: Final = Phrase
_REFUSAL: Final = KorthusError


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phrase, or a refusal: one of them has a key of the catalogue, the other a code."""

    english: str
    key: str = ""
    code: str = ""
    params: dict[str, Any] = {}

    def value(self) -> Phrase | KorthusError:
        """What was kept."""
        params = {name: _read(value) for name, value in self.params.items()}
        if self.code:
            return _REFUSAL(self.code, self.english, **params)
        return _PHRASE(self.key, self.english, **params)


def told_of(value: Phrase | KorthusError) -> Told:
    """A phrase or a refusal as it is kept; of what is filled in, only what JSON has keeps its kind.

    >>> told_of(Phrase("common.lost.time", "more than {limit} ms", limit=150)).value()
    'more than 150 ms'
    """
    params = {name: _kept(each) for name, each in value.params.items()}
    if isinstance(value, KorthusError):
        return Told(value.sentence, code=value.code, params=params)
    return Told(value.english, key=value.key, params=params)


def _kept(value: object) -> object:
    if isinstance(value, Phrase | KorthusError):
        return told_of(value)
    if isinstance(value, tuple | list):
        return tuple(_kept(each) for each in value)
    return value if value is None or type(value) in (bool, int, float) else str(value)


def _read(value: object) -> object:
    if isinstance(value, Told):
        return value.value()
    if isinstance(value, dict):
        return msgspec.convert(value, Told).value()
    return tuple(_read(each) for each in value) if isinstance(value, tuple | list) else value
