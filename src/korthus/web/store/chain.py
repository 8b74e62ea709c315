"""Checksums, by which a bit that changed on the disk is found before it changes a game.

A table has one of how it was opened, each entry of its log one of itself and the one before, each seat one of
its row. They tell damage, not malice: whoever can write to the database can make them anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec


class DamagedTable(Exception):
    """What is kept of a table is not what was written; the argument is its name."""


class LogEntry(NamedTuple):
    """An entry of the log as it was read."""

    sequence: int
    kind: str
    payload: bytes
    at: int
    chain: int


def chain_start(row: Any, options: bytes, seats: int) -> int:
    """The checksum of how a table was opened: its row, its options as kept, the number of its seats."""
    return _checksum(
        row.code,
        row.game,
        row.preset,
        options,
        row.rules_version,
        row.server_seed,
        row.practice,
        row.open,
        row.clock,
        row.created,
        seats,
    )


def chain_next(previous: int, code: str, sequence: int, kind: str, payload: bytes, at: int) -> int:
    """The checksum of an entry that follows one with the checksum ``previous``."""
    return _checksum(previous, code, sequence, kind, payload, at)


def chain_end(code: str, length: int, chain: int, entries: Iterable[LogEntry]) -> int:
    """The last checksum of entries that follow the first ``length`` of a table, which end in ``chain``.

    Raises:
        DamagedTable: one of them is not as it was written, or is missing.
    """
    for number, entry in enumerate(entries, length + 1):
        chain = chain_next(chain, code, number, entry.kind, entry.payload, entry.at)
        if entry.sequence != number or entry.chain != chain:
            raise DamagedTable(code)
    return chain


def seal_of(row: Any) -> int:
    """The checksum of a seat's row."""
    return _checksum(row.code, row.seat, row.bot, row.name, row.invite, row.token, row.player, row.previous)


def seal_of_document(code: str, version: int, document: bytes, created: int) -> int:
    """The checksum of a tournament's row."""
    return _checksum(code, version, document, created)


def _checksum(*parts: object) -> int:
    """Of 64 bits, with a sign, as both databases have such numbers."""
    return int.from_bytes(blake2b(msgspec.json.encode(parts), digest_size=8).digest(), "big", signed=True)
