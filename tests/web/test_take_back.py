"""Taking back: free in practice; else with the others' consent, and never past what came to light."""

from __future__ import annotations

import random

import pytest
from tests.web.client import Api
from tests.web.support import in_loop, level_up, play_on, some_action

import korthus
from korthus.core.chance import seed_bytes
from korthus.core.errors import IllegalAction
from korthus.table import Player, Table


@in_loop
async def test_in_practice_it_is_free(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table(
            "mulle", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}], practice=True
        )
        async with api.socket(opened["code"], opened["token"], words=True) as client:
            before = client.state["view"]
            assert (await client.ask("undo"))["code"] == "NOTHING_TO_UNDO"
            await client.act(some_action(client, random.Random(1)))
            await client.wait_for(lambda: client.my_turn)
            assert (await client.ask("undo"))["type"] == "ok"
            await client.wait_for(lambda: client.state["view"] == before)
            assert client.notices[client.heard]["event"]["type"] == "UndoDone"
            assert "Anna" in client.notices[client.heard]["said"]
            await play_on([client], random.Random(2), actions=3)


@in_loop
async def test_between_persons_the_other_must_agree(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first, api.socket(code, bo) as second:
            before = first.state["view"]
            assert (await second.ask("undo_answer", agree=True))["code"] == "NOT_ASKED"
            await first.act(some_action(first, random.Random(1)))
            assert (await first.ask("undo"))["type"] == "ok"
            await second.wait_for(lambda: second.state["undo_asked"] == 0)
            assert (await first.ask("undo_answer", agree=True))["code"] == "NOT_ASKED"
            assert (await second.ask("undo_answer", agree=False))["type"] == "ok"
            await first.wait_for(lambda: first.state["undo_asked"] is None)
            assert first.state["view"] != before
            assert (await first.ask("undo"))["type"] == "ok"
            assert (await second.ask("undo_answer", agree=True))["type"] == "ok"
            await first.wait_for(lambda: first.state["view"] == before)
            await level_up([second], first.state["version"])
            answer = await first.act(some_action(first, random.Random(3)))
            await level_up([second], answer["version"])
            assert (await second.act(some_action(second, random.Random(3))))["type"] == "ok"
            assert (await first.ask("undo"))["code"] == "OTHERS_ACTED"
        record = (await api.get(f"/api/tables/{code}")).json()
        assert record["moves"] == 2


@in_loop
async def test_an_action_ends_the_question(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first, api.socket(code, bo) as second:
            answer = await first.act(some_action(first, random.Random(1)))
            await first.ask("undo")
            await level_up([second], answer["version"])
            await second.act(some_action(second, random.Random(2)))
            assert (await second.ask("undo_answer", agree=True))["code"] == "NOT_ASKED"


def test_what_came_to_light_is_not_taken_back() -> None:
    game = korthus.game("kachuful", start_cards=3)
    table = Table(game, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(4))
    with pytest.raises(IllegalAction, match="NOTHING_TO_UNDO"):
        table.check_take_back(0)
    table.start()
    rng = random.Random(1)
    codes = set()
    while not table.over:
        seat = table.to_act
        assert seat is not None
        table.submit(seat, rng.choice(table.choices(seat)))
        for asker in (0, 1):
            try:
                table.check_take_back(asker)
            except IllegalAction as error:
                codes.add(error.code)
        if not table.over and table.version % 3 == 0:
            version = table.version
            try:
                table.undo(seat, agreed=True)
            except IllegalAction:
                assert table.version == version
            else:
                assert table.to_act == seat
    assert codes == {"NOTHING_TO_UNDO", "OTHERS_ACTED", "REVEALED", "GAME_OVER"}
    again = Table.load(table.save())
    assert again.record() == table.record()
    assert again.version == table.version


def test_without_consent_or_practice_nothing_goes_back() -> None:
    table = Table(korthus.game("mulle"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(4))
    table.start()
    seat = table.to_act
    assert seat is not None
    table.submit(seat, table.choices(seat)[0])
    with pytest.raises(IllegalAction, match="NOT_PRACTICE"):
        table.undo(seat)
    with pytest.raises(IllegalAction, match="NOT_PRACTICE"):
        table.undo(None, agreed=True)
