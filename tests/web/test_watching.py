"""Looking on at computers, and letting computers take the seats that nobody has."""

from __future__ import annotations

import random
from pathlib import Path

from tests.web.client import Api
from tests.web.server import QUICK, ServerProcess
from tests.web.support import SHORT, in_loop, play_on

BOTS = [{"kind": "bot", "level": "random"}] * 2


@in_loop
async def test_a_game_of_computers_waits_while_it_is_paused(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table("mulle", BOTS, options=SHORT["mulle"])
        async with api.socket(opened["code"]) as looking, api.socket(opened["code"]) as other:
            assert looking.state["watch"] == {"paused": False, "speed": "usual"}
            assert (await looking.ask("watch", paused=True, speed="fast"))["type"] == "ok"
            await other.wait_for(lambda: bool(other.state["watch"]["paused"]))
            # One move may have been on its way; then nothing comes, however often the table is asked.
            for _ in range(3):
                await looking.ask("ping")
            version = looking.state["version"]
            for _ in range(20):
                await looking.ask("ping")
            assert looking.state["version"] <= version + 1
            assert (await other.ask("watch", paused=False, speed="fast"))["type"] == "ok"
            await looking.wait_for(lambda: looking.over)
            assert looking.state["watch"] == {"paused": False, "speed": "fast"}


@in_loop
async def test_nobody_stops_a_game_in_which_a_person_plays(url: str) -> None:
    async with Api(url) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code) as looking, api.socket(code, anna) as hers:
            assert looking.state["watch"] is None
            for each in (looking, hers):
                answer = await each.ask("watch", paused=True)
                assert (answer["type"], answer["code"]) == ("refused", "NOT_ONLY_COMPUTERS")


@in_loop
async def test_computers_take_the_seats_that_nobody_has(url: str) -> None:
    async with Api(url) as api:
        seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "friend"}] * 3]
        opened = await api.open_table("kachuful", seats, options=SHORT["kachuful"])
        path = f"/api/tables/{opened['code']}/join"
        bo = await api.post(path, {"invite": opened["invites"][1]["invite"], "name": "Bo"})
        async with api.socket(opened["code"], opened["token"]) as anna:
            wrong = await anna.ask("fill", level="genius")
            assert (wrong["type"], wrong["code"]) == ("refused", "UNKNOWN_BOT")
            async with api.socket(opened["code"]) as stranger:
                assert (await stranger.ask("fill", level="easy"))["code"] == "WATCHING"
            assert (await anna.ask("fill", level="random"))["type"] == "ok"
            await anna.wait_for(lambda: anna.state["view"] is not None)
            players = anna.state["players"]
            assert [(each["name"], each["bot"]) for each in players] == [
                ("Anna", None),
                ("Kiran", "random"),
                ("Bo", None),
                ("Meera", "random"),
            ]
            late = await api.post(path, {"invite": opened["invites"][0]["invite"], "name": "Cia"})
            assert late.json()["code"] == "BAD_TOKEN"
            assert (await anna.ask("fill", level="random"))["code"] == "ALREADY_STARTED"
            async with api.socket(opened["code"], bo.json()["token"]) as his:
                await play_on([anna, his], random.Random(1), actions=4)


def test_who_sits_there_is_known_after_a_crash(tmp_path: Path) -> None:
    @in_loop
    async def before() -> None:
        async with Api(server.url) as api:
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
            kept.append(await api.open_table("eight", seats, options=SHORT["eight"]))
            async with api.socket(kept[0]["code"], kept[0]["token"]) as anna:
                await anna.ask("fill", level="random")

    @in_loop
    async def after() -> None:
        async with Api(server.url) as api, api.socket(kept[0]["code"], kept[0]["token"]) as anna:
            assert [each["bot"] for each in anna.state["players"]] == [None, "random"]
            await play_on([anna], random.Random(2))
            assert anna.over

    kept: list[dict[str, str]] = []
    with ServerProcess(tmp_path, *QUICK) as server:
        before()
        server.kill()
        server.start()
        after()
