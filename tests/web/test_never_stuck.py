"""No table is ever stuck: after any fault what is due is done, and a commit that has begun is finished."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api
from tests.web.faults import Broken, Faults, Tables, fail_and_go_on
from tests.web.inside import inside
from tests.web.support import in_loop, some_action

from korthus.web.live.services import Services


def test_tables_go_on_after_injected_failures(tmp_path: Path) -> None:
    failed, waits = asyncio.run(
        fail_and_go_on(tmp_path, random.Random(5), failures=60, tables=6, within=PATIENCE)
    )
    assert failed >= 60
    assert waits


@in_loop
async def test_a_commit_is_finished_and_told_although_whoever_began_it_is_cancelled(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        code, (anna, bo) = await api.open_for_two("kachuful")
        async with api.socket(code, anna) as first, api.socket(code, bo) as second:
            player = first if first.my_turn else second
            live = await services.live_tables.get(code)
            held = asyncio.Event()
            _hold_writes(services, held)
            version = live.table.version
            text = some_action(player, random.Random(1))
            act = asyncio.create_task(live.act(player.state["seat"], text, version))
            await _until(lambda: live.table.version > version)
            act.cancel()
            with pytest.raises(asyncio.CancelledError):
                await act
            held.set()
            await first.wait_for(lambda: first.state["version"] > version, timeout=PATIENCE)
            await second.wait_for(lambda: second.state["version"] > version, timeout=PATIENCE)


@in_loop
async def test_a_bot_moves_although_a_spectator_leaves_while_its_move_is_written(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
        opened = await api.open_table("kachuful", seats)
        async with (
            api.socket(opened["code"], opened["token"]) as person,
            api.socket(opened["code"]) as spectator,
        ):
            await person.wait_for(lambda: person.my_turn, timeout=PATIENCE)
            live = await services.live_tables.get(opened["code"])
            held = asyncio.Event()
            answer = await person.act(some_action(person, random.Random(1)))
            _hold_writes(services, held)
            await _until(lambda: live.table.version > answer["version"])
            await spectator.close()
            await _until(lambda: len(live.guests) == 1)
            held.set()
            await person.wait_for(lambda: person.state["version"] > answer["version"], timeout=PATIENCE)


@in_loop
async def test_people_are_told_while_the_table_waits_for_its_database(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
        opened = await api.open_table("kachuful", seats)
        async with api.socket(opened["code"], opened["token"], lang="sv", words=True) as person:
            await person.wait_for(lambda: person.my_turn, timeout=PATIENCE)
            assert person.state["cannot_write"] is False
            faults = Faults(services)
            faults.kind = "write"
            refused = await person.act(some_action(person, random.Random(1)))
            assert refused["code"] == "NO_DATABASE"
            assert (
                refused["reason"] == "Borden kan inte läsas eller skrivas just nu; försök igen om en stund."
            )
            await person.wait_for(lambda: person.state["cannot_write"], timeout=PATIENCE)
            faults.kind = None
            await person.wait_for(lambda: not person.state["cannot_write"], timeout=PATIENCE)
            assert (await person.act(some_action(person, random.Random(1))))["type"] == "ok"


@in_loop
async def test_a_guest_who_cannot_be_told_keeps_nobody_else_from_hearing(tmp_path: Path) -> None:
    async with inside(tmp_path) as (_, services):
        tables = Tables(services, random.Random(1))
        await tables.open(persons=False)
        (live,), (watcher,) = tables.live_tables, tables.watchers

        class Deaf(type(watcher)):  # type: ignore[misc]
            def update(self) -> None:
                raise Broken("out of words")

        deaf = Deaf(None)
        deaf.live = live
        async with live.alone():
            live.guests.add(deaf)
        heard = watcher.updates
        await _until(lambda: watcher.updates > heard + 3)
        assert live.attendant.busy


def _hold_writes(services: Services, held: asyncio.Event) -> None:
    """Let every write wait."""
    write = services.writer.write

    async def slow(*args: object) -> None:
        await held.wait()
        await write(*args)  # type: ignore[arg-type]

    services.writer.write = slow  # type: ignore[method-assign,assignment]


async def _until(done: object) -> None:
    assert callable(done)
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.001)
