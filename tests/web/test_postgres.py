"""Two servers on one PostgreSQL: any of them serves any table, and one that dies takes nothing with it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.client import Api, Client, Closed
from tests.web.postgres import Postgres
from tests.web.server import QUICK, ServerProcess
from tests.web.support import in_loop, level_up, play_on, some_action


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers that share a database."""
    folder = tmp_path_factory.mktemp("postgres")
    with (
        Postgres() as database,
        ServerProcess(_folder(folder, "a"), *QUICK, "--grace", "1", database=database.url) as first,
        ServerProcess(_folder(folder, "b"), *QUICK, "--grace", "1", database=database.url) as second,
    ):
        yield first, second


def _folder(parent: Path, name: str) -> Path:
    folder = parent / name
    folder.mkdir()
    return folder


@in_loop
async def test_players_at_different_servers_play_together(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    async with Api(servers[0].url) as here, Api(servers[1].url) as there:
        opened = await here.open_table("mulle", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
        code, invite = opened["code"], opened["invites"][0]["invite"]
        async with here.socket(code, opened["token"]) as first:
            joined = await there.post(f"/api/tables/{code}/join", {"invite": invite, "name": "Bo"})
            assert joined.status_code == 201, joined.text
            async with there.socket(code, joined.json()["token"]) as second, there.socket(code) as watcher:
                await first.wait_for(lambda: first.state["view"] is not None)
                await play_on([first, second], random.Random(5), actions=12)
                await level_up([watcher], first.state["version"])
                assert watcher.state["version"] == first.state["version"]
                assert (await second.ask("chat", text="hello over there"))["type"] == "ok"
                heard = await first.until(lambda message: message["type"] == "chat")
                assert heard["text"] == "hello over there"
                await first.wait_for(lambda: first.state["players"][1]["present"])
                turn, other = (first, second) if first.my_turn else (second, first)
                stale = await other.act("discard KL 2", version=turn.state["version"] - 1)
                assert stale["code"] == "STALE_VERSION"
            # The second device of the same person comes in at the other server.
            moved = await there.post(f"/api/tables/{code}/takeover", {"token": opened["token"]})
            with pytest.raises(Closed) as closed:
                await first.until(lambda _: False)
            assert closed.value.code == 4001
            async with here.socket(code, moved.json()["token"]) as device:
                assert device.state["seat"] == 0


@in_loop
async def test_of_two_that_act_at_once_one_is_first(servers: tuple[ServerProcess, ServerProcess]) -> None:
    async with Api(servers[0].url) as here, Api(servers[1].url) as there:
        code, (anna, bo) = await here.open_for_two("mulle")
        # The same person has both devices, by the same token: both may speak, but only one is first.
        async with (
            here.socket(code, anna) as one,
            there.socket(code, anna) as two,
            there.socket(code, bo) as other,
        ):
            for _ in range(6):
                texts = [some_action(client, random.Random(1)) for client in (one, two)]
                answers = await asyncio.gather(one.act(texts[0]), two.act(texts[1]))
                kinds = sorted(answer["type"] for answer in answers)
                assert kinds == ["ok", "refused"], answers
                version = next(answer["version"] for answer in answers if answer["type"] == "ok")
                await level_up([one, two, other], version)
                answer = await other.act(some_action(other, random.Random(2)))
                assert answer["type"] == "ok"
                await level_up([one, two, other], answer["version"])
            assert one.notices == two.notices


@in_loop
async def test_a_killed_server_loses_nothing_and_its_people_go_on_at_the_other(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    doomed, survivor = servers
    async with Api(doomed.url) as here, Api(survivor.url) as there:
        code, (anna, bo) = await here.open_for_two("mulle")
        lost = Client(doomed.url, code, anna)
        await lost.connect()
        async with there.socket(code, bo) as second:
            await play_on([lost, second], random.Random(7), actions=7)
            version, heard = lost.state["version"], dict(lost.notices)
            doomed.kill()
            again = Client(survivor.url, code, anna)
            await again.connect()
            assert again.state["version"] == version
            assert {number: again.notices[number] for number in heard} == heard
            await play_on([again, second], random.Random(8), actions=6 if again.my_turn else 7)
            assert again.my_turn
            await again.close()
            # At first the dead server is believed to have this person; then a bot plays the turn.
            version = second.state["version"]
            await second.wait_for(lambda: second.state["version"] > version)
        doomed.start()
        async with Api(doomed.url) as back:
            assert (await back.get(f"/api/tables/{code}")).json()["started"]
