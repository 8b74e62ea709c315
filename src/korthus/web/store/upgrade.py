"""Getting a database ready: made where there is none, led to its newest form where it is older."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, bindparam, func, insert, inspect, select, text, update

from korthus.core.errors import KorthusError
from korthus.web.logs import record_event
from korthus.web.store.chain import chain_next, chain_start, seal_of
from korthus.web.store.schema import VERSION, log, metadata, schema_version, seats, tables

#: How many tables are led on at a time.
_AT_ONCE: Final = 200


def prepare(connection: Connection) -> None:
    """Make what is missing. Call it in a transaction that nobody else has open.

    Raises:
        KorthusError: the database is of a newer korthus.
    """
    found = inspect(connection).get_table_names()
    known = schema_version.name in found
    version = connection.scalar(select(func.max(schema_version.c.version))) if known else None
    if version is None:
        version = 1 if tables.name in found else VERSION
    if version > VERSION:
        raise KorthusError(
            "NEWER_DATABASE", "The database was made by a newer korthus; this one cannot read it."
        )
    metadata.create_all(connection)  # from 2 to 3 there are tables more: those of tournaments
    if version < 2:
        _add_checksums(connection)
    if not known or version < VERSION:
        connection.execute(insert(schema_version).values(version=VERSION))


def version_of(connection: Connection) -> int | None:
    """The form of a database: None if there are no tables in it, 1 if it says nothing."""
    found = inspect(connection).get_table_names()
    if schema_version.name in found:
        version: int | None = connection.scalar(select(func.max(schema_version.c.version)))
        return version
    return 1 if tables.name in found else None


def _add_checksums(connection: Connection) -> None:
    """From 1 to 2: checksums of tables, seats and entries, and what a seat's token was given for."""
    blob = "BLOB" if connection.dialect.name == "sqlite" else "BYTEA"
    for table, column, kind in (
        (tables, "chain", "BIGINT NOT NULL DEFAULT 0"),
        (seats, "previous", blob),
        (seats, "seal", "BIGINT NOT NULL DEFAULT 0"),
        (log, "chain", "BIGINT NOT NULL DEFAULT 0"),
    ):
        if column not in {each["name"] for each in inspect(connection).get_columns(table.name)}:
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {column} {kind}"))
    done = 0
    for codes in _codes(connection):
        _check_in(connection, codes)
        done += len(codes)
        record_event(logging.INFO, "database_upgrade", version=2, tables=done)
    if connection.dialect.name != "sqlite":
        # An older server that still runs must fail to write, and not write without checksums.
        for name, column in (("tables", "chain"), ("seats", "seal"), ("log", "chain")):
            connection.execute(text(f"ALTER TABLE {name} ALTER COLUMN {column} DROP DEFAULT"))


def _codes(connection: Connection) -> Iterator[list[str]]:
    """The names of all tables, some at a time."""
    last = ""
    while True:
        query = select(tables.c.code).where(tables.c.code > last).order_by(tables.c.code).limit(_AT_ONCE)
        codes = list(connection.scalars(query))
        if not codes:
            return
        yield codes
        last = codes[-1]


def _check_in(connection: Connection, codes: Sequence[str]) -> None:
    """Give some tables, their seats and their entries the checksums of what they are."""
    sitting: dict[str, int] = dict.fromkeys(codes, 0)
    sealed: list[dict[str, Any]] = []
    for seat in connection.execute(select(seats).where(seats.c.code.in_(codes))):
        sitting[seat.code] += 1
        sealed.append({"on": seat.code, "at_seat": seat.seat, "new": seal_of(seat)})
    chains: dict[str, int] = {}
    for row in connection.execute(select(tables).where(tables.c.code.in_(codes))):
        chains[row.code] = chain_start(row, row.options, sitting[row.code])
    begun = [{"on": code, "new": chain} for code, chain in chains.items()]
    chained: list[dict[str, Any]] = []
    entries = select(log).where(log.c.code.in_(codes)).order_by(log.c.code, log.c.sequence)
    for entry in connection.execute(entries):
        fields = (entry.code, entry.sequence, entry.kind, entry.payload, entry.at)
        chains[entry.code] = chain_next(chains[entry.code], *fields)
        chained.append({"on": entry.code, "number": entry.sequence, "new": chains[entry.code]})
    new: BindParameter[int] = bindparam("new")
    on: BindParameter[str] = bindparam("on")
    connection.execute(update(tables).where(tables.c.code == on).values(chain=new), begun)
    if sealed:
        here = (seats.c.code == on, seats.c.seat == bindparam("at_seat"))
        connection.execute(update(seats).where(*here).values(seal=new), sealed)
    if chained:
        there = (log.c.code == on, log.c.sequence == bindparam("number"))
        connection.execute(update(log).where(*there).values(chain=new), chained)
