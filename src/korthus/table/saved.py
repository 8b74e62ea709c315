"""A table as JSON, to be put away and taken up again.

**Private.** It holds the secret seed, so whoever reads it knows every card to come. What may be shown to
others is the record (``Table.record``).

The journal is everything that was done at the table in order, taken back or not. Deals are not in it: they
follow from the seeds.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from korthus.core.chance import MAX_SEAT_SEED
from korthus.core.errors import InvalidOptions, InvalidRecord
from korthus.core.protocol import MAX_ACTION_TEXT
from korthus.core.record import MAX_ACTIONS, MAX_BYTES, MAX_SEATS, Hex32, Name, PackageEntry, SeatNumber
from korthus.table.seats import Player

FORMAT: Final = "korthus table"

#: The longest id a client may give to an action.
MAX_ID: Final = 64


class Seeded(msgspec.Struct, frozen=True, tag="seed", tag_field="did", forbid_unknown_fields=True):
    """A seat added a seed."""

    seat: SeatNumber
    seed: Annotated[str, Meta(max_length=MAX_SEAT_SEED)]


class Started(msgspec.Struct, frozen=True, tag="start", tag_field="did", forbid_unknown_fields=True):
    """The first cards were dealt."""


class Acted(msgspec.Struct, frozen=True, tag="act", tag_field="did", forbid_unknown_fields=True):
    """A seat acted; ``id`` is what its client called the message."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=MAX_ACTION_TEXT)]
    id: Annotated[str, Meta(max_length=MAX_ID)] | None = None


class Undone(
    msgspec.Struct, frozen=True, tag="undo", tag_field="did", forbid_unknown_fields=True, omit_defaults=True
):
    """Actions were taken back, through the last one of a seat (None: of anybody)."""

    seat: SeatNumber | None
    #: Whether the others agreed, as they must where it is no practice game.
    agreed: bool = False


class Resigned(msgspec.Struct, frozen=True, tag="resign", tag_field="did", forbid_unknown_fields=True):
    """A seat gave the game up."""

    seat: SeatNumber


Entry = Seeded | Started | Acted | Undone | Resigned


class SavedTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The document."""

    format: Literal["korthus table"] = FORMAT
    version: Literal[1] = 1
    game: Name
    preset: Name | None
    options: dict[str, Any]
    rules_version: int
    package: PackageEntry | None = None
    players: Annotated[tuple[Player, ...], Meta(max_length=MAX_SEATS)]
    practice: bool
    server_seed: Hex32
    journal: Annotated[tuple[Entry, ...], Meta(max_length=MAX_ACTIONS)]


def decode_saved(raw: bytes | str) -> SavedTable:
    """Read a saved table strictly.

    Raises:
        InvalidRecord: too large, cut off, or not a saved table.
    """
    if not isinstance(raw, bytes | str):
        raise InvalidRecord("NOT_A_DOCUMENT", "That is not a JSON document.")
    if len(raw) > MAX_BYTES:
        raise InvalidRecord("SAVE_TOO_LARGE", "A saved table has at most {limit} bytes.", limit=MAX_BYTES)
    try:
        return msgspec.json.decode(raw, type=SavedTable)
    except (msgspec.DecodeError, UnicodeError, RecursionError, InvalidOptions) as error:
        raise InvalidRecord("BAD_SAVE", "That is not a saved table: {trouble}", trouble=str(error)) from None
