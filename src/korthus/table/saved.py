"""A table as JSON, to be put away and taken up again.

**Private.** It holds the secret seed, so whoever reads it knows every card to come. What may be shown to
others is the record (``Table.record``).

The journal is everything that was done at the table in order, taken back or not. Deals are not in it: they
follow from the seeds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from korthus.core.chance import MAX_SEAT_SEED
from korthus.core.errors import InvalidOptions, InvalidRecord, KorthusError
from korthus.core.protocol import MAX_ACTION_TEXT, AnyGame
from korthus.core.record import MAX_ACTIONS, MAX_BYTES, MAX_SEATS, Hex32, Name, PackageEntry, SeatNumber
from korthus.core.troubles import ended, trouble_with_json
from korthus.table.reopen import reopen_game
from korthus.table.seats import Player

if TYPE_CHECKING:
    from korthus.table.table import Table

FORMAT: Final = "korthus table"

#: The longest id a client may give to an action.
MAX_ID: Final = 64


class LogEntry(msgspec.Struct, frozen=True, tag_field="did", forbid_unknown_fields=True):
    """Something that was done at a table."""


class Seeded(LogEntry, frozen=True, tag="seed"):
    """A seat added a seed."""

    seat: SeatNumber
    seed: Annotated[str, Meta(max_length=MAX_SEAT_SEED)]


class Started(LogEntry, frozen=True, tag="start"):
    """The first cards were dealt."""


class Acted(LogEntry, frozen=True, tag="act"):
    """A seat acted; ``id`` is what its client called the message."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=MAX_ACTION_TEXT)]
    id: Annotated[str, Meta(max_length=MAX_ID)] | None = None


class Undone(LogEntry, frozen=True, tag="undo", omit_defaults=True):
    """Actions were taken back, through the last one of a seat (None: of anybody)."""

    seat: SeatNumber | None
    #: Whether the others agreed, as they must where it is no practice game.
    agreed: bool = False


class Resigned(LogEntry, frozen=True, tag="resign"):
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
        trouble = error if isinstance(error, InvalidOptions) else ended(trouble_with_json(error))
        raise InvalidRecord("BAD_SAVE", "That is not a saved table: {trouble}", trouble=trouble) from None


def load_saved(kind: type[Table], raw: bytes | str, game: AnyGame | None) -> Table:
    """The table that was saved; see ``Table.load``."""
    saved = decode_saved(raw)
    found = reopen_game(
        saved.game, saved.options, saved.preset, saved.rules_version, game=game, package=saved.package
    )
    try:
        table = kind(
            found,
            saved.players,
            server_seed=bytes.fromhex(saved.server_seed),
            preset=saved.preset,
            practice=saved.practice,
        )
    except InvalidOptions as error:
        raise InvalidRecord.of(error) from None
    table.package = saved.package
    for step, entry in enumerate(saved.journal, 1):
        try:
            table.repeat(entry)
        except KorthusError as error:
            raise InvalidRecord(
                "SAVE_REFUSED",
                "Entry {step} of the saved table is refused: {trouble}",
                step=step,
                trouble=error,
            ) from None
    return table
