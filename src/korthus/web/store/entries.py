"""What the log of a table holds: everything that was done there, in order.

The entries of ``korthus.table`` change the game; those below change what is around it. A table is what its
entries make of it, so they are all that a restart, or another server, needs.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from korthus.core.record import PackageEntry
from korthus.table.saved import Acted, Seeded, Started, Undone
from korthus.table.saved import Entry as GameEntry

__all__ = [
    "Acted",
    "Answered",
    "Asked",
    "Continued",
    "Entry",
    "GameEntry",
    "Instead",
    "Joined",
    "PlayedWith",
    "Said",
    "Seeded",
    "Started",
]
__all__ += ["TookOver", "Undone", "decode_entry", "encode_entry", "kind_of", "package_of"]


class _Aside(msgspec.Struct, frozen=True, tag_field="did", forbid_unknown_fields=True):
    """Something that is no part of the game."""


class Joined(_Aside, frozen=True, tag="join"):
    """A person took a free seat."""

    seat: int
    name: str


class PlayedWith(_Aside, frozen=True, tag="package"):
    """The installed package that brought the game, where that is not the house."""

    name: str
    version: str


class TookOver(_Aside, frozen=True, tag="takeover"):
    """A seat went on to another device of the same person."""

    seat: int


class Said(_Aside, frozen=True, tag="say"):
    """A person said something: one of the phrases, or words of their own."""

    seat: int
    phrase: int | None
    text: str | None


class Asked(_Aside, frozen=True, tag="ask"):
    """A seat wishes to take its last action back."""

    seat: int


class Answered(_Aside, frozen=True, tag="answer"):
    """A seat agrees to that, or does not."""

    seat: int
    agree: bool


class Instead(_Aside, frozen=True, tag="instead"):
    """The action right before was not chosen by the level that plays this seat, but by another player."""

    seat: int
    level: str
    by: str
    #: As in ``bot_pool.Choice``.
    why: str


class Continued(_Aside, frozen=True, tag="continue"):
    """The table goes on with a recorded game: whoever has its record can know every hand and card to come."""


Entry = GameEntry | Joined | PlayedWith | TookOver | Said | Asked | Answered | Instead | Continued

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: Entry) -> bytes:
    """An entry as the log keeps it."""
    return _encoder.encode(entry)


def kind_of(entry: Entry) -> str:
    """What sort of entry it is, as the log names it."""
    return str(entry.__struct_config__.tag)


def decode_entry(raw: bytes) -> Entry:
    """The entry of its JSON."""
    return _decoder.decode(raw)


def package_of(entries: Sequence[Entry]) -> PackageEntry | None:
    """The package that a log names."""
    for entry in entries:
        if isinstance(entry, PlayedWith):
            return PackageEntry(name=entry.name, version=entry.version)
    return None
