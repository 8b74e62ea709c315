"""A database that an older korthus made is led to its newest form, and its games go on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest
from sqlalchemy.exc import DBAPIError
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.postgres import Postgres
from tests.web.support import in_loop, play_on
from tests.web.tournament import tournament

from korthus.core.errors import KorthusError
from korthus.web.store.store import Store

#: What the first form of the database looked like, with three tables in it.
OLD: Final = Path(__file__).parent / "data" / "tables_1.sql"
#: Of each: a token of its first seat, its version, and how many notices that seat was told.
TABLES: Final = {
    "AQKA8AKR": ("z_yCDUN-dBuFMliCTVY4SqIgTSAmfAOB4K2HVu_8nJo", 6, 11),
    "ETK8CK3U": ("xZFuDcSMRYYItVkL0rl6ieNdsh6eR2CJbO_y3iwwvAY", 17, 39),
    "88Z3S9Y2": ("seNABM1FiNmK25Td8-4oCYg6iIpJYV0veTI2r8xMbzg", 0, 1),
}


def old_database(file: Path) -> None:
    """A database in its first form."""
    connection = sqlite3.connect(file)
    connection.executescript(OLD.read_text())
    connection.close()


async def go_on(api: Api) -> None:
    """Its tables are as they were, and can be played at."""
    for code, (token, version, notices) in TABLES.items():
        async with api.socket(code, token) as client:
            assert (client.state["version"], len(client.notices)) == (version, notices)
    assert [table["code"] for table in (await api.get("/api/tables")).json()] == ["88Z3S9Y2"]
    joined = await api.post("/api/tables/88Z3S9Y2/join", {"name": "Bo"})
    tokens = (TABLES["88Z3S9Y2"][0], joined.json()["token"])
    async with api.socket("88Z3S9Y2", tokens[0]) as first, api.socket("88Z3S9Y2", tokens[1]) as second:
        assert await play_on([first, second], random.Random(1), actions=4) == 4


@in_loop
async def test_an_older_sqlite_file_goes_on(tmp_path: Path) -> None:
    old_database(tmp_path / "tables.sqlite3")
    async with inside(tmp_path) as (url, _), Api(url) as api:
        await go_on(api)
    async with inside(tmp_path) as (url, _), Api(url) as api:  # it is led on once
        assert (await api.get("/api/tables/ETK8CK3U")).json()["version"] == 17


@in_loop
async def test_an_older_postgres_database_goes_on_and_admits_no_older_server(tmp_path: Path) -> None:
    with Postgres() as postgres:
        await _old_postgres(tmp_path / "old.sqlite3", postgres)
        async with inside(tmp_path, database=postgres.url) as (url, _), Api(url) as api:
            await go_on(api)
            old = "INSERT INTO log (code, sequence, kind, payload, at) VALUES ('AQKA8AKR', 9, 'say', '', 0)"
            with pytest.raises(asyncpg.NotNullViolationError):
                await postgres.do(old)


async def _old_postgres(file: Path, postgres: Postgres) -> None:
    """The same tables in PostgreSQL, as its first form had them."""
    old_database(file)
    source = sqlite3.connect(file)
    target = await asyncpg.connect(postgres.plain)
    try:
        for name in ("tables", "seats", "log", "players"):
            [(made,)] = source.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,))
            await target.execute(made.replace("BLOB", "BYTEA").replace("WITHOUT ROWID", ""))
            flags = [number for number, each in enumerate(_columns(source, name)) if each == "BOOLEAN"]
            for row in source.execute(f"SELECT * FROM {name}"):
                values = [bool(each) if place in flags else each for place, each in enumerate(row)]
                places = ", ".join(f"${number}" for number in range(1, len(values) + 1))
                await target.execute(f"INSERT INTO {name} VALUES ({places})", *values)
    finally:
        await target.close()
        source.close()


def _columns(source: sqlite3.Connection, name: str) -> list[str]:
    kinds: list[Any] = [kind for _, _, kind, *_ in source.execute(f"PRAGMA table_info({name})")]
    return kinds


def test_a_change_of_form_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x.sqlite3"
    old_database(file)
    before = list(sqlite3.connect(file).iterdump())

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("korthus.web.store.upgrade._check_in", full)
        with pytest.raises((sqlite3.OperationalError, DBAPIError)):
            asyncio.run(Store(f"sqlite:///{file}").open())
    assert list(sqlite3.connect(file).iterdump()) == before
    asyncio.run(Store(f"sqlite:///{file}").open())
    assert list(sqlite3.connect(file).execute("SELECT version FROM schema_version")) == [(3,)]


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    asyncio.run(Store(f"sqlite:///{file}").open())
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99)")
    with pytest.raises(KorthusError) as refused:
        asyncio.run(Store(f"sqlite:///{file}").open())
    assert refused.value.code == "NEWER_DATABASE"


@in_loop
async def test_a_database_without_tournaments_gets_them(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    await Store(f"sqlite:///{file}").open()
    with sqlite3.connect(file) as connection:
        connection.executescript(
            "DROP TABLE entrants; DROP TABLE tournaments; UPDATE schema_version SET version = 2"
        )
    async with inside(tmp_path) as (url, _), Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo")
        assert (await friends[1].look(code))["begun"]
