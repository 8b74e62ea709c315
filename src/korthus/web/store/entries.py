"""What the log of a table holds: everything that was done there, in order.

The entries of ``korthus.table`` change the game; those below change what is around it. A table is what its
entries make of it, so they are all that a restart, or another server, needs.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from korthus.core.record import PackageEntry
from korthus.table.saved import Acted, LogEntry, Resigned, Seeded, Started, Undone
from korthus.table.saved import Entry as GameEntry

__all__ = [
    "Acted",
    "Answered",
    "Asked",
    "Continued",
    "Declined",
    "Entry",
    "Excused",
    "Filled",
    "Followed",
    "GameEntry",
    "InTournament",
    "Instead",
    "Joined",
    "PlayedWith",
    "PutAway",
    "Resigned",
    "Said",
    "Seeded",
    "Started",
]
__all__ += ["Released", "TookOver", "Undone", "decode_entry", "encode_entry", "kind_of", "package_of"]


class _Aside(LogEntry, frozen=True):
    """Something that is no part of the game."""


class _OfSeat(_Aside, frozen=True):
    """Something about a seat: its person or player did it, or it became of the seat."""

    seat: int


class _Away(_OfSeat, frozen=True):
    """A seat's person is away from now on, or is back."""

    away: bool


class Joined(_OfSeat, frozen=True, tag="join"):
    """A person took a free seat."""

    name: str


class PlayedWith(_Aside, frozen=True, tag="package"):
    """The installed package that brought the game, where that is not the house."""

    name: str
    version: str


class TookOver(_OfSeat, frozen=True, tag="takeover"):
    """A seat went on to another device of the same person."""


class Said(_OfSeat, frozen=True, tag="say"):
    """A person said something: one of the phrases, or words of their own."""

    phrase: int | None
    text: str | None


class Asked(_OfSeat, frozen=True, tag="ask"):
    """A seat wishes to take its last action back."""


class Answered(_OfSeat, frozen=True, tag="answer"):
    """A seat agrees to that, or does not."""

    agree: bool


class Instead(_OfSeat, frozen=True, tag="instead"):
    """The action right before was not chosen by the level that plays this seat, but by another player."""

    level: str
    by: str
    #: As in ``bot_pool.Choice``.
    why: str


class Continued(_Aside, frozen=True, tag="continue"):
    """The table goes on with a recorded game: whoever has its record can know every hand and card to come."""


class Followed(_OfSeat, frozen=True, tag="again"):
    """The players go on at another table. This seat asked first; each person here has a seat there."""

    code: str


class Declined(_OfSeat, frozen=True, tag="decline"):
    """The person whom this seat waits for does not want to play again."""


class Filled(_OfSeat, frozen=True, tag="fill"):
    """A computer player took a seat that nobody had."""

    level: str
    name: str


class PutAway(_Away, frozen=True, tag="put_away"):
    """A seat's person has put the game away, or takes it up again."""


class InTournament(_Aside, frozen=True, tag="tournament"):
    """The table is one game of a tournament: other tables play the same cards, so its seed is held back."""

    code: str
    #: Which of its games.
    number: int


class Excused(_Away, frozen=True, tag="excuse"):
    """Whoever made the tournament has put this seat's person away, or brought them back."""


class Released(_Aside, frozen=True, tag="release"):
    """All tables with the same cards have ended, and everything may be seen."""


_Around = Joined | PlayedWith | TookOver | Said | Asked | Answered | Instead | Continued | Followed | Declined
Entry = GameEntry | _Around | PutAway | Filled | InTournament | Excused | Released

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
