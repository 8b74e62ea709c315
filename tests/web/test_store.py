"""The log: durable on return, all or nothing, committed together, and first come first served."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import insert
from tests.web.support import in_loop

from korthus.web.live.sitting import reseat
from korthus.web.pages.metrics import Metrics
from korthus.web.store.chain import chain_start, seal_of
from korthus.web.store.entries import Said
from korthus.web.store.log_writer import Change, Conflict, LogRow, SqliteWriter, chained_rows
from korthus.web.store.schema import players, seats, tables
from korthus.web.store.store import SeatRow, Store, TableRow


def row(code: str, sequence: int) -> LogRow:
    return LogRow(code, sequence, "act", b"{}", 0, 0)


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
    opened = TableRow(
        code="AAAAAAAA",
        game="mulle",
        preset=None,
        options={},
        rules_version=1,
        server_seed=b"x" * 32,
        practice=False,
        open=True,
        clock=None,
        created=1,
    )
    opened.chain = chain_start(opened, b"{}", 1)
    new = insert(tables).values({**msgspec.structs.asdict(opened), "options": b"{}"})
    seat = SeatRow(code="AAAAAAAA", seat=0)
    seat.seal = seal_of(seat)
    taken = msgspec.structs.replace(seat, token=b"t")
    taken.seal = seal_of(taken)
    sit = insert(seats).values(msgspec.structs.asdict(seat))
    await writer.write(changes=[Change(new), Change(sit)])
    take = reseat(seat, taken)
    said = chained_rows("AAAAAAAA", 0, opened.chain, [Said(0, 1, None)], 1)
    await writer.write(said, [take])
    with pytest.raises(Conflict):
        await writer.write([row("AAAAAAAA", 2)], [take])
    assert len(await store.entries("AAAAAAAA")) == 1
    found = await store.table("AAAAAAAA")
    assert found is not None
    assert found.news.seats == [taken]
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
