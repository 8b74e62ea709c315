"""The tables of the database: SQLAlchemy Core, for SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table

#: Which of its forms the database has; ``upgrade`` leads from each to the next.
VERSION: Final = 3

metadata = MetaData()

schema_version: Final = Table("schema_version", metadata, Column("version", Integer, primary_key=True))

tables: Final = Table(
    "tables",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("preset", String(64)),
    #: JSON of the options that differ from their defaults.
    Column("options", LargeBinary, nullable=False),
    Column("rules_version", Integer, nullable=False),
    #: Private until the game is over: whoever knows it knows every card to come.
    Column("server_seed", LargeBinary, nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("clock", Integer),
    Column("created", BigInteger, nullable=False),
    #: When the game ended and how (JSON); both follow from the log.
    Column("ended", BigInteger, index=True),
    Column("outcome", LargeBinary),
    #: The checksum of how it was opened, where the chain of its log begins.
    Column("chain", BigInteger, nullable=False),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("code", String(8), ForeignKey("tables.code"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    #: The level of a computer player, or None for a person.
    Column("bot", String(64)),
    Column("name", String(64)),
    Column("invite", LargeBinary),
    Column("token", LargeBinary),
    #: The hash of the player token of the person, if they have one.
    Column("player", LargeBinary, index=True),
    #: What ``token`` was given for, until somebody comes by it: see ``korthus.web.live.sitting``.
    Column("previous", LargeBinary),
    #: The checksum of all of that.
    Column("seal", BigInteger, nullable=False),
)

log: Final = Table(
    "log",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    #: The checksum of this entry and the one before it.
    Column("chain", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

players: Final = Table(
    "players",
    metadata,
    Column("player", LargeBinary, primary_key=True),
    Column("created", BigInteger, nullable=False),
)

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("code", String(8), primary_key=True),
    #: Counts the changes: whoever writes must have read the last one.
    Column("version", Integer, nullable=False),
    #: JSON of ``korthus.web.tournaments.document.Tournament``. Private: it has the seeds of all deals.
    Column("document", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    #: The checksum of all of that.
    Column("seal", BigInteger, nullable=False),
)

#: By whose player token which tournaments are found; what they are in there stands in the document.
entrants: Final = Table(
    "entrants",
    metadata,
    Column("player", LargeBinary, primary_key=True),
    Column("code", String(8), ForeignKey("tournaments.code"), primary_key=True),
)
