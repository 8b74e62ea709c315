"""What is written down when a table is put up: its row, its seats and the first entries of its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import insert

from korthus.web.store.chain import chain_start, seal_of
from korthus.web.store.entries import Entry
from korthus.web.store.log_writer import Change, LogRow, chained_rows
from korthus.web.store.schema import seats, tables
from korthus.web.store.store import SeatRow, TableRow


class NewTable(NamedTuple):
    """A table that is not in the database yet."""

    row: TableRow
    seats: Sequence[SeatRow]
    log: list[LogRow]
    changes: list[Change]


def new_table(row: TableRow, sitting: Sequence[SeatRow], entries: Sequence[Entry]) -> NewTable:
    """What is to be written, all of it in one write; the rows get their checksums here."""
    kept = msgspec.json.encode(row.options)
    row.chain = chain_start(row, kept, len(sitting))
    for seat in sitting:
        seat.seal = seal_of(seat)
    changes = [
        Change(insert(tables).values({**_fields(row), "options": kept})),
        Change(insert(seats).values([_fields(seat) for seat in sitting])),
    ]
    return NewTable(row, sitting, chained_rows(row.code, 0, row.chain, entries, row.created), changes)


def _fields(row: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
