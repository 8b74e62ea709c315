"""Playing again: everybody who sat at a finished table comes to the same next one, each to their own seat."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from tests.web.client import Api, Client, Closed, Json
from tests.web.server import QUICK, ServerProcess
from tests.web.support import SHORT, in_loop, play_on

GAME = "eight"
OPTIONS = SHORT[GAME]


async def again(api: Api, code: str, token: str) -> Json:
    answer = await api.post(f"/api/tables/{code}/again", {"token": token})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


async def finished_game(api: Api) -> tuple[str, list[str]]:
    code, tokens = await api.open_for_two(GAME, options=OPTIONS, practice=True)
    async with api.socket(code, tokens[0]) as anna, api.socket(code, tokens[1]) as bo:
        await play_on([anna, bo], random.Random(5))
        assert anna.over
    return code, tokens


def told_of_the_next_table(message: Json) -> bool:
    return message["type"] == "table" and message["again"] is not None


def with_a_view(message: Json) -> bool:
    return message["type"] in ("update", "welcome") and message["view"] is not None


@in_loop
async def test_both_come_to_one_table_with_seats_exchanged_and_the_other_is_asked(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await finished_game(api)
        async with api.socket(code, bo) as watching:
            assert watching.state["again"] is None
            hers = await again(api, code, anna)
            asked = await watching.until(told_of_the_next_table)
            assert asked["again"] == {"seat": 0, "code": hers["code"]}
            assert not any(hers["token"] in frame for frame in watching.raw)
        async with api.socket(hers["code"], hers["token"]) as first:
            waits = first.state
            assert (waits["seat"], waits["started"], waits["practice"]) == (1, False, True)
            assert [(each["name"], each["taken"]) for each in waits["players"]] == [
                ("Bo", False),
                ("Anna", True),
            ]
            his = await again(api, code, bo)
            assert (his["code"], hers["seat"], his["seat"]) == (hers["code"], 1, 0)
            assert his["token"] != hers["token"]
            await first.until(with_a_view)
            async with api.socket(his["code"], his["token"]) as second:
                assert second.state["seat"] == 0
                assert [each["name"] for each in second.state["players"]] == ["Bo", "Anna"]
                await play_on([first, second], random.Random(6), actions=2)


@in_loop
async def test_who_asks_at_the_same_moment_comes_to_the_same_table(url: str) -> None:
    async with Api(url) as api:
        code, tokens = await finished_game(api)
        found = await asyncio.gather(*(again(api, code, token) for token in tokens))
        assert len({each["code"] for each in found}) == 1
        assert sorted(each["seat"] for each in found) == [0, 1]


@in_loop
async def test_nobody_else_gets_a_seat_and_no_game_is_left_in_the_middle(url: str) -> None:
    async with Api(url) as api:
        going, (anna, _) = await api.open_for_two(GAME, options=OPTIONS)
        early = await api.post(f"/api/tables/{going}/again", {"token": anna})
        assert (early.status_code, early.json()["code"]) == (409, "NOT_OVER")
        code, (_, bo) = await finished_game(api)
        stranger = await api.post(f"/api/tables/{code}/again", {"token": anna})
        assert (stranger.status_code, stranger.json()["code"]) == (403, "BAD_TOKEN")
        his = await again(api, code, bo)
        joined = await api.post(f"/api/tables/{his['code']}/join", {"invite": None, "name": "Eve"})
        assert joined.json()["code"] == "BAD_TOKEN"
        with pytest.raises(Closed):
            await api.socket(his["code"], bo).connect()


@in_loop
async def test_a_computer_simply_goes_on(url: str) -> None:
    async with Api(url) as api:
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}]
        opened = await api.open_table(GAME, seats, options=OPTIONS)
        async with api.socket(opened["code"], opened["token"]) as anna:
            await play_on([anna], random.Random(7))
        hers = await again(api, opened["code"], opened["token"])
        async with api.socket(hers["code"], hers["token"]) as anna:
            assert anna.state["started"]
            assert [each["bot"] for each in anna.state["players"]] == ["random", None]


@in_loop
async def test_whoever_waits_is_told_that_the_other_does_not_want_to(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await finished_game(api)
        hers = await again(api, code, anna)
        async with api.socket(hers["code"], hers["token"]) as waiting, api.socket(code, bo) as other:
            assert (await other.ask("decline_again"))["type"] == "ok"
            await waiting.wait_for(lambda: bool(waiting.state["players"][0]["declined"]))
            assert not waiting.state["players"][1]["declined"]
            his = await again(api, code, bo)  # people change their mind
            await waiting.until(with_a_view)
            assert his["code"] == hers["code"]


async def left_alone(api: Api) -> tuple[Json, dict[str, str]]:
    """Anna asks Bo for a rematch when he has left the table: her seat, and what he is known by."""
    bo = (await api.post("/api/me", {})).json()["player"]
    opened = await api.open_table(GAME, [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], options=OPTIONS)
    wish = {"invite": opened["invites"][0]["invite"], "name": "Bo", "player": bo}
    joined = (await api.post(f"/api/tables/{opened['code']}/join", wish)).json()
    async with api.socket(opened["code"], opened["token"]) as hers:
        await hers.ask("resign")
    assert joined["seat"] == 1
    return await again(api, opened["code"], opened["token"]), {"Authorization": f"Bearer {bo}"}


async def asked(api: Api, head: dict[str, str]) -> list[str]:
    """The tables at which a seat is kept for somebody, as their list of games says."""
    games = (await api.get("/api/me", headers=head)).json()["games"]
    return [game["code"] for game in games if game["asked"]]


@in_loop
async def test_who_has_left_is_asked_in_their_list_of_games_and_comes(url: str) -> None:
    async with Api(url) as api:
        hers, head = await left_alone(api)
        assert await asked(api, head) == [hers["code"]]
        stranger = (await api.post("/api/me", {})).json()["player"]
        other = {"Authorization": f"Bearer {stranger}"}
        refused = await api.post(f"/api/tables/{hers['code']}/claim", {}, headers=other)
        assert (refused.status_code, refused.json()["code"]) == (403, "BAD_TOKEN")
        his = (await api.post(f"/api/tables/{hers['code']}/claim", {}, headers=head)).json()
        assert await asked(api, head) == []
        sockets = [api.socket(hers["code"], each["token"]) for each in (hers, his)]
        async with sockets[0] as first, sockets[1] as second:
            await play_on([first, second], random.Random(8), actions=2)


@in_loop
async def test_who_has_left_can_say_no_and_whoever_waits_is_told(url: str) -> None:
    async with Api(url) as api:
        hers, head = await left_alone(api)
        async with api.socket(hers["code"], hers["token"]) as waiting:
            answer = await api.post(f"/api/tables/{hers['code']}/decline", {}, headers=head)
            assert answer.status_code == 204
            await waiting.wait_for(lambda: bool(waiting.state["players"][0]["declined"]))
        assert await asked(api, head) == []


def test_the_next_table_outlives_the_server(tmp_path: Path) -> None:
    async def ask(first: bool) -> None:
        async with Api(server.url) as api:
            if first:
                kept["code"], kept["tokens"] = await finished_game(api)
                kept["hers"] = await again(api, kept["code"], kept["tokens"][0])
                return
            anna, bo = kept["tokens"]
            hers, his = await again(api, kept["code"], anna), await again(api, kept["code"], bo)
            assert hers["code"] == his["code"] == kept["hers"]["code"]
            with pytest.raises(Closed):  # she asked again: the answer of the first time may have been lost
                await api.socket(hers["code"], kept["hers"]["token"]).connect()
            sockets: list[Client] = [api.socket(each["code"], each["token"]) for each in (hers, his)]
            async with sockets[0], sockets[1]:
                await play_on(sockets, random.Random(8), actions=2)

    kept: Json = {}
    with ServerProcess(tmp_path, *QUICK) as server:
        asyncio.run(ask(first=True))
        server.kill()
        server.start()
        asyncio.run(ask(first=False))
