"""Strangers who ask for the same game meet at one table."""

from __future__ import annotations

import asyncio
import random

from tests.web.client import Api, Json
from tests.web.support import in_loop, play_on


async def ask(api: Api, name: str, player: str, game: str = "mus") -> Json:
    answer = await api.post("/api/pair", {"game": game, "name": name, "player": player})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


async def players(api: Api, count: int) -> list[str]:
    return [(await api.post("/api/me", {})).json()["player"] for _ in range(count)]


@in_loop
async def test_the_second_meets_the_first_who_waits(url: str) -> None:
    async with Api(url) as api:
        anna, bo, cia = await players(api, 3)
        hers = await ask(api, "Anna", anna)
        async with api.socket(hers["code"], hers["token"]) as waiting:
            assert not waiting.state["started"]
            other = await ask(api, "Cia", cia, "mulle")
            assert other["code"] != hers["code"], "another game, another table"
            his = await ask(api, "Bo", bo)
            assert (his["code"], {his["seat"], hers["seat"]}) == (hers["code"], {0, 1})
            async with api.socket(his["code"], his["token"]) as second:
                await waiting.wait_for(lambda: waiting.state["view"] is not None)
                await play_on([waiting, second], random.Random(1), actions=2)


@in_loop
async def test_nobody_is_sent_to_somebody_who_has_gone(url: str) -> None:
    async with Api(url) as api:
        anna, bo = await players(api, 2)
        gone = await ask(api, "Anna", anna, "eight")
        async with api.socket(gone["code"], gone["token"]):
            pass
        async with api.socket(gone["code"]) as looking:
            await looking.wait_for(lambda: not looking.state["players"][0]["present"])
        assert (await ask(api, "Bo", bo, "eight"))["code"] != gone["code"]


@in_loop
async def test_who_asks_twice_waits_once_and_strange_words_are_refused(url: str) -> None:
    async with Api(url) as api:
        (anna,) = await players(api, 1)
        first, second = [await ask(api, "Anna", anna, "kachuful") for _ in range(2)]
        assert first["code"] == second["code"]
        assert first["token"] != second["token"]
        for wish, code in (
            ({"game": "whist", "name": "Anna", "player": anna}, "UNKNOWN_GAME"),
            ({"game": "mus", "name": " ", "player": anna}, "BAD_NAME"),
        ):
            refused = await api.post("/api/pair", wish)
            assert (refused.status_code, refused.json()["code"]) == (400, code)


@in_loop
async def test_two_who_ask_at_once_meet(url: str) -> None:
    async with Api(url) as api:
        anna, bo = await players(api, 2)
        found = await asyncio.gather(ask(api, "Anna", anna), ask(api, "Bo", bo))
        assert len({each["code"] for each in found}) == 1
        assert {each["seat"] for each in found} == {0, 1}
