"""PostgreSQL goes away and comes back: the servers say so meanwhile, and go on as before afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.web.client import Api, Closed
from tests.web.inside import inside
from tests.web.postgres import Postgres
from tests.web.support import in_loop, level_up, play_on, some_action

from korthus.web.live.services import Services


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A database that is harmed and mended again."""
    with Postgres() as running:
        yield running


@asynccontextmanager
async def two_servers(folder: Path, postgres: Postgres) -> AsyncIterator[tuple[Api, Api, Services, Services]]:
    """Two servers of one database."""
    async with (
        inside(folder, database=postgres.url) as (here, one),
        inside(folder, database=postgres.url) as (there, two),
        Api(here) as first,
        Api(there) as second,
    ):
        await until(lambda: not one.deaf and not two.deaf)
        yield first, second, one, two


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that comes about by itself."""
    while not true():
        await asyncio.sleep(0.01)


@in_loop
async def test_news_flow_again_after_the_database_was_away(tmp_path: Path, postgres: Postgres) -> None:
    async with two_servers(tmp_path, postgres) as (here, there, one, two):
        code, (anna, bo) = await here.open_for_two("mulle")
        async with here.socket(code, anna) as first, there.socket(code, bo) as second:
            await play_on([first, second], random.Random(1), actions=3)
            await postgres.crash()
            await until(lambda: one.deaf and two.deaf)
            turn = first if first.my_turn else second
            refused = await turn.act(some_action(turn, random.Random(2)))
            assert (refused["type"], refused["code"]) == ("refused", "NO_DATABASE")
            asked = await there.get(f"/api/tables/{code}")
            assert (asked.status_code, asked.json()["code"]) == (503, "NO_DATABASE")
            with pytest.raises(Closed) as closed:
                await there.socket(code, bo).connect()
            assert closed.value.code == 1011, "the page tries again after this one"
            await postgres.start()
            await until(lambda: not one.deaf and not two.deaf)
            assert one.metrics.value("wake_lost") > 0
            assert one.metrics.value("wake_listens") == 2
            # Both hear of what the other does, as before.
            assert await play_on([first, second], random.Random(3), actions=6) == 6
            assert (await second.ask("chat", text="back again"))["type"] == "ok"
            assert (await first.until(lambda message: message["type"] == "chat"))["text"] == "back again"
        await until(lambda: one.presence.elsewhere(code, 1) == 0)


@in_loop
async def test_cut_connections_are_not_noticed_by_anybody(tmp_path: Path, postgres: Postgres) -> None:
    async with two_servers(tmp_path, postgres) as (here, there, one, two):
        code, (anna, bo) = await here.open_for_two("mulle")
        async with here.socket(code, anna) as first, there.socket(code, bo) as second:
            for number in range(4):
                await play_on([first, second], random.Random(number), actions=1)
                await postgres.cut_connections()
                assert (await there.get("/api/tables")).status_code == 200
                assert (await here.get(f"/api/tables/{code}")).status_code == 200
            await until(lambda: not one.deaf and not two.deaf)
            await play_on([first, second], random.Random(9), actions=2)
            assert first.state["version"] == second.state["version"] == 7


@in_loop
async def test_the_database_says_who_holds_a_seat_and_where_a_game_is(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_servers(tmp_path, postgres) as (here, there, _, two):
        code, (anna, bo) = await here.open_for_two("mulle")
        async with here.socket(code, bo) as other, there.socket(code, anna) as old:
            assert two.wake is not None
            monkeypatch.setattr(two.wake, "_read", lambda code: None)  # the news are lost on the way
            moved = (await here.post(f"/api/tables/{code}/takeover", {"token": anna})).json()
            async with here.socket(code, moved["token"]) as new:
                await play_on([new, other], random.Random(1), actions=4)
                version = new.state["version"]
            # Whoever comes now sees the newest position, and a void token opens nothing.
            with pytest.raises(Closed) as refused:
                await there.socket(code, anna).connect()
            assert refused.value.code == 4003
            with pytest.raises(Closed) as closed:
                await old.until(lambda _: False)
            assert closed.value.code == 4001
            async with there.socket(code) as watcher, there.socket(code, moved["token"]) as again:
                assert watcher.state["version"] == again.state["version"] == version
                # It stays: the token of the seat is the one it holds.
                assert (await again.ask("ping"))["type"] == "ok"


@in_loop
async def test_who_left_while_nothing_was_heard_is_not_believed_to_be_there(
    tmp_path: Path, postgres: Postgres
) -> None:
    async with two_servers(tmp_path, postgres) as (here, there, one, two):
        code, (anna, bo) = await here.open_for_two("mulle")
        async with here.socket(code, anna) as first:
            second = there.socket(code, bo)
            await second.connect()
            await first.wait_for(lambda: first.state["players"][1]["present"])
            await postgres.crash()
            await until(lambda: one.deaf and two.deaf)
            await second.close()
            await until(lambda: not two.live_tables.all()[0].guests)
            await postgres.start()
            await first.wait_for(lambda: not first.state["players"][1]["present"])


@in_loop
async def test_a_dead_server_is_given_up_however_much_the_others_have_to_say(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("korthus.web.live.presence.GONE_AFTER", 0.0)
    monkeypatch.setattr("korthus.web.live.wake.HEARTBEAT", 0.02)
    async with inside(tmp_path, database=postgres.url) as (_, services):
        await until(lambda: not services.deaf)
        services.presence.tell("gone", "AAAAAAAA", 1, 1)
        assert services.wake is not None
        while services.presence.elsewhere("AAAAAAAA", 1):
            services.wake.tell_presence("BBBBBBBB", 0, 1)  # there is always something that waits to be sent
            await asyncio.sleep(0)


@in_loop
async def test_a_room_reads_the_log_until_it_has_it(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("korthus.web.live.wake._AGAIN", 0.01)
    async with two_servers(tmp_path, postgres) as (here, there, _, two):
        code, (anna, bo) = await here.open_for_two("mulle")
        async with here.socket(code, anna) as first, there.socket(code, bo) as second:
            live = await two.live_tables.get(code)
            news, failures = live.news, [OSError("away"), RuntimeError("worse")]

            async def failing() -> None:
                if failures:
                    raise failures.pop()
                await news()

            monkeypatch.setattr(live, "news", failing)
            turn = first if first.my_turn else second
            if turn is second:
                await play_on([first, second], random.Random(1), actions=1)
            answer = await first.act(some_action(first, random.Random(2)))
            await level_up([second], answer["version"])
            assert two.metrics.value("news_failed") == 2
