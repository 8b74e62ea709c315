"""Giving up, letting the computer play a turn, and putting a game away."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from tests.web.client import Api, Json
from tests.web.server import QUICK, ServerProcess
from tests.web.support import SHORT, in_loop, play_on

from korthus.core.record import decode_record
from korthus.table import verify


@in_loop
async def test_a_game_that_is_given_up_is_over_and_its_record_says_so(url: str) -> None:
    async with Api(url) as api:
        player = (await api.post("/api/me", {})).json()["player"]
        code, (anna, bo) = await api.open_for_two("mus", player=player)
        async with api.socket(code, anna) as hers, api.socket(code, bo, words=True) as his:
            await play_on([hers, his], random.Random(1), actions=3)
            assert (await hers.ask("resign"))["type"] == "ok"
            await his.wait_for(lambda: his.over)
            outcome = his.state["outcome"]
            assert (outcome["winners"], outcome["resigned"]) == ([1], 0)
            assert (his.state["to_act"], his.state["actions"]) == (None, [])
            said = [notice["said"] for notice in his.notices.values()]
            assert "Anna gives the game up." in said
            again = await his.ask("resign")
            assert (again["type"], again["code"]) == ("refused", "GAME_OVER")
        raw = (await api.get(f"/api/tables/{code}/record")).content
        assert decode_record(raw).resigned == 0
        assert verify(decode_record(raw)).ok
        replay = (await api.get(f"/api/tables/{code}/replay")).json()
        assert replay["outcome"]["winners"] == [1]
        (mine,) = (await bearer(api, player))["games"]
        assert (mine["over"], mine["outcome"]["resigned"]) == (True, 0)
        stats = (await bearer(api, player))["stats"]["by_game"]["mus"]
        assert (stats["played"], stats["won"], stats["scores"]) == (1, 0, [])
        assert len(stats["ratings"]) == 1


@in_loop
async def test_a_game_that_was_given_up_can_be_reviewed(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("kachuful", options=SHORT["kachuful"])
        async with api.socket(code, anna) as hers, api.socket(code, bo) as his:
            played = await play_on([hers, his], random.Random(1), actions=5)
            await hers.ask("resign")
        while (answer := await api.get(f"/api/tables/{code}/review")).status_code == 202:
            await asyncio.sleep(0.1)
        assert answer.status_code == 200, answer.text
        assert 0 < len(answer.json()["decisions"]) <= played


async def bearer(api: Api, player: str) -> Json:
    found: Json = (await api.get("/api/me", headers={"Authorization": f"Bearer {player}"})).json()
    return found


@in_loop
async def test_nobody_ends_a_game_for_several_others(url: str) -> None:
    async with Api(url) as api:
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}, {"kind": "friend"}]
        opened = await api.open_table("kachuful", seats, options=SHORT["kachuful"])
        for invite, name in zip(opened["invites"], ("Bo", "Cia"), strict=True):
            await api.post(f"/api/tables/{opened['code']}/join", {"invite": invite["invite"], "name": name})
        async with api.socket(opened["code"], opened["token"]) as anna:
            answer = await anna.ask("resign")
            assert (answer["type"], answer["code"]) == ("refused", "OTHERS_PLAY_ON")


@pytest.mark.parametrize("game", SHORT)
@in_loop
async def test_the_computer_plays_one_turn_for_a_person(url: str, game: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two(game, options=SHORT[game])
        async with api.socket(code, anna) as hers, api.socket(code, bo) as his:
            await play_on([hers, his], random.Random(1), actions=2)
            turn, other = (hers, his) if hers.my_turn else (his, hers)
            refused = await other.ask("auto")
            assert (refused["type"], refused["code"]) == ("refused", "NOT_NOW")
            before = turn.state["version"]
            assert (await turn.ask("auto"))["type"] == "ok"
            await turn.wait_for(lambda: turn.state["version"] > before)
            assert turn.state["version"] == before + 1
            await play_on([hers, his], random.Random(2), actions=2)


@in_loop
async def test_a_game_is_put_away_and_taken_up_again(url: str) -> None:
    async with Api(url) as api:
        player = (await api.post("/api/me", {})).json()["player"]
        code, (anna, bo) = await api.open_for_two("mulle", player=player)

        async def put(away: bool, token: str) -> int:
            head = {"Authorization": f"Bearer {token}"}
            return (await api.post(f"/api/tables/{code}/put_away", {"away": away}, headers=head)).status_code

        async def is_away() -> bool:
            (mine,) = (await bearer(api, player))["games"]
            found: bool = mine["put_away"]
            return found

        assert not await is_away()
        assert await put(True, anna) == 403, "a seat's token is not the person's"
        assert await put(True, player) == 201
        assert await is_away()
        assert await put(False, player) == 201
        assert not await is_away()
        assert await put(True, player) == 201
        async with api.socket(code, anna) as hers, api.socket(code, bo) as his:
            await play_on([hers, his], random.Random(1), actions=2)
        assert not await is_away(), "who plays on has taken it up again"


def test_what_was_given_up_and_put_away_outlives_the_server(tmp_path: Path) -> None:
    @in_loop
    async def before() -> None:
        async with Api(server.url) as api:
            player = (await api.post("/api/me", {})).json()["player"]
            code, (anna, _) = await api.open_for_two("eight", player=player)
            async with api.socket(code, anna) as hers:
                await hers.ask("resign")
            other = await api.open_table(
                "mulle", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], player=player
            )
            await api.post(
                f"/api/tables/{other['code']}/put_away",
                {"away": True},
                headers={"Authorization": f"Bearer {player}"},
            )
            kept.update(player=player, codes=(other["code"], code))

    @in_loop
    async def after() -> None:
        async with Api(server.url) as api:
            games = {game["code"]: game for game in (await bearer(api, kept["player"]))["games"]}
            away, over = (games[code] for code in kept["codes"])
            assert (away["put_away"], away["over"]) == (True, False)
            assert (over["put_away"], over["over"]) == (False, True)
            record = (await api.get(f"/api/tables/{kept['codes'][1]}/record")).content
            assert decode_record(record).resigned == 0

    kept: Json = {}
    with ServerProcess(tmp_path, *QUICK) as server:
        before()
        server.kill()
        server.start()
        after()
