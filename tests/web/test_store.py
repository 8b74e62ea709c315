"""The log: durable on return, all or nothing, committed together, and first come first served."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, update
from tests.web.support import in_loop

from korthus.web.log_writer import Change, Conflict, LogRow, SqliteWriter
from korthus.web.metrics import Metrics
from korthus.web.store import Store, players, seats, tables


def row(code: str, sequence: int) -> LogRow:
    return LogRow(code, sequence, "act", b"{}", 0)


async def open_store(folder: Path) -> tuple[Store, SqliteWriter, Metrics]:
    store, metrics = Store(f"sqlite:///{folder / 'x.sqlite3'}"), Metrics()
    await store.open()
    writer = SqliteWriter(store, metrics)
    await writer.start()
    return store, writer, metrics


@in_loop
async def test_writes_that_wait_are_committed_together(tmp_path: Path) -> None:
    store, writer, metrics = await open_store(tmp_path)
    await asyncio.gather(*(writer.write([row(f"T{number % 7}", number // 7 + 1)]) for number in range(700)))
    assert metrics.value("writes") == 700
    assert metrics.value("commits") < 20
    assert len(await store.entries("T3")) == 100
    assert [sequence for sequence, _ in await store.entries("T3", after=97)] == [98, 99, 100]
    await writer.close()
    await store.close()


@in_loop
async def test_the_second_with_a_number_is_refused_and_harms_no_other(tmp_path: Path) -> None:
    store, writer, _ = await open_store(tmp_path)
    await writer.write([row("A", 1)])
    results = await asyncio.gather(
        writer.write([row("B", 1)]),
        writer.write([row("A", 1)]),
        writer.write([row("A", 2), row("A", 3)]),
        writer.write([row("C", 1), row("A", 3)]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Conflict, type(None), Conflict]
    assert [sequence for sequence, _ in await store.entries("A")] == [1, 2, 3]
    assert await store.entries("C") == [], "all of it or nothing"
    await writer.close()
    await store.close()


@in_loop
async def test_a_change_that_meets_no_row_is_a_conflict(tmp_path: Path) -> None:
    store, writer, _ = await open_store(tmp_path)
    new = insert(tables).values(
        code="AAAAAAAA",
        game="mulle",
        options=b"{}",
        rules_version=1,
        server_seed=b"x" * 32,
        practice=False,
        open=True,
        created=1,
    )
    sit = insert(seats).values(code="AAAAAAAA", seat=0)
    await writer.write(changes=[Change(new), Change(sit)])
    take = update(seats).where(seats.c.seat == 0, seats.c.token.is_(None)).values(token=b"t")
    await writer.write([row("AAAAAAAA", 1)], [Change(take, 1)])
    with pytest.raises(Conflict):
        await writer.write([row("AAAAAAAA", 2)], [Change(take, 1)])
    assert len(await store.entries("AAAAAAAA")) == 1
    found = await store.table("AAAAAAAA")
    assert found is not None
    assert found.seats[0].taken
    assert await store.table("BBBBBBBB") is None
    await writer.close()
    await store.close()


@in_loop
async def test_what_waits_is_written_before_the_end(tmp_path: Path) -> None:
    store, writer, _ = await open_store(tmp_path)
    waiting = [asyncio.create_task(writer.write([row("A", number)])) for number in range(1, 50)]
    await asyncio.sleep(0)
    await writer.close()
    await asyncio.gather(*waiting)
    assert len(await store.entries("A")) == 49
    assert not await store.is_player(b"nobody")
    await store.close()


@in_loop
async def test_trouble_reaches_whoever_waits(tmp_path: Path) -> None:
    store, writer, _ = await open_store(tmp_path)
    with pytest.raises(Exception, match="NOT NULL"):
        await writer.write(changes=[Change(insert(players).values(player=b"p", created=None))])
    await writer.write([row("A", 1)])
    assert len(await store.entries("A")) == 1
    await writer.close()
    await store.close()
